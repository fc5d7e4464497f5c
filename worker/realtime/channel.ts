import { waitUntil } from "cloudflare:workers";
import type { ConversationChannel, Logger } from "~/core/ports";
import type { Env } from "~/worker/env";
import { conversationHome } from "./session-id";

/** When an object that can't be reached is called again. */
const RETRY_DELAYS_MS = [1_000, 4_000];
/** How long signing out waits for objects that don't answer. */
const MAX_WAIT_MS = 3_000;

/**
 * The port to live connections. A call to each object, made again once over a fresh connection, is waited for. An object
 * that can't be reached is called again for some seconds, and for sessions also by the cron until it has heard. No failure
 * reaches the caller, whose work is stored already.
 * @param keep stores that a conversation's object must still end these sessions
 */
export function createConversationChannel(
  env: Pick<Env, "CONVERSATIONS" | "MEMBERS">,
  logger: Logger,
  keep: (conversationId: string, sessionIds: string[]) => Promise<void>,
): ConversationChannel {
  const tell = async (
    call: () => Promise<void>,
    keepForLater: () => Promise<void> = async () => {},
  ): Promise<void> => {
    const tellOnce = async () => {
      try {
        await call().catch(call);
        return true;
      } catch (error) {
        logger.error("realtime.object_unreachable", error);
        return false;
      }
    };
    if (await tellOnce()) return;
    waitUntil(tryLater(tellOnce));
    await keepForLater().catch((error) => logger.error("conversation.change_failed", error));
  };
  const conversation = (id: string) => env.CONVERSATIONS.getByName(conversationHome(id));
  return {
    async endSessions(memberId, sessionIds, conversationIds) {
      if (sessionIds.length === 0) return;
      const telling = [
        // Connections that a relay holds, in a conversation or not.
        tell(() => env.MEMBERS.getByName(memberId).endSessions(sessionIds)),
        ...conversationIds.map((conversationId) =>
          tell(
            () =>
              conversation(conversationId).apply({
                conversationId,
                version: 0,
                kind: "end_sessions",
                sessionIds,
              }),
            () => keep(conversationId, sessionIds),
          ),
        ),
      ];
      await waitAtMost(Promise.all(telling));
    },
    async endMember(memberId, conversationIds) {
      const telling = [
        tell(() => env.MEMBERS.getByName(memberId).endSessions(null)),
        ...conversationIds.map((id) => tell(() => conversation(id).endMember(memberId))),
      ];
      await waitAtMost(Promise.all(telling));
    },
  };
}

async function tryLater(tellOnce: () => Promise<boolean>): Promise<void> {
  for (const delayMs of RETRY_DELAYS_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (await tellOnce()) return;
  }
}

/** Waits for work that goes on in any case, but not longer than {@link MAX_WAIT_MS}. */
async function waitAtMost(work: Promise<unknown>): Promise<void> {
  waitUntil(work);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([work, end]);
  clearTimeout(timer);
}
