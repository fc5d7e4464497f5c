import type { ConversationStore } from "~/core/conversation/objects";
import { unavailable } from "~/core/shared/errors";
import type { Logger } from "~/core/shared/logger";
import type { Env } from "~/worker/env";
import { callObject, type Objects } from "./call-object";
import { conversationHome } from "./names";

export function createConversationStore(
  env: Pick<Env, "CONVERSATIONS">,
  logger: Logger,
): ConversationStore {
  // The platform's stub type drops members of unions such as `SendOutcome`.
  const objects = env.CONVERSATIONS as unknown as Objects<ConversationStore>;
  const call = async <Answer>(
    conversationId: string,
    work: (object: ConversationStore) => Promise<Answer>,
    isRepeatable = true,
  ): Promise<Answer> => {
    try {
      return await callObject(objects, conversationHome(conversationId), work, { isRepeatable });
    } catch (error) {
      logger.error("conversation.unreachable", error);
      throw unavailable();
    }
  };
  return {
    // If the answer is lost, a retry without a `client_id` would store the message twice.
    sendMessage: (grant, message) =>
      call(
        grant.conversationId,
        (one) => one.sendMessage(grant, message),
        message.client_id != null,
      ),
    list: (id, page) => call(id, (one) => one.list(id, page)),
    answer: (grant, answer) => call(grant.conversationId, (one) => one.answer(grant, answer)),
    listQuestions: (id, viewerId) => call(id, (one) => one.listQuestions(id, viewerId)),
    markRead: (id, readerId) => call(id, (one) => one.markRead(id, readerId)),
    summarise: (id, readerId) => call(id, (one) => one.summarise(id, readerId)),
    findUnseen: (id, readerId) => call(id, (one) => one.findUnseen(id, readerId)),
    apply: (change) => call(change.conversationId, (one) => one.apply(change)),
  };
}
