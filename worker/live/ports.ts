import type { ConversationStore, SendGrant } from "~/core/conversation/objects";
import { unavailable } from "~/core/shared/errors";
import type { LogEvent, Logger } from "~/core/shared/logger";
import type { Env } from "~/worker/env";
import { callObject, type Objects } from "./call-object";
import { conversationHome } from "./names";

/** Objects that have the methods of a port of the core, with the same names and parameters. */
interface ObjectPort<Port> {
  objects: Objects<unknown>;
  /** Gives the name of the object to call, from the call's first argument. */
  toName(first: never): string;
  methods: Record<keyof Port & string, true>;
  /** False for a call that must not happen twice. */
  isRepeatable?(method: string, input: unknown[]): boolean;
  unreachable: LogEvent;
}

function createPort<Port extends object>(
  { objects, toName, methods, isRepeatable = () => true, unreachable }: ObjectPort<Port>,
  logger: Logger,
): Port {
  type Stub = Record<string, (...input: unknown[]) => Promise<unknown>>;
  const stubs = objects as Objects<Stub>;
  const toMethod =
    (method: string) =>
    async (...input: unknown[]) => {
      const call = (object: Stub) => Promise.resolve(object[method]?.(...input));
      const options = { isRepeatable: isRepeatable(method, input) };
      try {
        return await callObject(stubs, toName(input[0] as never), call, options);
      } catch (error) {
        logger.error(unreachable, error);
        throw unavailable();
      }
    };
  return Object.fromEntries(Object.keys(methods).map((name) => [name, toMethod(name)])) as Port;
}

/** The port to the conversations' objects (`conversation-object.ts`). */
export const createConversationStore = (
  env: Pick<Env, "CONVERSATIONS">,
  logger: Logger,
): ConversationStore =>
  createPort<ConversationStore>(
    {
      objects: env.CONVERSATIONS,
      toName: (first: string | Pick<SendGrant, "conversationId">) =>
        conversationHome(typeof first === "string" ? first : first.conversationId),
      methods: {
        sendMessage: true,
        findLimit: true,
        list: true,
        answer: true,
        findAnswerLimit: true,
        listQuestions: true,
        markRead: true,
        summarise: true,
        findUnseen: true,
        apply: true,
      },
      // A message without a `client_id` whose answer was lost would be stored a second time.
      isRepeatable: (method, [, message]) =>
        method !== "sendMessage" || (message as { client_id?: string | null }).client_id != null,
      unreachable: "conversation.unreachable",
    },
    logger,
  );
