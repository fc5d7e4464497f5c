import { arrangeVertices, createColumns, type RawColumns } from "./arrange.ts";
import { parseDate, wholeYears } from "./calendar.ts";
import { KeyTable } from "./key-table.ts";
import { LanguageSets, NO_LANGUAGES } from "./language-sets.ts";
import { ANY, Population, UNSET } from "./population.ts";
import { type AgeRule, limitOf, MAX_AGE, NO_LIMIT, oldestOf, youngestOf } from "./rule.ts";
import { encodeOffset, NO_OFFSET } from "./waking-hours.ts";

export interface VertexRow {
  key: number;
  gender: string | null;
  preferredMatchGender: string | null;
  /** `YYYY-MM-DD`. */
  dob: string | null;
  minimumAge: number | null;
  maximumAge: number | null;
  latitude: number | null;
  longitude: number | null;
  distance: number | null;
  /**
   * Runs that have left the vertex out since its last pairing. A vertex with a longer wait has a higher priority, up to
   * {@link MAX_WAIT}.
   */
  waited: number;
  /**
   * True if the partner of the previous run never opened the conversation. Such a vertex ranks after those with a wait.
   */
  wasUnanswered?: boolean;
  /** Minutes from UTC; null or absent if unknown. */
  utcOffset?: number | null;
  /** Language codes. A vertex without any counts as sharing a language with everyone. */
  languages?: readonly string[] | null;
  /** The time from which the vertex takes part, in any unit. The default is 0. */
  since?: number | null;
  /** The vertex is not paired with vertices whose `since` is later than this. Null or absent accepts everybody. */
  acceptedUntil?: number | null;
}

/** Longer waits have the same priority as this one. */
export const MAX_WAIT = 60;
/**
 * Priority of a vertex whose last partner was absent, just below that of a wait of one run. `#closeLevels` later
 * renumbers the priorities in use.
 */
const UNANSWERED = 1;

const MAX_LEVEL = UNANSWERED + MAX_WAIT;
const MAX_GENDERS = 65_535;
const FOREVER = Number.POSITIVE_INFINITY;

export interface BuilderOptions {
  /** Ages are counted on this date (`YYYY-MM-DD`). */
  date: string;
  ages: AgeRule;
  expectedSize?: number;
}

/**
 * Collects rows one by one, so that a run can read the database in pages. All vertices must be added before blocks and
 * recent pairs. A row is skipped, without an error, if its key is negative, not a safe integer or already added, or if
 * its date of birth is missing, invalid or that of a minor.
 */
export class PopulationBuilder {
  readonly #raw: RawColumns;
  readonly #languageSets = new LanguageSets();
  readonly #date: number;
  readonly #ages: AgeRule;
  readonly #genders = new Map<string | null, number>([[null, ANY]]);
  readonly #limits = new Map([[NO_LIMIT, UNSET]]);
  /** Set by the first block or recent pair, or by `build`. The table is null once the population is built. */
  #sealed: { population: Population; table: KeyTable | null } | null = null;

  constructor(options: BuilderOptions) {
    this.#ages = options.ages;
    this.#date = parseDate(options.date);
    if (this.#date < 0) throw new RangeError("date must be a date YYYY-MM-DD");
    const expected = Math.min(Math.max(16, Math.floor(options.expectedSize ?? 1024)), 2 ** 24);
    this.#raw = createColumns(expected);
  }

  /** @throws Error after the first block or recent pair, because keys are looked up when pairs are added */
  add(row: VertexRow): void {
    if (this.#sealed) throw new Error("Add all vertices before blocks and recent pairs");
    if (!Number.isSafeInteger(row.key) || row.key < 0) return;
    const born = parseDate(row.dob);
    const age = born < 0 ? -1 : wholeYears(born, this.#date);
    if (age < this.#ages.adult) return;
    const raw = this.#raw;
    raw.keys.push(row.key);
    raw.genders.push(numberIn(this.#genders, row.gender, MAX_GENDERS));
    raw.preferences.push(numberIn(this.#genders, row.preferredMatchGender, MAX_GENDERS));
    raw.ages.push(Math.min(age, MAX_AGE));
    const youngest = youngestOf(row.minimumAge, this.#ages);
    const oldest = oldestOf(row.maximumAge, this.#ages);
    // If the oldest accepted age is below adulthood, the range is made empty, so that nobody fits.
    raw.minimumAges.push(oldest < this.#ages.adult ? Math.max(youngest, oldest + 1) : youngest);
    raw.maximumAges.push(oldest);
    raw.priorities.push(levelOf(row));
    const at = raw.keys.length - 1;
    raw.utcOffsets.put(at, encodeOffset(row.utcOffset), NO_OFFSET);
    raw.languages.put(at, this.#languageSets.numberOf(row.languages), NO_LANGUAGES);
    raw.since.put(at, row.since ?? 0, 0);
    raw.acceptedUntil.put(at, row.acceptedUntil ?? FOREVER, FOREVER);
    const { latitude, longitude } = row;
    const isLocated = isFiniteNumber(latitude) && isFiniteNumber(longitude);
    raw.latitudes.push(isLocated ? latitude : Number.NaN);
    raw.longitudes.push(isLocated ? longitude : Number.NaN);
    raw.limits.push(numberIn(this.#limits, limitOf(row.distance, isLocated)));
  }

  /** Adds a block between two keys, in either direction. Unknown keys are ignored. */
  addBlock(keyA: number, keyB: number): void {
    this.#addPair(keyA, keyB, "blocks");
  }

  addRecentPair(keyA: number, keyB: number): void {
    this.#addPair(keyA, keyB, "recentPairs");
  }

  #addPair(keyA: number, keyB: number, kind: "blocks" | "recentPairs"): void {
    const { population, table } = this.#seal();
    if (table === null) throw new Error("Add all pairs before the population is built");
    const a = table.find(keyA);
    const b = table.find(keyB);
    if (a >= 0 && b >= 0 && a !== b && population.isCompatible(a, b)) population[kind].add(a, b);
  }

  build(): Population {
    const sealed = this.#seal();
    const { population, table } = sealed;
    if (table === null) return population;
    sealed.table = null;
    table.free();
    population.blocks.seal();
    population.recentPairs.seal();
    return population;
  }

  #seal(): { population: Population; table: KeyTable | null } {
    if (this.#sealed) return this.#sealed;
    const waits = this.#closeLevels();
    const columns = arrangeVertices(this.#raw, this.#limits.keys());
    const population = new Population(columns, waits, this.#languageSets);
    this.#sealed = { population, table: new KeyTable(columns.keys) };
    return this.#sealed;
  }

  /** Renumbers the priorities in use without gaps. @returns for each new number, the wait that it stands for */
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
}

/** The number of a value; a new value gets the next number. Once `limit` is reached, all new values share it. */
function numberIn<T>(numbers: Map<T, number>, value: T, limit = Number.POSITIVE_INFINITY): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  const next = Math.min(numbers.size, limit);
  if (next < limit) numbers.set(value, next);
  return next;
}

function levelOf({ waited, wasUnanswered }: VertexRow): number {
  // Capped before it is stored, because a byte would store 256 as 0.
  if (waited >= 1) return UNANSWERED + Math.floor(Math.min(waited, MAX_WAIT));
  return wasUnanswered === true ? UNANSWERED : 0;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
