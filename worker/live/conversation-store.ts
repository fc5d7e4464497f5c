import type { ConversationStore } from "~/core/conversation/objects";
import { unavailable } from "~/core/shared/errors";
import type { Logger } from "~/core/shared/logger";
import type { Env } from "~/worker/env";
import { callObject, type Objects } from "./call-object";

/**
 * The object's class, taken from the binding, because an import of it would be circular. The platform's own stub type
 * drops members of unions such as `SendOutcome`.
 */
type Conversation =
  Env["CONVERSATIONS"] extends DurableObjectNamespace<infer Conversation>
    ? Pick<Conversation, keyof ConversationStore & keyof Conversation>
    : never;

export function createConversationStore(
  env: Pick<Env, "CONVERSATIONS">,
  logger: Logger,
): ConversationStore {
  const objects: Objects<Conversation> = env.CONVERSATIONS;
  const call = async <Answer>(
    conversationId: string,
    work: (object: Conversation) => Promise<Answer>,
    isRepeatable = true,
  ): Promise<Answer> => {
    try {
      return await callObject(objects, conversationId, work, { isRepeatable });
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
    list: (id, page) => call(id, (one) => one.list(page)),
    answer: (grant, answer) => call(grant.conversationId, (one) => one.answer(grant, answer)),
    listQuestions: (id, viewerId) => call(id, (one) => one.listQuestions(viewerId)),
    markRead: (id, readerId) => call(id, (one) => one.markRead(readerId)),
    summarise: (id, readerId) => call(id, (one) => one.summarise(readerId)),
    countUnseen: (id, readerId) => call(id, (one) => one.countUnseen(readerId)),
    apply: (change) => call(change.conversationId, (one) => one.apply(change)),
  };
}
