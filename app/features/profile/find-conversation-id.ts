const ID = /^[\w-]{1,64}$/;

/**
 * The conversation that a profile was opened from: the navigation's state `{ conversationId }`
 * (specification §2, Conversation), else the address's `?conversation=`. Null when neither is one.
 */
export function findConversationId(state: unknown, query: string | null): string | null {
  const fromState =
    typeof state === "object" && state !== null && "conversationId" in state
      ? state.conversationId
      : null;
  for (const id of [fromState, query]) if (typeof id === "string" && ID.test(id)) return id;
  return null;
}
