import { expect, it } from "vitest";
import { countedLanguages } from "~/core/pairing/forced-meetings";

/**
 * Whether a language counts if `named` members speak it. Settled members have accounts that are old
 * enough to count.
 */
const counts = (members: number, settled: number, named: number, namedBySettled = named) =>
  countedLanguages({
    members,
    settled,
    speakers: [{ code: "eu", members: named, settled: namedBySettled }],
  }).has("eu");

it.each([
  // More than a tenth of all members, rounded up, must name the language.
  [100, 100, 10, false],
  [100, 100, 11, true],
  [91, 91, 10, false],
  [91, 91, 11, true],
  [9, 9, 1, false],
  [9, 9, 2, true],
  // More than twenty members are always enough.
  [1_000, 1_000, 20, false],
  [1_000, 1_000, 21, true],
  [200_000, 200_000, 21, true],
])(
  "in a run of %i members (%i settled), a language named by %i counts: %s",
  (members, settled, named, does) => {
    expect(counts(members, settled, named)).toBe(does);
  },
);

it.each([
  [100, 20, 50, 10, false],
  [100, 20, 50, 11, true],
  // If fewer than twenty members are settled, all members are counted.
  [100, 19, 11, 0, true],
  [100, 19, 10, 10, false],
])(
  "in a run of %i members (%i settled), a language named by %i (%i settled) counts: %s",
  (members, settled, named, bySettled, does) => {
    expect(counts(members, settled, named, bySettled)).toBe(does);
  },
);
