import { redirect } from "@remix-run/cloudflare";
import type { Fields } from "~/app/lib/form";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/accounts/viewer";
import { availabilitySchema } from "~/core/notices/pause-schemas";
import { parseInput } from "~/core/shared/parse";

/** Changes the pause by the form of `NextRuns`, on whichever page. There is no notification: the page shows it. */
export async function changePause(
  { request, context }: RouteArgs,
  viewer: Viewer,
  fields: Fields,
): Promise<Response> {
  await context.services.auth.countUse(viewer, "availabilityWrites");
  const availability = parseInput(availabilitySchema, fields);
  await context.services.availability.updateAvailability(viewer, availability);
  return redirect(new URL(request.url).pathname);
}
