import { waitUntil } from "cloudflare:workers";
import type { ConversationChange, ConversationChannel } from "~/core/conversation/objects";
import type { Logger } from "~/core/shared/logger";
import { withTimeLimit } from "~/core/shared/time-limit";
import type { Env } from "~/worker/env";
import { pauseWithJitter } from "~/worker/live/call-object";
import { callObject, isTransient, pause } from "./call-object";
import { conversationHome, SHARDS } from "./names";

/** Retries after the caller has its answer. */
const LATE_TRIES = 3;
const LATE_PAUSES = { firstMs: 2_000, longestMs: 8_000 };
/** The longest time that signing out waits for objects that don't answer. */
const MAX_WAIT_MS = 3_000;

/**
 * Ends live connections by a call to each object. An object that restarts is called again for some
 * seconds. If the first call of a conversation's object to end sessions fails, it is also kept for
 * the cron, which retries until it succeeds. The caller's change is stored already, so the caller
 * gets no error.
 * @param keep stores that a conversation's object must still end these sessions
 */
export function createConversationChannel(
  env: Pick<Env, "CONVERSATIONS" | "LIVE">,
  logger: Logger,
  keep: (conversationId: string, sessionIds: string[]) => Promise<void>,
): ConversationChannel {
  const tell = async (
    call: () => Promise<void>,
    keepForLater: () => Promise<void> = async () => {},
  ): Promise<void> => {
    const tellOnce = async (): Promise<"done" | "may be tried again" | "failed"> => {
      try {
        await call();
        return "done";
      } catch (error) {
        logger.error("realtime.object_unreachable", error);
        return isTransient(error) ? "may be tried again" : "failed";
      }
    };
    const outcome = await tellOnce();
    if (outcome === "done") return;
    if (outcome === "may be tried again") waitUntil(tryLater(tellOnce));
    await keepForLater().catch((error) => logger.error("job.failed", error));
  };
  const apply = (change: ConversationChange) =>
    callObject(env.CONVERSATIONS, conversationHome(change.conversationId), (object) =>
      object.apply(change),
    );
  const endInShards = (sessionIds: string[], memberIds: string[]) =>
    SHARDS.map((shard) =>
      tell(() => callObject(env.LIVE, shard, (object) => object.end(sessionIds, memberIds))),
    );
  return {
    async endSessions(_memberId, sessionIds, conversationIds) {
      if (sessionIds.length === 0) return;
      const telling = [
        ...endInShards(sessionIds, []),
        ...conversationIds.map((conversationId) =>
          tell(
            () => apply({ conversationId, version: 0, kind: "end_sessions", sessionIds }),
            () => keep(conversationId, sessionIds),
          ),
        ),
      ];
      await waitAtMost(Promise.all(telling));
    },
    async endMember(memberId, conversationIds) {
      const telling = [
        ...endInShards([], [memberId]),
        ...conversationIds.map((id) =>
          tell(() =>
            callObject(env.CONVERSATIONS, conversationHome(id), (object) =>
              object.endMember(memberId),
            ),
          ),
        ),
      ];
      await waitAtMost(Promise.all(telling));
    },
  };
}

async function tryLater(tellOnce: () => Promise<string>): Promise<void> {
  for (let tries = 1; tries <= LATE_TRIES; tries++) {
    await pause(pauseWithJitter(tries, LATE_PAUSES, Math.random()));
    if ((await tellOnce()) !== "may be tried again") return;
  }
}

/** The work continues after the wait. */
async function waitAtMost(work: Promise<unknown>): Promise<void> {
  waitUntil(work);
  await withTimeLimit(work, MAX_WAIT_MS).catch(() => {});
}
