import type { Deps } from "~/core/deps";

/** Conversations told of their end at once. */
const CONCURRENCY = 50;
/**
 * Each takes a call, two when its object restarts meanwhile (up to six while it can't be reached), and a Worker may
 * make 10,000 in one invocation (1,000 of them are D1's).
 */
const MAX_CLOSED = 4_000;

/**
 * Tells the conversations that a run ended before their time, so that an open screen hears of it.
 * Those beyond a Worker's calls are not told: their members are refused at the next message, and see
 * today's conversation at the next look. Those that expire are closed by their own alarm.
 */
export async function closeEnded(
  { channel, logger }: Pick<Deps, "channel" | "logger">,
  conversationIds: string[],
): Promise<void> {
  const waiting = conversationIds.slice(0, MAX_CLOSED);
  const untold = conversationIds.length - waiting.length;
  if (untold > 0) logger.warn("pairing.ends_untold", { untold });
  const closeNext = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      await channel.close(id, "ended");
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, waiting.length) }, closeNext));
}
