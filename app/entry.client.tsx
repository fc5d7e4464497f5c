import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { latePartsReady } from "./components/late";

/** Marks the document as hydrated, for tests that wait until React handles clicks. */
function Page() {
  useEffect(() => {
    document.documentElement.dataset.scripts = "ready";
  }, []);
  return <RemixBrowser />;
}

/**
 * `RemixBrowser` throws a promise until the page's data is decoded. If React itself waited for that promise, a key
 * press or a click meanwhile would make React discard the server's HTML (React error 345).
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
  // In a transition React hydrates in slices, so that a slow phone can react to input between two slices.
  startTransition(() => void hydrateRoot(document, <Page />, { onRecoverableError }));
});

const FIELDS = "input:not([type=hidden], [type=file]), textarea, select";
const listFields = () => [...document.querySelectorAll<HTMLInputElement>(FIELDS)];

/**
 * Remembers the fields of the page and returns a function that restores what was typed into them. React replaces the
 * fields if hydration fails, for example because of a browser extension's nodes.
 */
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
        // React has overridden the field's own `value` setter, and would not notice a change made through that setter.
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
