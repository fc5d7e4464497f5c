import fc from "fast-check";

/** All that chance decides in some days of a population: the same plan runs the same way each time. */
export interface NightPlan {
  /** Seed of profiles, delays and ids, and of the moments when the plan's faults happen. */
  seed: number;
  members: number;
  days: number;
  /** Bits of {@link FAULTS} and {@link DEEDS}. Swarm testing leaves half of them out, so that the others meet more often. */
  faults: number;
  deeds: number;
  steps: NightStep[];
}

export interface NightStep {
  /** Taken modulo the days. */
  day: number;
  /** Index into {@link MOMENTS}. */
  moment: number;
  /** Index into the plan's deeds, modulo their number. */
  deed: number;
  /** Chooses the member of the deed. */
  who: number;
}

const HOUR_MS = 3_600_000;

/** Milliseconds after 00:00 UTC, half of them during the run. */
export const MOMENTS = [
  ...[3, 20, 45, 70, 95, 120, 160, 220, 300, 420],
  ...[0.03, 1, 4, 8, 12, 16, 20, 22.8, 23.4, 23.999].map((hours) => hours * HOUR_MS),
];

/** Faults that can happen at any time by chance. */
export const FAULTS = [
  "database fails",
  "database answer lost",
  "database overloaded",
  "cron late",
  "cron twice",
  "cron never",
  "crons at once",
  "worker dies",
  "object dies",
  "queue down",
  "queue doubles",
  "push gone",
  "push later",
  "push fails",
  "mail fails",
  "swizzle",
] as const;
export type NightFault = (typeof FAULTS)[number];

/** Deeds of members, admins and operators. */
export const DEEDS = [
  "register",
  "verify",
  "pause",
  "skip",
  "take part",
  "block",
  "unblock",
  "report",
  "write",
  "read",
  "answer",
  "leave address",
  "take address back",
  "look at address",
  "change wishes",
  "move",
  "delete",
  "subscribe",
  "sign out",
  "look back",
  "appeal",
  "suspend",
  "ban",
  "warn",
  "lift",
  "resolve",
  "decide",
  "trigger",
  "deploy",
  "restore",
] as const;
export type Deed = (typeof DEEDS)[number];

/** Deeds of every plan: without them nothing happens that the others could disturb. */
const USUAL = ["write", "read", "leave address", "look at address"];

const maskOf = (names: readonly string[]) =>
  names.reduce((mask, name) => mask | (1 << DEEDS.indexOf(name as Deed)), 0);

const MIN_MEMBERS = 20;
const MAX_MEMBERS = 200;

/** Most populations are small, because they find the same bugs in a tenth of the time. */
const size = fc.oneof(
  { weight: 24, arbitrary: fc.integer({ min: MIN_MEMBERS, max: 28 }) },
  { weight: 4, arbitrary: fc.integer({ min: 28, max: 70 }) },
  { weight: 1, arbitrary: fc.integer({ min: 70, max: MAX_MEMBERS }) },
);

/** Draws bits, each of which is set in half of all plans. */
const bits = (count: number) => fc.integer({ min: 0, max: 2 ** count - 1 });

/** @param maxSteps of one plan */
export const nightArbitrary = (maxSteps: number): fc.Arbitrary<NightPlan> =>
  fc.record({
    seed: fc.nat(0xffff_ffff),
    members: size,
    days: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 3, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 5, max: 10 }) },
    ),
    faults: fc.tuple(bits(FAULTS.length), bits(FAULTS.length), fc.nat(3)).map(
      // A quarter of the plans has no fault, so that everything must happen exactly once.
      ([some, few, kind]) => (kind === 0 ? 0 : kind === 1 ? some : some & few),
    ),
    deeds: bits(DEEDS.length).map((mask) => mask | maskOf(USUAL)),
    // Without fast-check's bias towards short lists, which would be days with few deeds.
    steps: fc.noBias(
      fc.array(
        fc.record({
          day: fc.nat(9),
          moment: fc.nat(MOMENTS.length - 1),
          deed: fc.nat(0xffff),
          who: fc.nat(0xffff),
        }),
        { maxLength: maxSteps, size: "max" },
      ),
    ),
  });

export const deedsOf = ({ deeds }: Pick<NightPlan, "deeds">): Deed[] =>
  DEEDS.filter((_, i) => deeds & (1 << i));

export const faultsOf = ({ faults }: Pick<NightPlan, "faults">): Set<NightFault> =>
  new Set(FAULTS.filter((_, i) => faults & (1 << i)));

export function deedOf(plan: NightPlan, { deed }: NightStep): Deed {
  const deeds = deedsOf(plan);
  return deeds[deed % deeds.length] as Deed;
}

/** Writes a plan as text. */
export function describeNights(plan: NightPlan): string {
  const { seed, members, days, steps } = plan;
  const lines = steps
    .map((step) => ({ ...step, day: step.day % days }))
    .sort((one, other) => one.day - other.day || one.moment - other.moment)
    .map((step) => {
      const at = new Date(MOMENTS[step.moment] ?? 0).toISOString().slice(11, 23);
      return `  day ${step.day}, ${at}: ${deedOf(plan, step)} (member ${step.who % members})`;
    });
  const faults = [...faultsOf(plan)].join(", ") || "none";
  return [`seed ${seed}, ${members} members, ${days} days, faults: ${faults}`, ...lines].join("\n");
}
