import { type ActionData, failForm } from "./action-data";
import { submitForm } from "./offline-fallback";

/** A form's own messages. */
export interface FormWords {
  fallback: string;
  /** Shown if the form did not reach the server. If missing, `fallback` is shown. */
  offline?: string;
  /** Whether to show the form's message as a notification too; 'offline' means only the message {@link offline}. */
  toast?: boolean | "offline";
}

/**
 * The messages of a page's forms by their `intent`, which is the empty text for a form without that field. Browser and
 * server share them. The table of `defineForms` has the code of each form under the same names.
 */
export type PageForms = Record<string, FormWords>;

/** Reads the form's intent, which is its field `intent`. */
export function intentOf(form: FormData): string {
  return String(form.get("intent") ?? "");
}

/** The `intent` of an answer. It is left out if the form has none. */
export function namedIntent(intent: string): Pick<ActionData, "intent"> {
  return intent === "" ? {} : { intent };
}

/** The `clientAction` of a page, which keeps its forms when the network fails. */
export function submitForms(forms: PageForms) {
  return submitForm((form) => {
    const intent = intentOf(form);
    const words = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
    if (!words) return failForm("You seem to be offline. Please try again.");
    const { fallback, offline = fallback, toast = false } = words;
    return failForm(offline, { ...namedIntent(intent), toast: toast !== false });
  });
}
