import { type MatchResult, Random } from "@happenstance/matching";
import type { Deps } from "~/core/deps";
import { envelopesOf, introductionsOf } from "~/core/notices/fan-out";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_SECOND, WHY_SAMPLE_MEMBERS } from "~/core/shared/constants";
import {
  countPairings,
  deleteBlockedPairs,
  insertDayOffs,
  insertPairings,
  type LeftOut,
  publishRun,
  type RunBasis,
  renewLease,
  type WrittenPair,
} from "~/db/pairing/pairing-runs";
import type { RunMoment } from "~/db/pairing/participation";
import { insertSample, insertSnapshot, snapshotSteps } from "~/db/pairing/run-snapshots";
import { listUndecided, storeDecided } from "~/db/pairing/waits";
import type { MemberKeys } from "./match-members";

/**
 * Short, so that a retry after a crash needn't wait long. If the first writer is still at work after a takeover, its
 * writes fail.
 */
export const LEASE_MS = 20 * MS_PER_SECOND;

/** Pairs per statement. A statement with 5,000 pairs took 2.6 s on a busy machine, more than our limit of 2 s. */
export const WRITTEN_PAIRS = 2_500;
/** Left-out members per statement. Writing one takes about a tenth of the time of a pair. */
export const WRITTEN_DAY_OFFS = 10_000;
/** The most members whose waits one statement changes. A single statement for a million members took 3.4 s. */
const MEMBERS_PER_WAIT_PART = 250_000;

export const waitPartsFor = (members: number): number =>
  Math.ceil(members / MEMBERS_PER_WAIT_PART) || 1;

const MAX_SETTLEMENTS = 20;

interface WrittenRun extends RunMoment {
  runId: string;
  seed: string;
  expiresAt: number;
}

/** Every method throws once another writer has taken the run over. */
export class RunWriter {
  readonly #deps: Deps;
  readonly #run: WrittenRun;
  #renewedAt: number;
  #fewChoices: ReadonlySet<number> = new Set();

  constructor(deps: Deps, run: WrittenRun) {
    this.#deps = deps;
    this.#run = run;
    this.#renewedAt = run.startedAt;
  }

