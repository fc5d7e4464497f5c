import { redirect } from "@remix-run/cloudflare";
import type { Fields } from "~/app/lib/form";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { countUse } from "~/core/accounts/session";
import type { Viewer } from "~/core/accounts/viewer";
import { updateAvailability } from "~/core/notices/pause";
import { availabilitySchema } from "~/core/notices/schemas";
import { parseInput } from "~/core/shared/parse";

/** Shows no toast, because the page shows the change. */
export async function changePause(
  { request, context }: RouteArgs,
  viewer: Viewer,
  fields: Fields,
): Promise<Response> {
  await countUse(context.deps, viewer, "availabilityWrites");
  const availability = parseInput(availabilitySchema, fields);
  await updateAvailability(context.deps, viewer, availability);
  return redirect(new URL(request.url).pathname);
}
