import { renderToStringAsync } from "preact-render-to-string";
import type { ReactElement } from "react";
import { isRouteErrorResponse, RemixServer } from "~/app/framework";
import type { AppLoadContext, EntryContext } from "~/app/framework.server";
import { PageIds } from "./components/page-part";
import { NonceContext } from "./lib/nonce";
import type { RouteArgs } from "./lib/refusal.server";
import { endToast } from "./lib/toast.server";

/** Data that are still awaited then are an error of their part of the page. */
const ABORT_AFTER_MS = 5_000;

// Preact renders what React's types describe (docs/decisions/preact.md).
const renderWhole = renderToStringAsync as unknown as (page: ReactElement) => Promise<string>;

/** Renders a page whole. If that fails, the framework calls it again, for the page of an error. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  const page = await renderWhole(
    <NonceContext.Provider value={nonce}>
      <PageIds.Provider value={{ scope: "page", count: 0 }}>
        <RemixServer
          context={remixContext}
          url={request.url}
          nonce={nonce}
          abortDelay={ABORT_AFTER_MS}
        />
      </PageIds.Provider>
    </NonceContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  endToast(request, headers);
  const response = new Response(`<!doctype html>${page}`, { status, headers });
  return adjustPage(response, nonce);
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

/**
 * Asks for the scripts after the first paint. Does not wait for it if the tab is hidden, because it is not painted, or if
 * the browser is too old to report it.
 */
const ASK_WHEN_PAINTED = `addEventListener("DOMContentLoaded", () => {
  const ask = () => document.querySelectorAll("[data-later]").forEach((one) => one.replaceWith(one.content));
  const isTold = !document.hidden && PerformanceObserver.supportedEntryTypes.includes("paint");
  const askIfPainted = (paints) => paints.getEntriesByName("first-contentful-paint")[0] && ask();
  isTold ? new PerformanceObserver(askIfPainted).observe({ type: "paint", buffered: true }) : ask();
})`;

const PRELOADS = 'link[rel="modulepreload"]';
/** The framework's script; a public page's own one is small, and the page names it by itself. */
const FRAMEWORK = 'script[type="module"]:not([data-page])';

/**
 * Loads styles and fonts before the framework's scripts, because a page is complete without them: they are asked for
 * after the first paint of the content, and then with a low priority. Remix writes its preloads without one, so browsers
 * would give them that of scripts that block rendering. Besides, removes an attribute of React's that Remix gives its
 * scripts and that is not HTML.
 */
function adjustPage(page: Response, nonce: string): Response {
  // Scripts in a template are neither fetched nor run.
  const later = (script: Element, end = "") => {
    script.before("<template data-later>", { html: true });
    script.after(`</template>${end}`, { html: true });
  };
  return new HTMLRewriter()
    .on(PRELOADS, { element: (link) => later(link.setAttribute("fetchpriority", "low")) })
    .on(FRAMEWORK, {
      element: (script) => later(script, `<script nonce="${nonce}">${ASK_WHEN_PAINTED}</script>`),
    })
    .on("script", { element: (script) => void script.removeAttribute("suppresshydrationwarning") })
    .transform(page);
}
