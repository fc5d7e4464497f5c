import { isRouteErrorResponse } from "~/app/framework";

/**
 * What an action's page gets in place of the server's answer. A Response, because Remix passes on the
 * status of no other answer of a `clientAction`; with one of 5xx it does not load the page's data again,
 * which would fail as well.
 */
export function offlineAnswer(value: object): Response {
  return Response.json(value, { status: 503 });
}

/**
 * Runs a page's action from the browser; where the network fails, answers `fallback` instead of
 * tearing down the page with what was typed in it. For an action that is an {@link offlineAnswer}.
 */
export async function surviveOffline<Answer, Fallback>(
  serverAction: () => Promise<Answer>,
  fallback: Fallback,
): Promise<Answer | Fallback> {
  try {
    return await serverAction();
  } catch (error) {
    // Redirects and refusals come as responses; what is left never reached the server.
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return fallback;
  }
}
