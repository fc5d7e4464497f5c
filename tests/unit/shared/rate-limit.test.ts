import { expect, it } from "vitest";
import { AppError } from "~/core/shared/errors";
import { assertWithinLimits } from "~/core/shared/rate-limit";

const LIMIT = { limit: 2, windowMs: 3_600_000, refusal: "Too many." };
const NOW = 1_800_000_000_000;

/** @returns the message of the refusal and the seconds until there is room, or null if there is room */
function refusalOf(startedAt: number | null, count = 2) {
  try {
    assertWithinLimits([{ limit: LIMIT, state: { count, startedAt } }], NOW);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message, error.details.retryAfterSeconds];
  }
}

it.each([
  ["a window with room", NOW, 1, null],
  ["a full window that begins now", NOW, 2, ["Too many. Please try again in 60 minutes.", 3600]],
  [
    "a full one that ends in a second",
    NOW - 3_599_000,
    2,
    ["Too many. Please try again in 1 second.", 1],
  ],
  // Another request stored the window's first event, a moment later than `NOW`.
  [
    "a full one of a later request",
    NOW + 40,
    2,
    ["Too many. Please try again in 60 minutes.", 3600],
  ],
])("a refusal names the time until there is room: %s", (_name, startedAt, count, said) => {
  expect(refusalOf(startedAt, count)).toEqual(said);
});
