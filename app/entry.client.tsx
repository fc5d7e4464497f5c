import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { latePartsReady } from "./components/late";
import { keepTyped } from "./lib/keep-typed";

/** The page. It marks the document when scripts have hydrated it. Until then the browser handles a click. */
function Page() {
  useEffect(() => {
    document.documentElement.dataset.scripts = "ready";
  }, []);
  return <RemixBrowser />;
}

/**
 * Waits until the page's data are decoded: Remix throws their promise when it is first rendered. If React waited for
 * it, a key or a click meanwhile would make React render immediately and discard the server's page (its error 345).
 */
async function dataReady(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

void Promise.all([latePartsReady(), dataReady()]).then(() => {
  const restoreTyped = keepTyped();
  const onRecoverableError = (error: unknown) => {
    restoreTyped();
    reportError(error);
  };
  // In a transition React hydrates in slices, so that a slow phone reacts between them.
  startTransition(() => void hydrateRoot(document, <Page />, { onRecoverableError }));
});
