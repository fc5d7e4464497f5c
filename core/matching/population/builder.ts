import { Growable } from "../arrays.ts";
import { arrangeMembers, type RawColumns } from "./arrange.ts";
import { parseDate, wholeYears } from "./calendar.ts";
import { KeyTable } from "./key-table.ts";
import { LanguageSets, NO_LANGUAGES } from "./language-sets.ts";
import { PairSet } from "./pair-set.ts";
import { ANY, Population } from "./population.ts";
import { isAdult, limitOf, MAX_AGE, oldestOf, youngestOf } from "./rule.ts";
import { encodeOffset, NO_OFFSET } from "./waking-hours.ts";

/** A member as the store holds one. */
export interface MemberRow {
  /** A non-negative safe integer that names the member, e.g. a D1 rowid. */
  key: number;
  gender: string | null;
  preferredMatchGender: string | null;
  /** `YYYY-MM-DD`. */
  dob: string | null;
  minimumAge: number | null;
  maximumAge: number | null;
  latitude: number | null;
  longitude: number | null;
  /** Kilometres; null for no limit. */
  distance: number | null;
  /** Runs that left the member out since the last pairing: the more, the sooner covered. {@link MAX_WAIT} is the most that counts. */
  waited: number;
  /** The partner of the previous run never opened the conversation: covered after everyone who waited. */
  wasUnanswered?: boolean;
  /** Minutes from UTC; null or absent when unknown, which is neutral. */
  utcOffset?: number | null;
  /** Codes of the languages that the member chats in; none, null or absent is neutral. */
  languages?: readonly string[] | null;
}

/** The longest wait that has a level of its own. */
export const MAX_WAIT = 60;
/** Priorities as rows have them, a wait of one run just above UNANSWERED; the columns have consecutive levels. */
const UNANSWERED = 1;
const MAX_LEVEL = UNANSWERED + MAX_WAIT;

const MAX_GENDERS = 65_535;

/**
 * Collects rows into typed arrays, one `add` per row, so that a run can stream pages of the store through it. All
 * members come first, then blocks and recent pairs. Rows that can't be paired (under 18 on the date, date of birth
 * missing or invalid, key not a non-negative safe integer) and later rows with a known key are skipped; no row throws.
 */
export class PopulationBuilder {
  /** The pairing date as {@link parseDate} gives it. */
  readonly #date: number;
  readonly #expectedSize: number;
  /** Number of each gender that occurs, as gender or as preference. */
  readonly #genderNumbers = new Map<string, number>();
  readonly #languageSets = new LanguageSets();
  readonly #raw: RawColumns;
  readonly #ineligibleKeys = new Growable((capacity) => new Float64Array(capacity), 16);
  /** The members, once all are there; without a table once the pairs are there as well. */
  #sealed: { population: Population; table: KeyTable | null } | null = null;

