import { waitUntil } from "cloudflare:workers";
import type { ConversationChange, ConversationChannel, Logger } from "~/core/ports";
import { pauseWithJitter } from "~/core/shared/backoff";
import { withTimeLimit } from "~/core/shared/time-limit";
import type { Env } from "~/worker/env";
import { callObject, isTransient, pause } from "./call-object";
import { conversationHome } from "./session-id";

/** Tries after the answer, for an object that may come back, and the bounds of the pauses before each. */
const LATE_TRIES = 3;
const LATE_PAUSES = { firstMs: 2_000, longestMs: 8_000 };
/** Time that signing out waits for objects that don't answer. */
const MAX_WAIT_MS = 3_000;

/**
 * The port to live connections. A call to each object is waited for. An object that restarts is called again for some seconds,
 * and for ended sessions the cron also calls any that failed, until a call succeeds. No failure reaches the caller, whose work is stored already.
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
  const endOfMember = (memberId: string, sessionIds: string[] | null) =>
    callObject(env.MEMBERS, memberId, (object) => object.endSessions(sessionIds));
  return {
    async endSessions(memberId, sessionIds, conversationIds) {
      if (sessionIds.length === 0) return;
      const telling = [
        // Connections that a relay holds, in a conversation or not.
        tell(() => endOfMember(memberId, sessionIds)),
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
        tell(() => endOfMember(memberId, null)),
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

/** Waits at most {@link MAX_WAIT_MS} for work, which goes on after that. */
async function waitAtMost(work: Promise<unknown>): Promise<void> {
  waitUntil(work);
  await withTimeLimit(work, MAX_WAIT_MS).catch(() => {});
}
