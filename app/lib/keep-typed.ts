type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const listFields = () =>
  [...document.querySelectorAll("input:not([type=hidden]), textarea, select")] as Field[];

/** Sets a property as the browser does when a reader types, so that React sees the change. */
const setTyped = (field: Field, text: string) =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);

/**
 * Extensions and translators put nodes into a page before it is hydrated, and React then renders the document again. The
 * returned function puts what was typed until then into the new fields.
 */
export function keepTyped(): () => void {
  const before = listFields();
  let focused = document.activeElement;
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) focused = target;
  });
  return () => {
    if (before.every((field) => field.isConnected)) return;
    const after = listFields();
    for (const old of before) {
      const isSame = ({ name }: Field) => name === old.name;
      const field = after.filter(isSame)[before.filter(isSame).indexOf(old)];
      if (!field || field.type === "file") continue;
      if ("checked" in old && "checked" in field && old.checked !== field.checked) field.click();
      if (field.value !== old.value) {
        setTyped(field, old.value);
        for (const type of ["input", "change"])
          field.dispatchEvent(new Event(type, { bubbles: true }));
      }
      if (old !== focused) continue;
      field.focus({ preventScroll: true });
      if ("setSelectionRange" in field && "selectionStart" in old && old.selectionStart !== null)
        field.setSelectionRange(old.selectionStart, old.selectionEnd);
    }
  };
}
