import { z } from "zod";
import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { MIN_DISCLOSED_COUNT, MS_PER_DAY } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import {
  countSharing,
  findPeriods,
  insertPeriod,
  readDays,
  readModeration,
  readPeriods,
  readRunOfDay,
} from "~/db/operations/transparency";

/** A null `gender` means not stated, a null `preferred` means any. */
interface Group {
  gender: string | null;
  preferred: string | null;
  members: number;
  leftOut: number;
}

const groupNameSchema = z.union([
  z.object({ gender: z.string().nullable(), preferred: z.string().nullable() }),
  z.literal("others"),
]);

const disclosedGroupSchema = z.object({
  name: groupNameSchema,
  members: z.number(),
  leftOut: z.number(),
});
type DisclosedGroup = z.infer<typeof disclosedGroupSchema>;

/** How many members a run left out, by the nights that they have waited, including this run's. */
const waitsSchema = z.record(z.string().regex(/^\d+$/), z.int());
export type WaitCounts = z.infer<typeof waitsSchema>;

/** `run` is null if the run had so few members that its numbers would reveal something about them. */
const dayNumbersSchema = z.object({
  run: z
    .object({
      members: z.number(),
      pairs: z.number(),
      unmatched: z.number(),
      repeats: z.number(),
      /** Whether the run proved that no other choice would have made more pairs. */
      isProvenMaximum: z.boolean(),
      /** Absent if the run stored no waits. */
      waits: waitsSchema.optional(),
      sharing: z.number(),
    })
    .nullable(),
  groups: z.array(disclosedGroupSchema),
});
type DayNumbers = z.infer<typeof dayNumbersSchema>;

const monthNumbersSchema = z.object({
  reports: z.record(z.string(), z.number()),
  actions: z.record(z.string(), z.number()),
  /** Null if fewer than five reports were answered. */
  medianAnswerMs: z.number().nullable(),
  /** Null if no run is large enough to be shown. */
  leftOutPercent: z.number().nullable(),
  runs: z.number(),
  provenRuns: z.number(),
  /** The 99th percentile of the waits, in nights. */
  wait: z.number().nullable(),
  /** Pairs per thousand that shared a language. Null if fewer than five pairs did, or fewer than five didn't. */
  sharingPerMille: z.number().nullable(),
  groups: z.array(z.object({ name: groupNameSchema, leftOutPercent: z.number() })),
});
export type MonthNumbers = z.infer<typeof monthNumbersSchema>;

/** Today and yesterday. Earlier days can't be computed, because the data of their runs is deleted. */
const DAYS_BACK = 2;
/** A month is computed this long after its end, so that reports of its last days can still be answered. */
const MONTH_WAITS_MS = 3 * MS_PER_DAY;

const monthOf = (date: string) => date.slice(0, 7);

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return toUtcDate(Date.UTC(year, number - 2, 1)).slice(0, 7);
}

const startOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`);

/**
 * Computes each day and month only once, so that the numbers stay the same when members leave. Never throws, because
 * nothing waits for it.
 */
export async function computeTransparency(
  deps: Pick<Deps, "db" | "clock" | "logger">,
): Promise<void> {
  const now = deps.clock.now();
  try {
    const days = Array.from({ length: DAYS_BACK }, (_, i) => toUtcDate(now - i * MS_PER_DAY));
    const month = monthBefore(monthOf(toUtcDate(now - MONTH_WAITS_MS)));
    const known = await findPeriods(deps.db, [...days, month]);
    for (const date of days.filter((one) => !known.has(one))) {
      const numbers = await countDay(deps, date);
      if (!numbers) continue;
      const content = JSON.stringify(numbers);
      await insertPeriod(deps.db, { period: date, content, computedAt: now });
    }
    if (known.has(month)) return;
    const numbers = await countMonth(deps, month);
    // A month before the first run is not stored.
    if (numbers.runs === 0 && Object.keys(numbers.reports).length === 0) return;
    const content = JSON.stringify(numbers);
    await insertPeriod(deps.db, { period: month, content, computedAt: now });
  } catch (error) {
    deps.logger.error("transparency.failed", error);
  }
}

async function countDay({ db }: Pick<Deps, "db">, date: string): Promise<DayNumbers | null> {
  const found = await readRunOfDay(db, date);
  if (!found) return null;
  const { members, pairs, unmatched, repeats, provenMaximum, waits } = found.run;
  if (members < 2 * MIN_DISCLOSED_COUNT) return { run: null, groups: [] };
  const { sharing } = await countSharing(db, date);
  const groups = found.groups.map(({ left_out, ...group }) => ({ ...group, leftOut: left_out }));
  return {
    run: {
      ...{ members, pairs, unmatched, repeats },
      isProvenMaximum: provenMaximum,
      ...(waits === null ? {} : { waits: parseJson(waitsSchema, waits) }),
      sharing,
    },
    groups: discloseGroups(groups),
  };
}

async function countMonth({ db }: Pick<Deps, "db">, month: string): Promise<MonthNumbers> {
  const rows = await readDays(db, month);
  const days = rows.map(({ content }) => parseJson(dayNumbersSchema, content));
  const from = startOf(month);
  const to = startOf(toUtcDate(from + 31 * MS_PER_DAY).slice(0, 7));
  const { reports, actions, median } = await readModeration(db, { from, to });
  const toCounts = (counts: { name: string; count: number }[]) =>
    Object.fromEntries(counts.map(({ name, count }) => [name, count]));
  const runs = days.flatMap(({ run }) => run ?? []);
  const total = { members: 0, leftOut: 0 };
  for (const { members, unmatched } of runs) {
    total.members += members;
    total.leftOut += unmatched;
  }
  return {
    reports: toCounts(reports),
    actions: toCounts(actions),
    medianAnswerMs: median,
    leftOutPercent: toPercent(total),
    runs: days.length,
    wait: summariseWaits(runs),
    sharingPerMille: toSharingPerMille(runs),
    provenRuns: runs.filter(({ isProvenMaximum }) => isProvenMaximum).length,
    groups: sumGroups(days),
  };
}

const toPercent = ({ members, leftOut }: { members: number; leftOut: number }) =>
  members === 0 ? null : Math.round((100 * leftOut) / members);

function toSharingPerMille(runs: NonNullable<DayNumbers["run"]>[]): number | null {
  let [pairs, shared] = [0, 0];
  for (const { pairs: made, sharing } of runs) {
    pairs += made;
    shared += sharing;
  }
  const isDisclosed = Math.min(shared, pairs - shared) >= MIN_DISCLOSED_COUNT;
  return isDisclosed ? Math.round((1000 * shared) / pairs) : null;
}

const SHARE = 0.99;

/**
 * The 99th percentile of the waits, in nights. Each member counts once per run, a paired member with 0 nights. At least
 * the four longest waits are ignored, because a single member's wait must not be public.
 * @returns null if no run has stored waits, or the runs have fewer than five members
 */
export function summariseWaits(
  runs: readonly { members: number; waits?: WaitCounts | undefined }[],
): number | null {
  const places: number[] = [];
  let total = 0;
  for (const { members, waits } of runs) {
    if (!waits) continue;
    total += members;
    for (const [key, count] of Object.entries(waits)) {
      const nights = Number(key);
      places[nights] = (places[nights] ?? 0) + count;
    }
  }
  if (total < MIN_DISCLOSED_COUNT) return null;
  const beyond = Math.max(Math.floor(total * (1 - SHARE)) + 1, MIN_DISCLOSED_COUNT);
  let reached = 0;
  for (let nights = places.length - 1; nights > 0; nights--) {
    reached += places[nights] ?? 0;
    if (reached >= beyond) return nights;
  }
  return 0;
}

/**
 * Merges groups of fewer than five members into `others`. If `others` is still too small, the smallest shown group
 * joins it, because a hidden `others` would follow from the total. With fewer than five members in all, the list is
 * empty.
 */
export function discloseGroups(groups: readonly Group[]): DisclosedGroup[] {
  const sorted = [...groups].sort((one, other) => other.members - one.members);
  const shown = sorted.filter(({ members }) => members >= MIN_DISCLOSED_COUNT);
  const others = { members: 0, leftOut: 0 };
  const add = ({ members, leftOut }: Group) => {
    others.members += members;
    others.leftOut += leftOut;
  };
  sorted.filter(({ members }) => members < MIN_DISCLOSED_COUNT).forEach(add);
  while (others.members > 0 && others.members < MIN_DISCLOSED_COUNT) {
    const smallest = shown.pop();
    if (!smallest) return [];
    add(smallest);
  }
  const named = shown.map(({ gender, preferred, members, leftOut }) => ({
    name: { gender, preferred },
    members,
    leftOut,
  }));
  return others.members === 0 ? named : [...named, { name: "others" as const, ...others }];
}

function sumGroups(days: DayNumbers[]): MonthNumbers["groups"] {
  const sums = new Map<string, DisclosedGroup>();
  for (const { groups } of days) {
    for (const group of groups) {
      const key = JSON.stringify(group.name);
      const sum = sums.get(key) ?? { name: group.name, members: 0, leftOut: 0 };
      sum.members += group.members;
      sum.leftOut += group.leftOut;
      sums.set(key, sum);
    }
  }
  return [...sums.values()]
    .sort((one, other) => other.members - one.members)
    .map((sum) => ({ name: sum.name, leftOutPercent: toPercent(sum) ?? 0 }));
}

export interface Transparency {
  months: { month: string; numbers: MonthNumbers }[];
  /** Without waits and languages, which on a single day would reveal facts about single members. */
  days: { date: string; run: Omit<NonNullable<DayNumbers["run"]>, "waits" | "sharing"> | null }[];
}

const MONTHS_SHOWN = 12;
const DAYS_SHOWN = 14;

export async function readTransparency({ db }: Pick<Deps, "db">): Promise<Transparency> {
  const { months, days } = await readPeriods(db, { months: MONTHS_SHOWN, days: DAYS_SHOWN });
  return {
    months: months.map(({ period, content }) => ({
      month: period,
      numbers: parseJson(monthNumbersSchema, content),
    })),
    days: days.map(({ period, content }) => ({
      date: period,
      run: withoutDetails(parseJson(dayNumbersSchema, content).run),
    })),
  };
}

function withoutDetails(run: DayNumbers["run"]): Transparency["days"][number]["run"] {
  if (run === null) return null;
  const { waits: _, sharing: __, ...shown } = run;
  return shown;
}
