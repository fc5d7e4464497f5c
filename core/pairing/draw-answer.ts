import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { DRAW_ANSWER_KEPT_MS, type DrawAnswer, spreadFor } from "~/core/shared/draw-poll";
import { findDrawn } from "~/db/pairing/pairing-runs";

const NOT_YET: DrawAnswer = { published: false, spread_s: 0 };

/**
 * Each isolate has one reader. It queries the database at most once per {@link DRAW_ANSWER_KEPT_MS} until today's run
 * is published, and then no more that day. A request that comes during a query gets the kept answer, because in a
 * Worker one request must not wait for another's I/O.
 */
export function createDrawReader() {
  let kept = { date: "", answer: NOT_YET, askAt: 0 };
  return async (deps: Pick<Deps, "db" | "clock" | "logger">): Promise<DrawAnswer> => {
    const now = deps.clock.now();
    const date = toUtcDate(now);
    if (kept.date !== date) kept = { date, answer: NOT_YET, askAt: now };
    const own = kept;
    if (own.answer.published || now < own.askAt) return own.answer;
    own.askAt = now + DRAW_ANSWER_KEPT_MS;
    try {
      const drawn = await findDrawn(deps.db, date);
      if (drawn) own.answer = { published: true, spread_s: spreadFor(drawn.members) };
    } catch (error) {
      deps.logger.error("draw.unread", error);
    }
    return own.answer;
  };
}
