import type { AppLoadContext, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToReadableStream } from "react-dom/server";
import { NonceContext } from "./lib/nonce";
import type { RouteArgs } from "./lib/refusal.server";
import { endToast } from "./lib/toast.server";

const ABORT_AFTER_MS = 5_000;

/** If rendering fails, Remix calls this function again for the error page. */
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
      // Pages must work with scripts off. With a smaller chunk size React would send parts that a script has to move
      // into place.
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

/** Remix's default handler would log the error without saying which request it belongs to. */
export function handleError(error: unknown, { request, context }: RouteArgs): void {
  if (request.signal.aborted) return;
  // Only a 5xx response is a bug. Refusals, for example a 404, are expected.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const hasCause = isRouteErrorResponse(error) && "error" in error && error.error instanceof Error;
  context.logger.error("page.failed", hasCause ? error.error : error);
}
