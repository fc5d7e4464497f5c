import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import type { ActionData } from "./action-data";

/** Runs a page's loader or action from the browser. If the network fails, it returns `fallback`, so the page stays. */
export async function surviveOffline<Answer, Fallback>(
  run: () => Promise<Answer>,
  fallback: Fallback,
): Promise<Answer | Fallback> {
  try {
    return await run();
  } catch (error) {
    // A redirect to a page outside the framework leaves this document. If the answer is still being read then, Firefox
    // reports an error. So this waits one task, after which the answer is complete.
    if (error instanceof Response && error.headers.has("X-Remix-Reload-Document")) {
      await new Promise((resolve) => setTimeout(resolve));
    }
    // Redirects and refusals are responses. Any other error means that the server was not reached.
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return fallback;
  }
}

/**
 * A page's `clientAction`: if the network fails, the form keeps its text. The failure is a Response, because Remix
 * passes on the status of a `clientAction` only from a Response. After a 5xx it does not load the page's data again,
 * which would fail too.
 * @param fail returns the page's answer to the form in that case
 */
export function submitForm(fail: (form: FormData) => ActionData) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const failure = fail(await request.clone().formData());
    return surviveOffline(serverAction, Response.json(failure, { status: 503 }));
  };
}
