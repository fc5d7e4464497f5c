import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { DRAW_ANSWER_KEPT_MS, type DrawAnswer, spreadFor } from "~/core/shared/draw-poll";
import { findDrawn } from "~/db/pairing/pairing-runs";

const NOT_YET: DrawAnswer = { published: false, spread_s: 0 };

/**
 * Each isolate has one reader. Until today's run is published, it queries the database at most once per {@link
 * DRAW_ANSWER_KEPT_MS}, and afterwards not again that day. A request during a query gets the previous answer, because a
 * Worker's request must not wait for another request's I/O.
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