  async showLife(): Promise<void> {
    if (this.#deps.clock.now() - this.#renewedAt >= LEASE_MS / 4) await this.renewLease(LEASE_MS);
  }

  async renewLease(ms: number): Promise<void> {
    this.#renewedAt = this.#deps.clock.now();
    const leaseUntil = Math.ceil(this.#renewedAt + ms);
    const isMine = await renewLease(this.#deps.db, { runId: this.#run.runId, leaseUntil });
    if (!isMine) throw new Error("the run was taken over");
  }

  async write(matching: MatchResult, keys: MemberKeys): Promise<void> {
    const { pairs, unmatched } = matching;
    this.#fewChoices = matching.fewChoices;
    for (let start = 0; start < pairs.length; start += 2 * WRITTEN_PAIRS) {
      const chunk = pairs.subarray(start, start + 2 * WRITTEN_PAIRS);
      const rows: WrittenPair[] = [];
      for (let i = 0; i < chunk.length; i += 2) {
        const [a, b] = [chunk[i] as number, chunk[i + 1] as number];
        rows.push([...keys.find(a), ...keys.find(b), this.#counts(a), this.#counts(b)]);
      }
      const written = await insertPairings(this.#deps.db, this.#run, rows);
      if (written < rows.length) await this.#leaveOut(chunk, keys);
      await this.showLife();
    }
    await this.#leaveOut(unmatched, keys);
  }

  /** Gives a day off to those of the members who have no pairing in the run. */
  async #leaveOut(members: Float64Array, keys: MemberKeys): Promise<void> {
    for (let start = 0; start < members.length; start += WRITTEN_DAY_OFFS) {
      const rows = Array.from(
        members.subarray(start, start + WRITTEN_DAY_OFFS),
        (key): LeftOut => [...keys.find(key), this.#counts(key)],
      );
      await insertDayOffs(this.#deps.db, this.#run, rows);
      await this.showLife();
    }
  }

  /** Whether being left out by the run adds to a member's wait. */
  #counts(key: number): boolean {
    return !this.#fewChoices.has(key);
  }

  /**
   * Decides whether the night counts towards the wait of members whom a block, a pause or a suspension has left out
   * since the run began to write.
   */
  async #decideOthers(): Promise<void> {
    const { db } = this.#deps;
    const found = await listUndecided(db, this.#run);
    if (found.length === 0) return;
    await storeDecided(
      db,
      this.#run,
      found.map(({ id, key }) => [id, this.#counts(key)]),
    );
  }

  async keepSnapshot(matching: MatchResult, keys: MemberKeys): Promise<void> {
    const sample = { ...this.#run, keys: drawSample(matching, this.#run.seed) };
    await insertSample(this.#deps.db, sample);
    for (const parts of snapshotSteps(keys.greatest)) {
      await insertSnapshot(this.#deps.db, { ...this.#run, parts });
      await this.showLife();
    }
  }

  /**
   * First removes the pairs that a deletion or a block has made invalid since the members were read. Starts over if
   * other pairs become invalid meanwhile.
   * @returns null if another run was published meanwhile
   */
  async publish(result: {
    matching: MatchResult;
    keys: MemberKeys;
    basis: RunBasis;
    blockedSince: number;
  }): Promise<{ pairs: number; unmatched: number } | null> {
    const { matching, keys, basis } = result;
    const { db, clock } = this.#deps;
    const { runId, date } = this.#run;
    const blocked = { runId, since: result.blockedSince };
    for (let settlement = 0; settlement < MAX_SETTLEMENTS; settlement++) {
      await deleteBlockedPairs(db, blocked);
      const expectedPairs = await countPairings(db, { runId });
      // After a block, both members of the removed pair already have the day off. After a deletion, the remaining
      // member gets it here.
      if (expectedPairs < matching.pairs.length / 2) await this.#leaveOut(matching.pairs, keys);
      await this.#decideOthers();
      const now = clock.now();
      const outcome = await publishRun(db, {
        ...blocked,
        now,
        date,
        endsOpenPairings: date >= toUtcDate(now),
        announcement: introductionsOf(runId),
        firstAnnouncement: date === toUtcDate(now) ? envelopesOf(Date.parse(date)) : null,
        expectedPairs,
        waitParts: waitPartsFor(keys.length),
        basis,
        repeats: matching.repeats,
        provenMaximum: matching.provenMaximum,
      });
      if (outcome.outcome === "published") return outcome;
      if (outcome.outcome === "superseded") return null;
      if (outcome.outcome === "taken_over") throw new Error("the run was taken over");
    }
    throw new Error("the members changed too often to publish the run");
  }
}

/**
 * Draws the members that 'Why no match' counts (docs/rules.md#why-no-match): all of them, or `most` at random in a
 * larger run. Floyd's method needs memory only for the sample.
 * @returns keys, ascending
 */
export function drawSample(
  { pairs, unmatched }: Pick<MatchResult, "pairs" | "unmatched">,
  seed: string,
  most = WHY_SAMPLE_MEMBERS,
): number[] {
  const size = pairs.length + unmatched.length;
  // Not `seed` alone, because the matching has used the random numbers of `seed` to order the pairs.
  const random = new Random(`sample of ${seed}`);
  const places = new Set<number>();
  for (let last = Math.max(0, size - most); last < size; last++) {
    const place = random.below(last + 1);
    places.add(places.has(place) ? last : place);
  }
  const keys = Array.from(
    places,
    (place) => (place < pairs.length ? pairs[place] : unmatched[place - pairs.length]) as number,
  );
  return keys.sort((one, other) => one - other);
}
