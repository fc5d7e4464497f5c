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

void latePartsReady().then(takeOver);
