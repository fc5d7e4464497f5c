import {
  type AgeRule,
  type MatchResult,
  matchPopulation,
  type Population,
  PopulationBuilder,
} from "@happenstance/matching";
import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_TOLERANCE_KM,
  MINIMUM_AGE_YEARS,
  MS_PER_DAY,
  RECENT_PAIR_DAYS,
} from "~/core/shared/constants";
import { memberSchema } from "~/core/shared/contract/members";
import { roundDegrees } from "~/core/shared/coordinates";
import { parseJson } from "~/core/shared/parse";
import { offsetOfTimezone } from "~/core/shared/timezones";
import type { MemberKey } from "~/db/pairing/pairing-runs";
import type { RunMoment } from "~/db/pairing/participation";
import {
  countSpeakers,
  type PairsPage,
  type PreviousRun,
  readBlocks,
  readCandidates,
  readGreatestKey,
  readKeptPairs,
  readPairsOfDate,
} from "~/db/pairing/population";
import { choicesForWait, countedLanguages } from "./forced-meetings";

export const AGES: AgeRule = {
  adult: MINIMUM_AGE_YEARS,
  youngest: AGE_PREFERENCE_MIN,
  oldest: AGE_PREFERENCE_MAX,
};

/** Places are rounded, so without a tolerance a pair within its limits could be refused. */
export function addTolerance(distance: number | null): number | null {
  return distance === null ? null : distance + DISTANCE_TOLERANCE_KM;
}

/**
 * Rows per page. Small pages use the least memory. Large pages need the fewest calls with answers below a megabyte: a
 * Worker can make 1,000 D1 calls per invocation, and a run of a million members with a month of history makes about
 * 690.
 */
const SMALL_PAGES = { members: 2_500, pairs: 10_000 };
const LARGE_PAGES = { members: 5_500, pairs: 60_000 };
const MOST_FOR_SMALL_PAGES = 200_000;

export const pageSizesFor = (greatestKey: number) =>
  greatestKey <= MOST_FOR_SMALL_PAGES ? SMALL_PAGES : LARGE_PAGES;

/** Memory is reserved for at most this many members, 60 bytes each. */
const MAX_EXPECTED = 150_000;

/**
 * The members that a run has read: their keys, which must be added in ascending order, and registration times. Typed
 * arrays need only 16 bytes per member.
 */
export class MemberKeys {
  #keys: Float64Array<ArrayBuffer>;
  #createdAt: Float64Array<ArrayBuffer>;
  #length = 0;

  constructor(expectedSize: number) {
    this.#keys = new Float64Array(Math.max(16, expectedSize));
    this.#createdAt = new Float64Array(this.#keys.length);
  }

  add(key: number, createdAt: number): void {
    if (this.#length === this.#keys.length) {
      this.#keys = grow(this.#keys);
      this.#createdAt = grow(this.#createdAt);
    }
    this.#keys[this.#length] = key;
    this.#createdAt[this.#length++] = createdAt;
  }

  get greatest(): number {
    return this.#length > 0 ? (this.#keys[this.#length - 1] as number) : -1;
  }

  get length(): number {
    return this.#length;
  }

