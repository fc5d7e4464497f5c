import { type ClientActionFunctionArgs, isRouteErrorResponse } from "~/app/framework";
import type { ActionData } from "./action-data";

/**
 * Runs a page's loader or action from the browser; if the network fails, answers `fallback` instead of tearing
 * down the page.
 */
export async function surviveOffline<Answer, Fallback>(
  run: () => Promise<Answer>,
  fallback: Fallback,
): Promise<Answer | Fallback> {
  try {
    return await run();
  } catch (error) {
    // A redirect to a page outside the framework leaves this document while the answer is still being read, which Firefox
    // reports as an error. The rest of the answer has come by the next task.
    if (error instanceof Response && error.headers.has("X-Remix-Reload-Document")) {
      await new Promise((resolve) => setTimeout(resolve));
    }
    // Redirects and refusals come as responses; what is left never reached the server.
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return fallback;
  }
}

/**
 * A page's `clientAction`: if the network fails, the form stays with what was typed in it. The failure is a Response,
 * because Remix passes on the status of no other answer of a `clientAction`; with one of 5xx it does not load the
 * page's data again, which would fail as well.
 * @param fail what the page answers its form then
 */
export function submitForm(fail: (form: FormData) => ActionData) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const failure = fail(await request.clone().formData());
    return surviveOffline(serverAction, Response.json(failure, { status: 503 }));
  };
}
