/** Shown if the server or the network fails. Every other error has its own text. */
export const CONVERSATION_FAILED = {
  send: "Failed to send message. Please try again.",
  block: "Failed to block user. Please try again.",
  unblock: "Failed to unblock user",
  report: "Failed to report user. Please try again.",
  seal: "Failed to seal your line. Please try again.",
  answer: "Failed to keep your answer. Please try again.",
  unseal: "Failed to take your line back. Please try again.",
};