  find(key: number): MemberKey {
    let from = 0;
    let to = this.#length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#keys[middle] as number) < key) from = middle + 1;
      else to = middle;
    }
    if (this.#keys[from] !== key) throw new Error("unknown member key");
    return [key, this.#createdAt[from] as number];
  }
}

function grow(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  // Grows by half, because doubling would leave megabytes unused in a large run.
  const larger = new Float64Array(Math.ceil(values.length * 1.5));
  larger.set(values);
  return larger;
}

interface PopulationRequest extends RunMoment {
  /** A member whose partner in the previous run never opened the conversation is marked as unanswered. */
  previous: PreviousRun | null;
}

/**
 * Rounds places and adds a tolerance to distance limits (docs/rules.md#places), so that a pairing reveals no more of a
 * member's place than a partner sees.
 */
export async function loadPopulation(
  { db }: Pick<Deps, "db">,
  { date, startedAt, mustVerify, previous }: PopulationRequest,
  afterPage: () => Promise<void> = async () => {},
): Promise<{ population: Population; keys: MemberKeys }> {
  const greatestKey = await readGreatestKey(db);
  // Memory is reserved in advance, because growing arrays would leave smaller copies as garbage. The reserve has a cap,
  // because after many deletions the greatest key far exceeds the number of members.
  const expectedSize = Math.min(greatestKey, MAX_EXPECTED);
  const builder = new PopulationBuilder({ date, ages: AGES, expectedSize });
  const keys = new MemberKeys(expectedSize);
  const sizes = pageSizesFor(greatestKey);
  const counted = countedLanguages(await countSpeakers(db, { date, startedAt, mustVerify }));
  for (let afterKey = -1; ; ) {
    const page = await readCandidates(db, {
      afterKey,
      limit: sizes.members,
      date,
      startedAt,
      mustVerify,
      previous,
    });
    for (const row of page) {
      keys.add(row[0], row[1]);
      builder.add({
        key: row[0],
        gender: row[2],
        preferredMatchGender: row[3],
        dob: row[4],
        minimumAge: row[5],
        maximumAge: row[6],
        latitude: roundDegrees(row[7]),
        longitude: roundDegrees(row[8]),
        distance: addTolerance(row[9]),
        waited: row[10],
        wasUnanswered: row[11] === 1,
        utcOffset: offsetOfTimezone(row[12]),
        languages:
          row[13] === "[]"
            ? null
            : parseJson(memberSchema.shape.languages, row[13]).filter((code) => counted.has(code)),
        since: row[14],
        acceptedUntil: row[15],
      });
    }
    await afterPage();
    const last = page.at(-1);
    if (!last || page.length < sizes.members) break;
    afterKey = last[0];
  }
  async function readAll(
    read: (page: { afterKey: number; limit: number }) => Promise<PairsPage>,
    take: (one: number, other: number) => void,
  ): Promise<void> {
    for (let afterKey: number | null = -1; afterKey !== null; ) {
      const page: PairsPage = await read({ afterKey, limit: sizes.pairs });
      takePairs(page.keys, take);
      afterKey = page.nextKey;
      await afterPage();
    }
  }
  await readAll(
    (page) => readBlocks(db, page),
    (blocker, blocked) => builder.addBlock(blocker, blocked),
  );
  for (let day = RECENT_PAIR_DAYS; day >= 0; day--) {
    const past = toUtcDate(Date.parse(date) - day * MS_PER_DAY);
    await readAll(
      (page) => readPairsOfDate(db, { ...page, date: past }),
      (user1, user2) => builder.addRecentPair(user1, user2),
    );
  }
  await readAll(
    (page) => readKeptPairs(db, { ...page, date }),
    (one, other) => builder.addRecentPair(one, other),
  );
  return { population: builder.build(), keys };
}

/** Reads digit by digit, because splitting would create a string per key. */
function takePairs(keys: string, take: (one: number, other: number) => void): void {
  const SPACE = 32;
  const ZERO = 48;
  let first = -1;
  let key = 0;
  for (let i = 0; i <= keys.length; i++) {
    const code = i < keys.length ? keys.charCodeAt(i) : SPACE;
    if (code !== SPACE) {
      key = key * 10 + (code - ZERO);
    } else if (first < 0) {
      first = key;
      key = 0;
    } else {
      take(first, key);
      first = -1;
      key = 0;
    }
  }
}

/** Added to the lease, because the engine can't renew it while it computes. The engine needs far less time. */
export const MATCH_LEASE_MS_PER_MEMBER = 0.5;

/**
 * The most edges in the search for the fewest repeats, 16 bytes each. They are enough to prove the minimum for about
 * 23,000 members. For 100,000 members, 450,000 edges would avoid 62 of 539 repeats, but take 30 MB more and four times
 * the CPU time.
 */
const MAX_EDGES = 100_000;

interface Steps {
  afterPage: () => Promise<void>;
  beforeMatch: (size: number) => Promise<void>;
}

export async function matchMembers(
  deps: Pick<Deps, "db">,
  { seed, ...request }: PopulationRequest & { seed: string },
  { afterPage, beforeMatch }: Partial<Steps> = {},
): Promise<{ matching: MatchResult; keys: MemberKeys }> {
  const { population, keys } = await loadPopulation(deps, request, afterPage);
  const { size } = population;
  await beforeMatch?.(size);
  const matching = matchPopulation(population, {
    seed,
    leastChoices: choicesForWait(size),
    // About 60 MB and 30 s of CPU time for 100,000 members, which a Worker can afford.
    workLimit: 1e8 + 500 * size,
    maxEdges: MAX_EDGES,
  });
  return { matching, keys };
}
