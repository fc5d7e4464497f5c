import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { latePartsReady } from "./components/late";

/** Marks the document as hydrated. Until then the browser handles clicks. */
function Page() {
  useEffect(() => {
    document.documentElement.dataset.scripts = "ready";
  }, []);
  return <RemixBrowser />;
}

/**
 * On the first render Remix throws a promise of the page's data. If React waited for it, a key or a click meanwhile
 * would make React render immediately and discard the server's page (its error 345).
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

const FIELDS = "input:not([type=hidden], [type=file]), textarea, select";
const listFields = () => [...document.querySelectorAll<HTMLInputElement>(FIELDS)];

/** Restores text typed before hydration, if an extension's nodes made React render anew. */
function keepTyped(): () => void {
  const before = listFields();
  const focused = { last: document.activeElement };
  document.addEventListener("focusin", ({ target }) => Object.assign(focused, { last: target }));
  return () => {
    if (before.every((field) => field.isConnected)) return;
    const after = listFields();
    for (const old of before) {
      const at = after.findIndex(({ name }) => name === old.name);
      const [field] = at < 0 ? [] : after.splice(at, 1);
      if (field && field.checked !== old.checked) field.click();
      if (field && field.value !== old.value) {
        // Uses the prototype's setter, because React has replaced the field's own one and would not notice the change.
        Reflect.set(Object.getPrototypeOf(field), "value", old.value, field);
        for (const type of ["input", "change"])
          field.dispatchEvent(new Event(type, { bubbles: true }));
      }
      if (!field || old !== focused.last) continue;
      field.focus({ preventScroll: true });
      const { selectionStart: start, selectionEnd: end } = old;
      if (typeof start === "number") field.setSelectionRange(start, end);
    }
  };
}
