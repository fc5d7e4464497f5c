import fc from "fast-check";

/** The actions, with their relative frequency. Shrinking prefers the first ones. */
const WEIGHTS = {
  write: 10,
  read: 3,
  "open tab": 2,
  "close tab": 1,
  offline: 1,
  online: 1,
  sleep: 1,
  wake: 1,
  "break lines": 2,
  "lose request": 1,
  "lose answer": 2,
  "double request": 1,
  "late request": 1,
  evict: 2,
  crash: 6,
  "fail database": 2,
  deploy: 2,
  "write all": 1,
  "read all": 2,
};
export type Action = keyof typeof WEIGHTS;

const GAPS_MS = [0, 0, 2, 7, 15, 40, 120, 700, 3_000, 9_000, 32_000];

const step = fc.record({
  gapMs: fc.constantFrom(...GAPS_MS),
  action: fc.constantFrom(
    ...Object.entries(WEIGHTS).flatMap(([action, weight]) =>
      Array<Action>(weight).fill(action as Action),
    ),
  ),
  /** Selects the member, and the device or tab. */
  who: fc.nat(3),
});

/** Everything random in a history comes from its plan, so the same plan gives the same history. */
export const planArbitrary = fc.record({
  seed: fc.nat(0xffff_ffff),
  steps: fc.array(step, { maxLength: 8, size: "max" }),
});

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type Step = Drawn<typeof step>;
export type Plan = Drawn<typeof planArbitrary>;
