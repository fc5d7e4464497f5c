import { Growable } from "../arrays.ts";
import type { RawColumns } from "./arrange.ts";
import { parseDate, wholeYears } from "./calendar.ts";
import { LanguageSets } from "./language-sets.ts";
import { ANY } from "./population.ts";
import { type AgeRule, limitOf, MAX_AGE, oldestOf, youngestOf } from "./rule.ts";
import { encodeOffset } from "./waking-hours.ts";

/** A vertex as the store holds one. */
export interface VertexRow {
  /** A non-negative safe integer that names the vertex. */
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
  /** Runs that left the vertex out since the last pairing; a longer wait is covered first. At most {@link MAX_WAIT} counts. */
  waited: number;
  /** The partner of the previous run never opened the conversation: the vertex is covered after every vertex with a wait. */
  wasUnanswered?: boolean;
  /** Minutes from UTC; null or absent when unknown, which gives no preference. */
  utcOffset?: number | null;
  /** Codes of the languages that the vertex chats in; empty, null or absent gives no preference. */
  languages?: readonly string[] | null;
  /** The instant from which the vertex takes part, in any unit; 0 by default. */
  since?: number | null;
  /** The vertex is kept apart from all who take part since later than this; null or absent accepts everybody. */
  acceptedUntil?: number | null;
}

/** The longest wait that has a level of its own. */
export const MAX_WAIT = 60;
/**
 * Priority of an unanswered vertex, the lowest of a row with priority; a wait of one run is just above it. The
 * population's columns renumber the levels in use.
 */
export const UNANSWERED = 1;

const MAX_GENDERS = 65_535;

export interface CollectorOptions {
  /** The date of the matching, `YYYY-MM-DD`; ages are counted on it. */
  date: string;
  ages: AgeRule;
  /** Number of rows to come, if known; saves growing. */
  expectedSize?: number;
}

/** Turns rows into columns of numbers for the matching. A row that can't be paired is skipped; none throws. */
export class RowCollector {
  readonly raw: RawColumns;
  readonly languageSets = new LanguageSets();
  readonly ineligibleKeys = new Growable((capacity) => new Float64Array(capacity), 16);
  /** The pairing date as {@link parseDate} gives it. */
  readonly #date: number;
  readonly #ages: AgeRule;
  /** Number of each gender that occurs as a gender or a preference. */
  readonly #genderNumbers = new Map<string, number>();

  /** @throws RangeError when the pairing date is no date */
  constructor(options: CollectorOptions) {
    this.#ages = options.ages;
    this.#date = parseDate(options.date);
    if (this.#date < 0) throw new RangeError("date must be a date YYYY-MM-DD");
    const expected = Math.min(Math.max(16, Math.floor(options.expectedSize ?? 1024)), 2 ** 24);
    const floats = () => new Growable((n) => new Float64Array(n), expected);
    const shorts = () => new Growable((n) => new Uint16Array(n), expected);
    const bytes = () => new Growable((n) => new Uint8Array(n), expected);
    this.raw = {
      keys: floats(),
      genders: shorts(),
      preferences: shorts(),
      ages: bytes(),
      minimumAges: bytes(),
      maximumAges: bytes(),
      priorities: bytes(),
      utcOffsets: bytes(),
      languages: shorts(),
      since: floats(),
      acceptedUntil: floats(),
      latitudes: floats(),
      longitudes: floats(),
      limits: floats(),
    };
  }

  /** @returns whether the vertex can be paired */
  add(row: VertexRow): boolean {
    if (!Number.isSafeInteger(row.key) || row.key < 0) return false;
    const born = parseDate(row.dob);
    const age = born < 0 ? -1 : wholeYears(born, this.#date);
    if (age < this.#ages.adult) {
      this.ineligibleKeys.push(row.key);
      return false;
    }
    const raw = this.raw;
    raw.keys.push(row.key);
    raw.genders.push(this.#numberOf(row.gender));
    raw.preferences.push(this.#numberOf(row.preferredMatchGender));
    raw.ages.push(Math.min(age, MAX_AGE));
    const youngest = youngestOf(row.minimumAge, this.#ages);
    const oldest = oldestOf(row.maximumAge, this.#ages);
    // A range below the adults' ages is stored as an empty one, so that it is known without the rule.
    raw.minimumAges.push(oldest < this.#ages.adult ? Math.max(youngest, oldest + 1) : youngest);
    raw.maximumAges.push(oldest);
    raw.priorities.push(levelOf(row));
    raw.utcOffsets.push(encodeOffset(row.utcOffset));
    raw.languages.push(this.languageSets.numberOf(row.languages));
    raw.since.push(row.since ?? 0);
    raw.acceptedUntil.push(row.acceptedUntil ?? Number.POSITIVE_INFINITY);
    const { latitude, longitude } = row;
    const isLocated = isFiniteNumber(latitude) && isFiniteNumber(longitude);
    raw.latitudes.push(isLocated ? latitude : Number.NaN);
    raw.longitudes.push(isLocated ? longitude : Number.NaN);
    raw.limits.push(limitOf(row.distance, isLocated));
    return true;
  }

  #numberOf(gender: string | null): number {
    if (typeof gender !== "string") return ANY;
    const known = this.#genderNumbers.get(gender);
    if (known !== undefined) return known;
    // From here on all further genders share one number, so a preference for one of them accepts all of them.
    const next = Math.min(this.#genderNumbers.size + 1, MAX_GENDERS);
    if (next < MAX_GENDERS) this.#genderNumbers.set(gender, next);
    return next;
  }
}

function levelOf({ waited, wasUnanswered }: VertexRow): number {
  // The wait is capped before it is stored, because a byte would store 256 as 0.
  if (waited >= 1) return UNANSWERED + Math.floor(Math.min(waited, MAX_WAIT));
  return wasUnanswered === true ? UNANSWERED : 0;
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
