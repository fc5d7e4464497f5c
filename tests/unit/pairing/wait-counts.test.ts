import { expect, it } from "vitest";
import { summariseWaits, type WaitCounts } from "~/core/operations/transparency";

it.each<[string, { members: number; waits?: WaitCounts }[], ReturnType<typeof summariseWaits>]>([
  ["no run", [], null],
  ["runs that kept no waits", [{ members: 900 }], null],
  ["fewer than five places", [{ members: 4, waits: { 9: 4 } }], null],
  ["runs without a wait", [{ members: 100, waits: {} }], 0],
  ["one member's own wait", [{ members: 100, waits: { 1: 8, 40: 1 } }], 1],
  ["four members' waits", [{ members: 5000, waits: { 1: 300, 2: 60, 7: 4 } }], 2],
  ["five members' waits", [{ members: 5000, waits: { 1: 300, 2: 60, 7: 5 } }], 2],
  ["a wait of exactly one place in a hundred", [{ members: 1000, waits: { 1: 90, 3: 10 } }], 1],
  [
    "a wait of one place more than one in a hundred",
    [{ members: 1000, waits: { 1: 90, 3: 11 } }],
    3,
  ],
  [
    "places of several runs",
    [
      { members: 500, waits: { 2: 3 } },
      { members: 400 },
      { members: 500, waits: { 2: 3, 1: 100 } },
    ],
    1,
  ],
])(
  "summariseWaits gives the 99th percentile of the waits, and ignores the four longest: %s",
  (_, runs, shown) => {
    expect(summariseWaits(runs)).toEqual(shown);
  },
);
