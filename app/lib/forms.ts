import { type ActionData, failForm } from "./action-data";
import { submitForm } from "./offline-fallback";

/** The messages of a form whose refusal brings none. */
export interface FormWords {
  fallback: string;
  /** Shown if nothing reached the server; without it, the fallback is. */
  offline?: string;
  /** Whether a notification shows the form's message, too; `offline` for one of {@link offline} alone. */
  toast?: boolean | "offline";
}

/**
 * The forms of a page by their `intent`, which a form without that field has as the empty text. Browser and server
 * share these messages; what each form does is in the table of `defineForms`, which has the same names.
 */
export type PageForms = Record<string, FormWords>;

/** The form's purpose: its field `intent`. */
export function intentOf(form: FormData): string {
  return String(form.get("intent") ?? "");
}

/** The `intent` of an answer; a form without one has none in its answer. */
export function namedIntent(intent: string): Pick<ActionData, "intent"> {
  return intent === "" ? {} : { intent };
}

/** The `clientAction` of a page: its forms survive without a network. */
export function submitForms(forms: PageForms) {
  return submitForm((form) => {
    const intent = intentOf(form);
    const words = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
    if (!words) return failForm("You seem to be offline. Please try again.");
    const { fallback, offline = fallback, toast = false } = words;
    return failForm(offline, { ...namedIntent(intent), toast: toast !== false });
  });
}
