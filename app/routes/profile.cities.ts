import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { findCities } from "~/app/features/profile/find-cities.server";
import type { FoundCities } from "~/app/features/profile/use-location-capture";
import { surviveOffline } from "~/app/lib/offline-fallback";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { countUse } from "~/core/accounts/session";

type Answer = FoundCities & { error?: string };

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { viewer } = await requireSession(request, context, { page: "/profile/edit" });
  const query = new URL(request.url).searchParams.get("query") ?? "";
  try {
    await countUse(context.deps, viewer, "placeLookups");
    return Response.json(await findCities(args, query));
  } catch (error) {
    const { status, message } = toRefusal(error, "Failed to find cities", args);
    return Response.json({ query, cities: [], error: message }, { status });
  }
}

/**
 * The answer is parsed here, because the next key press cancels the request, and Remix's decoder would log the
 * cancellation in the console.
 */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return surviveOffline(async (): Promise<Answer> => {
    const answer = await fetch(request.url, { signal: request.signal });
    // Remix handles a refusal, or the redirect to the sign-in page.
    return answer.ok && !answer.redirected ? answer.json() : serverLoader<Answer>();
  }, null);
}
