import { waitUntil } from "cloudflare:workers";
import type { ConversationChannel } from "~/core/conversation/objects";
import type { Logger } from "~/core/shared/logger";
import { withTimeLimit } from "~/core/shared/time-limit";
import type { Env } from "~/worker/env";
import { callObject, isTransient, pause, pauseWithJitter } from "./call-object";
import { SHARDS } from "./names";

/** Tries that follow after the caller has its answer. */
const LATE_TRIES = 3;
const LATE_PAUSES = { firstMs: 2_000, longestMs: 8_000 };
const MAX_WAIT_MS = 3_000;

/**
 * Calls again for some seconds if an object restarts.
 * @param keep stores sessions that couldn't be ended, so that the cron repeats the call
 */
export function createConversationChannel(
  env: Pick<Env, "CONVERSATIONS" | "LIVE">,
  logger: Logger,
  keep: (conversationId: string, sessionIds: string[]) => Promise<void>,
): ConversationChannel {
  const attempt = (call: () => Promise<void>): Promise<"done" | "retry" | "failed"> =>
    call().then(
      () => "done",
      (error) => {
        logger.error("realtime.object_unreachable", error);
        return isTransient(error) ? "retry" : "failed";
      },
    );
  const retryLater = async (call: () => Promise<void>) => {
    for (let tries = 1; tries <= LATE_TRIES; tries++) {
      await pause(pauseWithJitter(tries, LATE_PAUSES));
      if ((await attempt(call)) !== "retry") return;
    }
  };
  const tell = async (call: () => Promise<void>, keepForLater?: () => Promise<void>) => {
    const outcome = await attempt(call);
    if (outcome === "done") return;
    if (outcome === "retry") waitUntil(retryLater(call));
    await keepForLater?.().catch((error) => logger.error("job.failed", error));
  };
  const endInShards = (sessionIds: string[], memberIds: string[]) =>
    SHARDS.map((shard) =>
      tell(() => callObject(env.LIVE, shard, (object) => object.end(sessionIds, memberIds))),
    );
  return {
    async endSessions(sessionIds, conversationIds) {
      if (sessionIds.length === 0) return;
      const kind = "end_sessions" as const;
      await waitAtMost([
        ...endInShards(sessionIds, []),
        ...conversationIds.map((conversationId) => {
          const change = { conversationId, version: 0, kind, sessionIds };
          return tell(
            () => callObject(env.CONVERSATIONS, conversationId, (object) => object.apply(change)),
            () => keep(conversationId, sessionIds),
          );
        }),
      ]);
    },
    async endMember(memberId, conversationIds) {
      await waitAtMost([
        ...endInShards([], [memberId]),
        ...conversationIds.map((id) =>
          tell(() => callObject(env.CONVERSATIONS, id, (object) => object.endMember(memberId))),
        ),
      ]);
    },
  };
}

async function waitAtMost(work: Promise<unknown>[]): Promise<void> {
  const all = Promise.all(work);
  waitUntil(all);
  await withTimeLimit(all, MAX_WAIT_MS).catch(() => {});
}
