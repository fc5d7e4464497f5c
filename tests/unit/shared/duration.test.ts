import { expect, it } from "vitest";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";

it.each([
  [1_000, "1 second"],
  [30 * MS_PER_MINUTE, "30 minutes"],
  [90 * MS_PER_MINUTE, "90 minutes"],
  [3 * MS_PER_HOUR, "3 hours"],
  [MS_PER_DAY, "24 hours"],
  [2 * MS_PER_DAY, "48 hours"],
  [3 * MS_PER_DAY, "3 days"],
  [90 * MS_PER_DAY, "90 days"],
])("a span of %i ms is called %s", (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
