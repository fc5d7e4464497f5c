import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { RemixBrowser } from "~/app/framework";
import { latePartsReady } from "./components/late";

/** The page. It marks the document when scripts have taken over. Until then the browser handles a click. */
function Page() {
  useEffect(() => {
    document.documentElement.dataset.scripts = "ready";
  }, []);
  return <RemixBrowser />;
}

const takeOver = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Page />
      </StrictMode>,
    );
  });

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

void Promise.all([latePartsReady(), dataReady()]).then(takeOver);
