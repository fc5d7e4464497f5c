import { UNBLOCK_FAILED } from "~/app/features/moderation/unblock";

/** What the conversation's action answers when it does not lead elsewhere. */
export interface ConversationAnswer {
  intent: "send" | "block" | "unblock" | "report" | "seal" | "unseal" | "unknown";
  /** Null when it went well. */
  failed: string | null;
  /** What is said of a success. */
  message: string | null;
  /** Errors of fields, by name. */
  errors: { path: string; message: string }[];
  /** What was typed, to be shown again. */
  values: { content?: string; reason?: string; details?: string; address?: string };
}

/** The fields of the page's forms by name. */
export const CONVERSATION_FIELDS = [
  "intent",
  "content",
  "client_id",
  "reason",
  "details",
  "also_block",
  "address",
];

export type Intent = ConversationAnswer["intent"];

export const SEND_FAILED = "Failed to send message. Please try again.";
export const BLOCK_FAILED = "Failed to block user. Please try again.";
export const REPORT_FAILED = "Failed to report user. Please try again.";
export const SEAL_FAILED = "Failed to seal your line. Please try again.";
export const UNSEAL_FAILED = "Failed to take your line back. Please try again.";

const FAILURES: Record<Intent, string> = {
  send: SEND_FAILED,
  block: BLOCK_FAILED,
  unblock: UNBLOCK_FAILED,
  report: REPORT_FAILED,
  seal: SEAL_FAILED,
  unseal: UNSEAL_FAILED,
  unknown: "You seem to be offline. Please try again.",
};

/** What the page answers itself where nothing reached the server, in the catalogue's words. */
export function answerOffline(form: FormData): ConversationAnswer {
  const named = form.get("intent");
  const intent = typeof named === "string" && isIntent(named) ? named : "unknown";
  return { intent, failed: FAILURES[intent], message: null, errors: [], values: {} };
}

function isIntent(name: string): name is Intent {
  return Object.hasOwn(FAILURES, name);
}
