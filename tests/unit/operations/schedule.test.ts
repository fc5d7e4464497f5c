import { describe, expect, it } from "vitest";
import { MOST_TRIES, planRetry } from "~/core/operations/schedule";
import { MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import type { JobKind } from "~/db/operations/jobs";

const NOW = 1_000_000;
const NEVER_PARKED: JobKind[] = ["close", "erase", "record"];
const PARKED_IN_THE_END: JobKind[] = ["reopen", "end_sessions", "close_ended", "import", "fan_out"];

const pauseOf = (kind: JobKind, attempts: number, chance: number) => {
  const plan = planRetry({ kind, attempts }, NOW, chance);
  return plan.outcome === "parked" ? "parked" : plan.nextAttemptAt - NOW;
};

describe("a job that failed", () => {
  it("a failed job waits for a random time below a bound that doubles with each attempt", () => {
    const pauses = [1, 2, 3, 4].map((attempts) => pauseOf("import", attempts, 0.5));
    expect(pauses).toEqual([1, 2, 4, 8].map((minutes) => minutes * MS_PER_MINUTE));
    expect(pauseOf("import", 4, 0)).toBe(0);
    expect(pauseOf("import", MOST_TRIES - 1, 0.999)).toBeLessThan(2 * MS_PER_HOUR);
  });

  it.each(PARKED_IN_THE_END)("a failed job is parked after its last attempt: %s", (kind) => {
    expect(pauseOf(kind, MOST_TRIES - 1, 0.5)).not.toBe("parked");
    expect(pauseOf(kind, MOST_TRIES, 0.5)).toBe("parked");
  });

  it.each(NEVER_PARKED)("a stuck job is tried every hour without end: %s", (kind) => {
    for (const attempts of [MOST_TRIES, MOST_TRIES + 1, 10_000]) {
      expect(planRetry({ kind, attempts }, NOW, 0.5)).toEqual({
        outcome: "stuck",
        nextAttemptAt: NOW + MS_PER_HOUR,
      });
    }
    expect(pauseOf(kind, MOST_TRIES - 1, 0.999)).toBeLessThanOrEqual(MS_PER_HOUR);
  });
});
