import { type Population, PopulationBuilder } from "@happenstance/matching";
import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, RECENT_PAIR_DAYS } from "~/core/shared/constants";
import { memberSchema } from "~/core/shared/contract/members";
import { roundDegrees } from "~/core/shared/coordinates";
import { parseJson } from "~/core/shared/parse";
import { offsetOfTimezone } from "~/core/shared/timezones";
import type { RunMoment } from "~/db/pairing/participation";
import {
  countSpeakers,
  type PairsPage,
  type PreviousRun,
  readBlocks,
  readCandidates,
  readKeptPairs,
  readPairsOfDate,
} from "~/db/pairing/population";
import { countedLanguages } from "./counted-languages";
import { AGES, addTolerance } from "./matching-rules";
import { MemberKeys } from "./member-keys";
import { pageSizesFor } from "./page-sizes";

/** Most members for whom memory is reserved at the start, 60 bytes each. */
const MAX_EXPECTED = 150_000;

interface LoadedPopulation {
  population: Population;
  keys: MemberKeys;
}

export interface PopulationRequest extends RunMoment {
  /** A member whose partner in the previous run never opened the conversation is marked as unanswered. */
  previous: PreviousRun | null;
  greatestKey: number;
}

/**
 * Reads members, blocks and the pairs of the last 30 days, page by page. Places are coarse and distance limits get a
 * tolerance (docs/rules.md#places), so a pairing reveals no more of a member's place than a partner sees. Languages
 * that don't count in the run are left out (docs/rules.md#languages).
 * @param request.startedAt members who take no part at this moment are left out
 */
export async function loadPopulation(
  { db }: Pick<Deps, "db">,
  { date, startedAt, mustVerify, previous, greatestKey }: PopulationRequest,
  afterPage: () => Promise<void> = async () => {},
): Promise<LoadedPopulation> {
  // Growing would leave the smaller arrays behind. The reserve has a cap, because if many members have left, the
  // greatest key is far above their number.
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

/** Digit by digit: splitting would create a string per key. */
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
