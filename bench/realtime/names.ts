export const SECRET = "a secret for measuring, of some length";

/** @param side 0 or 1 */
export const nameMember = (conversation: number, side: number) => ({
  conversationId: `conversation-${conversation}`,
  memberId: `member-${conversation}-${side}`,
  sessionId: `session-${conversation}-${side}`,
});
