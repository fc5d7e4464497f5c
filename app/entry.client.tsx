import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { RemixBrowser } from "~/app/framework";
import { latePartsReady } from "./components/late";

/** The page, and the mark on it that scripts have taken over: before, a click is the browser's own. */
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
 * Until the page's data are decoded: Remix throws the promise of that when it is first rendered. Were React the one to
 * wait for it, a key or a click meanwhile would make it render immediately, and give the whole page up (its error 345).
 */
async function dataReady(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

void Promise.all([latePartsReady(), dataReady()]).then(takeOver);
