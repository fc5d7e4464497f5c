import { expect, it } from "vitest";
import { MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { formatCountdown, lastMidnightUtc, nextMidnightUtc } from "~/core/shared/countdown";

it.each([
  [0, "Expired"],
  [-1, "Expired"],
  [1, "in less than a minute"],
  [MS_PER_MINUTE - 1, "in less than a minute"],
  [MS_PER_MINUTE, "in 1 minute"],
  [2 * MS_PER_MINUTE - 1, "in 1 minute"],
  [59 * MS_PER_MINUTE, "in 59 minutes"],
  [MS_PER_HOUR, "in 1 hour"],
  [MS_PER_HOUR + MS_PER_MINUTE - 1, "in 1 hour"],
  [2 * MS_PER_HOUR + 5 * MS_PER_MINUTE, "in 2 hours and 5 minutes"],
  [3 * MS_PER_HOUR + 5 * MS_PER_MINUTE, "in 3 hours"],
])("a countdown of %d ms reads '%s'", (left, words) => {
  expect(formatCountdown(left)).toBe(words);
});

it("midnight is the first moment of its own date", () => {
  const midnight = Date.parse("2026-06-11T00:00:00Z");
  expect(lastMidnightUtc(midnight)).toBe(midnight);
  expect(lastMidnightUtc(midnight + 24 * MS_PER_HOUR - 1)).toBe(midnight);
  expect(nextMidnightUtc(midnight - 1)).toBe(midnight);
});
