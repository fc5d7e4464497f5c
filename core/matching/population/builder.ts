import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  MINIMUM_AGE_YEARS,
} from "../../shared/constants.ts";
import { Growable } from "../arrays.ts";
import { arrangeMembers } from "./arrange.ts";
import { parseDate, wholeYears } from "./calendar.ts";
import { KeyTable } from "./key-table.ts";
import { PairSet } from "./pair-set.ts";
import { Population } from "./population.ts";

/** One row as the store holds it. */
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
  /** Left out by the previous run. */
  priority: boolean;
}

const OLDEST = 255;
const MOST_GENDERS = 65_535;

/**
 * Collects rows into typed arrays, one `add` a row, so that a run can stream pages of the store through
 * it. All members come first, then blocks and recent pairs. Rows that can't be paired (under 18 on the
 * date, date of birth missing or broken, key not a non-negative safe integer) and later rows of a key are left out; nothing about a row throws.
 */
export class PopulationBuilder {
  readonly #today: number;
  readonly #expectedSize: number;
  readonly #genderNumbers = new Map<string, number>();
  readonly #keys: Growable<Float64Array>;
  readonly #genders: Growable<Uint16Array>;
  readonly #preferences: Growable<Uint16Array>;
  readonly #ages: Growable<Uint8Array>;
  readonly #minimumAges: Growable<Uint8Array>;
  readonly #maximumAges: Growable<Uint8Array>;
  readonly #priorities: Growable<Uint8Array>;
  readonly #latitudes: Growable<Float64Array>;
  readonly #longitudes: Growable<Float64Array>;
  readonly #limits: Growable<Float64Array>;
  readonly #leftOut = new Growable((capacity) => new Float64Array(capacity), 16);
  #sealed: { population: Population; table: KeyTable } | null = null;

  /**
   * @param options.pairingDate the UTC date of the run, `YYYY-MM-DD`; ages are counted on it
   * @param options.expectedSize how many rows will come, if known; saves growing
   * @throws RangeError when the pairing date is no date
   */
  constructor(options: { pairingDate: string; expectedSize?: number }) {
    this.#today = parseDate(options.pairingDate);
    if (this.#today < 0) throw new RangeError("pairingDate must be a date YYYY-MM-DD");
    this.#expectedSize = Math.min(Math.max(16, Math.floor(options.expectedSize ?? 1024)), 2 ** 24);
    const floats = () => new Growable((n) => new Float64Array(n), this.#expectedSize);
    const shorts = () => new Growable((n) => new Uint16Array(n), this.#expectedSize);
    const bytes = () => new Growable((n) => new Uint8Array(n), this.#expectedSize);
    this.#keys = floats();
    this.#genders = shorts();
    this.#preferences = shorts();
    this.#ages = bytes();
    this.#minimumAges = bytes();
    this.#maximumAges = bytes();
    this.#priorities = bytes();
    this.#latitudes = floats();
    this.#longitudes = floats();
    this.#limits = floats();
  }

  /** @throws Error when blocks or recent pairs have already been added: their keys are resolved at once */
  add(row: MemberRow): void {
    if (this.#sealed) throw new Error("Add all members before blocks and recent pairs");
    if (!Number.isSafeInteger(row.key) || row.key < 0) return;
    const born = parseDate(row.dob);
    const age = born < 0 ? -1 : wholeYears(born, this.#today);
    if (age < MINIMUM_AGE_YEARS) {
      this.#leftOut.push(row.key);
      return;
    }
    this.#keys.push(row.key);
    this.#genders.push(this.#numberOf(row.gender));
    this.#preferences.push(this.#numberOf(row.preferredMatchGender));
    this.#ages.push(Math.min(age, OLDEST));
    this.#minimumAges.push(clampAge(Math.ceil(finiteOr(row.minimumAge, AGE_PREFERENCE_MIN))));
    this.#maximumAges.push(clampAge(Math.floor(finiteOr(row.maximumAge, AGE_PREFERENCE_MAX))));
    this.#priorities.push(row.priority === true ? 1 : 0);
    const located = isFiniteNumber(row.latitude) && isFiniteNumber(row.longitude);
    this.#latitudes.push(located ? row.latitude! : Number.NaN);
    this.#longitudes.push(located ? row.longitude! : Number.NaN);
    const limited = located && typeof row.distance === "number" && !Number.isNaN(row.distance);
    this.#limits.push(limited ? row.distance! : Number.NaN);
  }

  /** Either has blocked the other. Unknown and repeated keys do no harm. */
  addBlock(keyA: number, keyB: number): void {
    const { population, table } = this.#seal();
    const a = table.find(keyA);
    const b = table.find(keyB);
    // Those who don't suit need no block between them.
    if (a >= 0 && b >= 0 && a !== b && population.suits(a, b)) population.blocks.add(a, b);
  }

  /** The two were paired in the last 30 days. Unknown and repeated keys do no harm. */
  addRecentPair(keyA: number, keyB: number): void {
    const { population, table } = this.#seal();
    const a = table.find(keyA);
    const b = table.find(keyB);
    // A pair that no longer suits can't come up again, so it needs no room.
    if (a >= 0 && b >= 0 && a !== b && population.suits(a, b)) population.recentPairs.add(a, b);
  }

  build(): Population {
    const { population } = this.#seal();
    population.blocks.seal();
    population.recentPairs.seal();
    return population;
  }

  #seal(): { population: Population; table: KeyTable } {
    if (this.#sealed) return this.#sealed;
    const { columns, limits, located } = arrangeMembers({
      keys: this.#keys,
      genders: this.#genders,
      preferences: this.#preferences,
      ages: this.#ages,
      minimumAges: this.#minimumAges,
      maximumAges: this.#maximumAges,
      priorities: this.#priorities,
      latitudes: this.#latitudes,
      longitudes: this.#longitudes,
      limits: this.#limits,
    });
    const size = columns.keys.length;
    const leftOut = this.#leftOut.values.slice(0, this.#leftOut.length);
    const population = new Population(
      columns,
      located,
      limits,
      new PairSet(size, false),
      new PairSet(size, true),
      leftOut,
    );
    this.#sealed = { population, table: new KeyTable(columns.keys) };
    return this.#sealed;
  }

  #numberOf(value: string | null): number {
    if (typeof value !== "string") return 0;
    const known = this.#genderNumbers.get(value);
    if (known !== undefined) return known;
    // Beyond all reason; the rest share a number that nobody's preference can name apart.
    const next = Math.min(this.#genderNumbers.size + 1, MOST_GENDERS);
    if (next < MOST_GENDERS) this.#genderNumbers.set(value, next);
    return next;
  }
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function finiteOr(value: number | null, fallback: number): number {
  return typeof value === "number" && !Number.isNaN(value) ? value : fallback;
}

function clampAge(value: number): number {
  return Math.min(OLDEST, Math.max(0, value));
}
