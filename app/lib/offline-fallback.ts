import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { type FormAnswer, intentOf } from "./form";

/** Returns `fallback` if the network fails, so that the page isn't replaced by an error. */
export async function surviveOffline<Answer, Fallback>(
  run: () => Promise<Answer>,
  fallback: Fallback,
): Promise<Answer | Fallback> {
  try {
    return await run();
  } catch (error) {
    // This redirect makes the browser leave the document. Firefox reports an error if the answer is still being read
    // then. So this waits for one task, after which the answer is complete.
    if (error instanceof Response && error.headers.has("X-Remix-Reload-Document")) {
      await new Promise((resolve) => setTimeout(resolve));
    }
    // Redirects and refusals are responses. Any other error means that the server was not reached.
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return fallback;
  }
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = intentOf(await request.clone().formData());
  // A `Response`, because plain data would get the status 200. After a 5xx Remix doesn't load the page's data, which
  // would fail too.
  const answer = Response.json({ intent, isOffline: true } satisfies FormAnswer, { status: 503 });
  return surviveOffline(() => serverAction<FormAnswer>(), answer);
}
