import type { PageForms } from "~/app/lib/forms";

/** The forms of a conversation. */
export const CONVERSATION_FORMS = {
  send: { fallback: "Failed to send message. Please try again." },
  block: { fallback: "Failed to block user. Please try again.", toast: true },
  unblock: { fallback: "Failed to unblock user", toast: true },
  report: { fallback: "Failed to report user. Please try again.", toast: true },
  seal: { fallback: "Failed to seal your line. Please try again." },
  answer: { fallback: "Failed to keep your answer. Please try again." },
  unseal: { fallback: "Failed to take your line back. Please try again." },
} as const satisfies PageForms;
