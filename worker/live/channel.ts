import { waitUntil } from "cloudflare:workers";
import type { ConversationChannel } from "~/core/conversation/objects";
import type { Logger } from "~/core/shared/logger";
import { withTimeLimit } from "~/core/shared/time-limit";
import type { Env } from "~/worker/env";
import { callObject } from "./call-object";
import { SHARDS } from "./names";

const MAX_WAIT_MS = 3_000;

/** @param keep stores sessions that couldn't be ended, so that the cron repeats the call */
export function createConversationChannel(
  env: Pick<Env, "CONVERSATIONS" | "LIVE">,
  logger: Logger,
  keep: (conversationId: string, sessionIds: string[]) => Promise<void>,
): ConversationChannel {
  const report = (error: unknown) => logger.error("realtime.object_unreachable", error);
  const endInShards = (sessionIds: string[], memberIds: string[]) =>
    SHARDS.map((shard) =>
      callObject(env.LIVE, shard, (object) => object.end(sessionIds, memberIds)).catch(report),
    );
  const endInConversation = async (conversationId: string, sessionIds: string[]) => {
    const change = { conversationId, version: 0, kind: "end_sessions", sessionIds } as const;
    try {
      await callObject(env.CONVERSATIONS, conversationId, (object) => object.apply(change));
    } catch (error) {
      report(error);
      await keep(conversationId, sessionIds).catch((failure) =>
        logger.error("job.failed", failure),
      );
    }
  };
  return {
    async endSessions(sessionIds, conversationIds) {
      if (sessionIds.length === 0) return;
      await waitAtMost([
        ...endInShards(sessionIds, []),
        ...conversationIds.map((id) => endInConversation(id, sessionIds)),
      ]);
    },
    async endMember(memberId, conversationIds) {
      await waitAtMost([
        ...endInShards([], [memberId]),
        ...conversationIds.map((id) =>
          callObject(env.CONVERSATIONS, id, (object) => object.endMember(memberId)).catch(report),
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
