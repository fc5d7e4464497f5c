import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";
import { NonceContext } from "./lib/nonce";
import type { RouteArgs } from "./lib/refusal.server";
import { endToast } from "./lib/toast.server";

/** Data that are still awaited then are an error of their part of the page. */
const ABORT_AFTER_MS = 5_000;

/** Renders a page whole. If that fails, the framework calls it again, for the page of an error. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  let failure: { error: unknown } | null = null;
  const page = await renderToReadableStream(
    <NonceContext.Provider value={nonce}>
      <RemixServer
        context={remixContext}
        url={request.url}
        nonce={nonce}
        abortDelay={ABORT_AFTER_MS}
      />
    </NonceContext.Provider>,
    {
      // Pages work with scripts off, so React may not stream a part of one that a script puts into place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError(error) {
        failure ??= { error };
      },
    },
  );
  await page.allReady;
  if (failure) throw (failure as { error: unknown }).error;
  headers.set("Content-Type", "text/html; charset=utf-8");
  endToast(request, headers);
  return new Response(page, { status, headers });
}

/** Logs an error that no page caught. Remix's own log has the error's message but not its request. */
export function handleError(error: unknown, { request, context }: RouteArgs): void {
  // A reader who leaves is not an error.
  if (request.signal.aborted) return;
  // A 404 is expected; a 5xx response that reaches this is a bug.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const hasCause = isRouteErrorResponse(error) && "error" in error && error.error instanceof Error;
  context.logger.error("page.failed", hasCause ? error.error : error);
}
