import { findCities } from "~/app/features/profile/save-location.server";
import type { ClientLoaderFunctionArgs } from "~/app/framework";
import type { LoaderFunctionArgs } from "~/app/framework.server";
import { surviveOffline } from "~/app/lib/offline-fallback";
import { requireSession } from "~/app/lib/session.server";

type Answer = Awaited<ReturnType<typeof findCities>>["data"];

/** What the city field suggests while one types: `?query=`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context, { page: "/profile/edit" });
  const query = new URL(request.url).searchParams.get("query") ?? "";
  const { data, init } = await findCities({ request, context }, viewer, query);
  return Response.json(data, init ?? {});
}

/**
 * Without an answer nothing is suggested, and the page with what was typed stays. The answer is read as JSON: a next key breaks
 * off the answer to the one before, which Remix's own decoder would report on the console.
 */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return surviveOffline(async (): Promise<Answer> => {
    const answer = await fetch(request.url, { signal: request.signal });
    // A refusal, or the page of signing in, is for the framework to show.
    return answer.ok && !answer.redirected ? answer.json() : serverLoader<Answer>();
  }, null);
}