  /**
   * @param options.pairingDate the UTC date of the run, `YYYY-MM-DD`; ages are counted on it
   * @param options.expectedSize number of rows to come, if known; saves growing
   * @throws RangeError when the pairing date is no date
   */
  constructor(options: { pairingDate: string; expectedSize?: number }) {
    this.#date = parseDate(options.pairingDate);
    if (this.#date < 0) throw new RangeError("pairingDate must be a date YYYY-MM-DD");
    this.#expectedSize = Math.min(Math.max(16, Math.floor(options.expectedSize ?? 1024)), 2 ** 24);
    const floats = () => new Growable((n) => new Float64Array(n), this.#expectedSize);
    const shorts = () => new Growable((n) => new Uint16Array(n), this.#expectedSize);
    const bytes = () => new Growable((n) => new Uint8Array(n), this.#expectedSize);
    this.#raw = {
      keys: floats(),
      genders: shorts(),
      preferences: shorts(),
      ages: bytes(),
      minimumAges: bytes(),
      maximumAges: bytes(),
      priorities: bytes(),
      utcOffsets: null,
      languages: null,
      latitudes: floats(),
      longitudes: floats(),
      limits: floats(),
    };
  }

  /** @throws Error after the first block or recent pair: their keys are resolved when they are added */
  add(row: MemberRow): void {
    if (this.#sealed) throw new Error("Add all members before blocks and recent pairs");
    if (!Number.isSafeInteger(row.key) || row.key < 0) return;
    const born = parseDate(row.dob);
    const age = born < 0 ? -1 : wholeYears(born, this.#date);
    if (!isAdult(age)) {
      this.#ineligibleKeys.push(row.key);
      return;
    }
    const raw = this.#raw;
    raw.keys.push(row.key);
    raw.genders.push(this.#numberOf(row.gender));
    raw.preferences.push(this.#numberOf(row.preferredMatchGender));
    raw.ages.push(Math.min(age, MAX_AGE));
    raw.minimumAges.push(youngestOf(row.minimumAge));
    raw.maximumAges.push(oldestOf(row.maximumAge));
    raw.priorities.push(levelOf(row));
    this.#addOffset(encodeOffset(row.utcOffset));
    this.#addLanguages(this.#languageSets.numberOf(row.languages));
    const { latitude, longitude } = row;
    const isLocated = isFiniteNumber(latitude) && isFiniteNumber(longitude);
    raw.latitudes.push(isLocated ? latitude : Number.NaN);
    raw.longitudes.push(isLocated ? longitude : Number.NaN);
    raw.limits.push(limitOf(row.distance, isLocated));
  }

  /** Offsets are stored from the first one known on; the members before it have none. */
  #addOffset(offset: number): void {
    const raw = this.#raw;
    if (raw.utcOffsets === null) {
      if (offset === NO_OFFSET) return;
      raw.utcOffsets = new Growable((n) => new Uint8Array(n), this.#expectedSize);
      for (let i = 1; i < raw.keys.length; i++) raw.utcOffsets.push(NO_OFFSET);
    }
    raw.utcOffsets.push(offset);
  }

  /** As {@link #addOffset}. */
  #addLanguages(set: number): void {
    const raw = this.#raw;
    if (raw.languages === null) {
      if (set === NO_LANGUAGES) return;
      raw.languages = new Growable((n) => new Uint16Array(n), this.#expectedSize);
      for (let i = 1; i < raw.keys.length; i++) raw.languages.push(NO_LANGUAGES);
    }
    raw.languages.push(set);
  }

  /** One of the two has blocked the other. Unknown and repeated keys are ignored. */
  addBlock(keyA: number, keyB: number): void {
    this.#addPair(keyA, keyB, "blocks");
  }

  /** The two were paired in the last 30 days. Unknown and repeated keys are ignored. */
  addRecentPair(keyA: number, keyB: number): void {
    this.#addPair(keyA, keyB, "recentPairs");
  }

  #addPair(keyA: number, keyB: number, kind: "blocks" | "recentPairs"): void {
    const { population, table } = this.#seal();
    if (table === null) throw new Error("Add all pairs before the population is built");
    const a = table.find(keyA);
    const b = table.find(keyB);
    // A pair that is not compatible needs no entry.
    if (a >= 0 && b >= 0 && a !== b && population.isCompatible(a, b)) population[kind].add(a, b);
  }

  build(): Population {
    const sealed = this.#seal();
    const { population, table } = sealed;
    if (table === null) return population;
    table.dispose();
    sealed.table = null;
    population.blocks.seal();
    population.recentPairs.seal();
    return population;
  }

  #seal(): { population: Population; table: KeyTable | null } {
    if (this.#sealed) return this.#sealed;
    const waits = this.#closeLevels();
    const { columns, limits, located } = arrangeMembers(this.#raw);
    const size = columns.keys.length;
    const population = new Population(
      columns,
      located,
      limits,
      new PairSet(size, false),
      new PairSet(size, true),
      this.#ineligibleKeys.values.slice(0, this.#ineligibleKeys.length),
      waits,
      this.#languageSets,
    );
    this.#sealed = { population, table: new KeyTable(columns.keys) };
    return this.#sealed;
  }

  /** Numbers the levels in use without gaps. @returns the wait of each number; 0 has none */
  #closeLevels(): Uint8Array {
    const { values, length } = this.#raw.priorities;
    const numbers = new Uint8Array(MAX_LEVEL + 1);
    for (let i = 0; i < length; i++) numbers[values[i]!] = 1;
    const waits = [0];
    for (let level = 1; level <= MAX_LEVEL; level++) {
      if (numbers[level] === 0) continue;
      numbers[level] = waits.length;
      waits.push(level - UNANSWERED);
    }
    numbers[0] = 0;
    for (let i = 0; i < length; i++) values[i] = numbers[values[i]!]!;
    return Uint8Array.from(waits);
  }

  #numberOf(gender: string | null): number {
    if (typeof gender !== "string") return ANY;
    const known = this.#genderNumbers.get(gender);
    if (known !== undefined) return known;
    // From here on all further genders share one number: a preference for one of them accepts all of them.
    const next = Math.min(this.#genderNumbers.size + 1, MAX_GENDERS);
    if (next < MAX_GENDERS) this.#genderNumbers.set(gender, next);
    return next;
  }
}

function levelOf({ waited, wasUnanswered }: MemberRow): number {
  // Capped before it is stored: a byte holds 256 as 0.
  if (waited >= 1) return UNANSWERED + Math.floor(Math.min(waited, MAX_WAIT));
  return wasUnanswered === true ? UNANSWERED : 0;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
