import type { AnswerOutcome, ConversationStore, Logger, SendOutcome } from "~/core/ports";
import { unavailable } from "~/core/shared/errors";
import type { Env } from "~/worker/env";
import { callObject } from "./call-object";
import { conversationHome } from "./session-id";

type ConversationStub = ReturnType<Env["CONVERSATIONS"]["getByName"]>;

/** The port to the conversations' objects. */
export function createConversationStore(
  env: Pick<Env, "CONVERSATIONS">,
  logger: Logger,
): ConversationStore {
  const call = async <Answer>(
    conversationId: string,
    work: (object: ConversationStub) => Promise<Answer>,
    options?: { isRepeatable: boolean },
  ): Promise<Answer> => {
    try {
      return await callObject(env.CONVERSATIONS, conversationHome(conversationId), work, options);
    } catch (error) {
      logger.error("conversation.unreachable", error);
      throw unavailable();
    }
  };
  return {
    // Without a `client_id`, a message whose answer was lost would be stored a second time.
    send: (grant, message) =>
      call<SendOutcome>(grant.conversationId, async (object) => await object.send(grant, message), {
        isRepeatable: message.client_id != null,
      }),
    findLimit: (conversationId, memberId) =>
      call(conversationId, (object) => object.findLimit(memberId)),
    list: (conversationId, page) => call(conversationId, (object) => object.list(page)),
    answer: (grant, answer) =>
      call<AnswerOutcome>(
        grant.conversationId,
        async (object) => await object.answer(grant, answer),
      ),
    findAnswerLimit: (conversationId, memberId) =>
      call(conversationId, (object) => object.findAnswerLimit(memberId)),
    listQuestions: (conversationId, viewerId) =>
      call(conversationId, (object) => object.listQuestions(viewerId)),
    markRead: (conversationId, readerId) =>
      call(conversationId, (object) => object.markRead(conversationId, readerId)),
    summarise: (conversationId, readerId) =>
      call(conversationId, (object) => object.summarise(readerId)),
    findUnseen: (conversationId, readerId) =>
      call(conversationId, (object) => object.findUnseen(readerId)),
    apply: (change) => call(change.conversationId, (object) => object.apply(change)),
  };
}
