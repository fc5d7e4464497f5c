import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { findCities } from "~/app/features/profile/edit-forms.server";
import type { FoundCities } from "~/app/features/profile/use-location-capture";
import { defineLoader } from "~/app/lib/forms.server";
import { surviveOffline } from "~/app/lib/offline-fallback";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";

type Answer = FoundCities & { error?: string };

const queryOf = ({ request }: RouteArgs) => new URL(request.url).searchParams.get("query") ?? "";

/** Suggestions for the city field during typing: `?query=`. A refusal has its message. */
export const loader = defineLoader({
  bound: "placeLookups",
  guard: async ({ request, context }) =>
    (await requireSession(request, context, { page: "/profile/edit" })).viewer,
  fallback: "Failed to find cities",
  run: async (args, viewer) => Response.json(await findCities(args, viewer, queryOf(args))),
  refuse: ({ status, message }, args) =>
    Response.json({ query: queryOf(args), cities: [], error: message }, { status }),
});

/**
 * Returns null if there is no answer, so that the page keeps its text. The answer is parsed here, because the next key
 * cancels the request, which Remix's own decoder would log in the console.
 */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return surviveOffline(async (): Promise<Answer> => {
    const answer = await fetch(request.url, { signal: request.signal });
    // The framework handles a refusal, or the redirect to the sign-in page.
    return answer.ok && !answer.redirected ? answer.json() : serverLoader<Answer>();
  }, null);
}
