import fc from "fast-check";

/** All that chance decides in one history: the same plan runs the same way each time. */
export interface Plan {
  /** Seed of all delays and keys. */
  seed: number;
  /** End of the day in milliseconds after the beginning; null if the history ends long before it. */
  expiresAfterMs: number | null;
  steps: Step[];
}

export interface Step {
  /** Index into {@link GAPS_MS}: time since the step before. */
  gap: number;
  /** Index into {@link ACTIONS}. */
  action: number;
  /** Chooses the member, and the device or tab. */
  who: number;
  /** Trips, requests or steps before a fault takes effect; for an answer, its level. */
  count: number;
}

export const GAPS_MS = [0, 0, 2, 7, 15, 40, 120, 700, 3_000, 9_000, 32_000];

/** Ends of the days that end early, in milliseconds after the beginning. */
const EXPIRY_MS = [700, 4_000, 40_000];

/** Actions, and how often each is drawn. Shrinking prefers earlier ones. */
const WEIGHTS = {
  write: 10,
  read: 5,
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
  "crash after": 4,
  "crash within": 2,
  "fail before": 1,
  "fail after": 1,
  deploy: 1,
  deliver: 1,
  "write all": 1,
  answer: 6,
  block: 2,
  unblock: 2,
  "sign out": 2,
  delete: 2,
};
export type Action = keyof typeof WEIGHTS;
export const ACTIONS = Object.entries(WEIGHTS).flatMap(([action, weight]) =>
  Array.from({ length: weight }, () => action as Action),
);

const step: fc.Arbitrary<Step> = fc
  .tuple(fc.nat(ACTIONS.length - 1), fc.nat(GAPS_MS.length - 1), fc.nat(3), fc.nat(5))
  .map(([action, gap, who, count]) => ({ gap, action, who, count }));

/** @param maxSteps of one history */
export const planArbitrary = (maxSteps: number): fc.Arbitrary<Plan> =>
  fc
    .tuple(
      fc.array(step, { maxLength: maxSteps, size: "max" }),
      fc.nat(0xffff_ffff),
      fc.nat(EXPIRY_MS.length + 7),
    )
    .map(([steps, seed, expiry]) => ({
      seed,
      expiresAfterMs: EXPIRY_MS[expiry - 8] ?? null,
      steps,
    }));

/** Writes a plan as text. */
export function describePlan({ seed, expiresAfterMs, steps }: Plan): string {
  const lines = steps.map(
    ({ gap, action, who, count }) =>
      `  +${GAPS_MS[gap]} ms: ${ACTIONS[action]} (who ${who}, count ${count})`,
  );
  const day = expiresAfterMs === null ? "" : `, the day ends after ${expiresAfterMs} ms`;
  return [`seed ${seed}${day}`, ...lines].join("\n");
}
