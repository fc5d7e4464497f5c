import type { CloseReason, ConversationChannel, Logger } from "~/core/ports";
import type { MessageDto } from "~/core/shared/dto";
import type { Env } from "~/worker/env";
import { conversationHome, listLobbies } from "./home";
import { type Peer, Peers } from "./peers";

/** When a conversation that can't be told is told again. Nobody waits for it but those who would not hear otherwise. */
const RETRY_DELAYS_MS = [1_000, 4_000];

/**
 * The port by which services reach the live side. One call to the conversation's object each, made again once over a
 * fresh connection, and what is published for some seconds more; no failure reaches the caller, whose work is stored already.
 */
export function createConversationChannel(
  env: Pick<Env, "CONVERSATIONS">,
  logger: Logger,
): ConversationChannel {
  const peers = new Peers(env.CONVERSATIONS, (event, error) => logger.error(event, error));
  const publish = async (conversationId: string, event: string, payload: unknown) => {
    const message = { event, payload, exceptMemberId: null };
    const publishOnce = (peer: Peer) => peer.publish(conversationId, message).then(() => true);
    for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (await peers.tell(conversationHome(conversationId), publishOnce)) return;
    }
  };
  const tellConversation = async (
    conversationId: string,
    work: (peer: Peer) => Promise<void>,
  ): Promise<void> => {
    await peers.tell(conversationHome(conversationId), work);
  };
  return {
    publishMessage: (conversationId: string, message: MessageDto) =>
      publish(conversationId, "new_message", message),
    publishRead: (conversationId: string, read: { reader_id: string; up_to: string }) =>
      publish(conversationId, "messages_read", { conversationId, ...read }),
    close: (conversationId: string, reason: CloseReason) =>
      tellConversation(conversationId, (peer) => peer.close(conversationId, reason)),
    async endSessions(sessionIds: string[], conversationIds: string[]) {
      if (sessionIds.length === 0) return;
      // A connection that has joined nothing lives in a lobby, and nobody knows in which one.
      const homes = new Set([...conversationIds.map(conversationHome), ...listLobbies()]);
      await Promise.all(
        [...homes].map((home) => peers.tell(home, (peer) => peer.endSessions(sessionIds))),
      );
    },
    purge: (conversationId: string) =>
      tellConversation(conversationId, (peer) => peer.close(conversationId, "ended")),
  };
}
