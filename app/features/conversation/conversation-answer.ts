import { type ActionData, failForm } from "~/app/lib/action-data";

/** What the page's forms ask for. */
export type Intent = "send" | "block" | "unblock" | "report" | "seal" | "unseal";

/** The fields of the page's forms by name. */
export const CONVERSATION_FIELDS = [
  "intent",
  "content",
  "client_id",
  "reason",
  "details",
  "message_id",
  "also_block",
  "address",
];

export const SEND_FAILED = "Failed to send message. Please try again.";

/** What is said of a form that failed without a message of its own, and whether in a notification too. */
export const FAILURES: Record<Intent, { fallback: string; toast: boolean }> = {
  send: { fallback: SEND_FAILED, toast: false },
  block: { fallback: "Failed to block user. Please try again.", toast: true },
  unblock: { fallback: "Failed to unblock user", toast: true },
  report: { fallback: "Failed to report user. Please try again.", toast: true },
  seal: { fallback: "Failed to seal your line. Please try again.", toast: false },
  unseal: { fallback: "Failed to take your line back. Please try again.", toast: false },
};

/** The intent of a form; null for a form that is none of the page's. */
export function readIntent(form: FormData): Intent | null {
  const name = String(form.get("intent"));
  return Object.hasOwn(FAILURES, name) ? (name as Intent) : null;
}

/** What the page answers itself where nothing reached the server, in the catalogue's words. */
export function answerOffline(form: FormData): ActionData {
  const intent = readIntent(form);
  if (intent === null) return failForm("You seem to be offline. Please try again.");
  const { fallback, toast } = FAILURES[intent];
  return failForm(fallback, { intent, toast });
}
