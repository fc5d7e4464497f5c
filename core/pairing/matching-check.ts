import {
  ANY,
  acceptsAge,
  acceptsDistance,
  acceptsGender,
  type FrameWriter,
  freeBuffers,
  greatCircleKm,
  isLimit,
  type MemberRow,
  PairSet,
  type SentResult,
} from "@happenstance/matching";
import type { PopulationSink } from "./load-population";
import type { MemberKeys } from "./member-keys";

/** Coordinates have one decimal, so tenths of a degree fit into a 16-bit number. */
const PLACES_PER_DEGREE = 10;
const NO_PLACE = -32_768;
const GROWTH = 1.5;

/** A column that grows with the members. */
class Column<T extends Uint8Array | Uint16Array | Int16Array | Float32Array> {
  #values: T;
  readonly #create: (length: number) => T;

  constructor(create: (length: number) => T, length: number) {
    this.#create = create;
    this.#values = create(length);
  }

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const larger = this.#create(Math.ceil(GROWTH * at) + 16);
      larger.set(this.#values);
      freeBuffers(this.#values);
      this.#values = larger;
    }
    this.#values[at] = value;
  }

  at(place: number): number {
    return this.#values[place] as number;
  }
}

/**
 * Passes what a run reads on to the frames for the matcher outside. Keeps what is needed to check the matcher's answer
 * before it is written: 15 bytes per member, and the blocks.
 */
export class MatchingCheck implements PopulationSink {
  readonly #frames: FrameWriter;
  readonly #keys: MemberKeys;
  readonly #genders: Column<Uint16Array>;
  readonly #preferences: Column<Uint16Array>;
  /** 0 for a member who can't be paired. */
  readonly #ages: Column<Uint8Array>;
  readonly #youngest: Column<Uint8Array>;
  readonly #oldest: Column<Uint8Array>;
  readonly #latitudes: Column<Int16Array>;
  readonly #longitudes: Column<Int16Array>;
  /** Kilometres, small whole numbers: 32 bits hold them exactly. */
  readonly #limits: Column<Float32Array>;
  #blocks: PairSet | null = null;

  /** @param keys has each member before {@link add} gets its row */
  constructor(frames: FrameWriter, keys: MemberKeys) {
    this.#frames = frames;
    this.#keys = keys;
    const { capacity } = keys;
    const shorts = () => new Column((n) => new Uint16Array(n), capacity);
    const bytes = () => new Column((n) => new Uint8Array(n), capacity);
    const places = () => new Column((n) => new Int16Array(n), capacity);
    [this.#genders, this.#preferences] = [shorts(), shorts()];
    [this.#ages, this.#youngest, this.#oldest] = [bytes(), bytes(), bytes()];
    [this.#latitudes, this.#longitudes] = [places(), places()];
    this.#limits = new Column((n) => new Float32Array(n), capacity);
  }

  add(row: MemberRow): void {
    const at = this.#keys.length - 1;
    if (!this.#frames.add(row)) return;
    const { raw } = this.#frames.collector;
    const last = raw.keys.length - 1;
    const lastOf = (column: { values: ArrayLike<number> }) => column.values[last] as number;
    this.#genders.set(at, lastOf(raw.genders));
    this.#preferences.set(at, lastOf(raw.preferences));
    this.#ages.set(at, lastOf(raw.ages));
    this.#youngest.set(at, lastOf(raw.minimumAges));
    this.#oldest.set(at, lastOf(raw.maximumAges));
    this.#latitudes.set(at, toPlace(lastOf(raw.latitudes)));
    this.#longitudes.set(at, toPlace(lastOf(raw.longitudes)));
    this.#limits.set(at, lastOf(raw.limits));
  }

  addBlock(blocker: number, blocked: number): void {
    this.#frames.addBlock(blocker, blocked);
    this.#blocks ??= new PairSet(this.#keys.length, false);
    const [a, b] = [this.#keys.findPlace(blocker), this.#keys.findPlace(blocked)];
    if (a >= 0 && b >= 0 && a !== b) this.#blocks.add(a, b);
  }

  addRecentPair(one: number, other: number): void {
    this.#frames.addRecentPair(one, other);
  }

  /**
   * Checks that every member who can be paired is in the result once, that the two of each pair suit each other, and
   * that neither has blocked the other (docs/rules.md#compatibility). It can't check that the matching is the best one.
   * @throws Error
   */
  verify({ pairs, unmatched, repeats, eligible, upperBound }: SentResult): void {
    const refuse = (why: string) => new Error(`the matcher's answer is refused: ${why}`);
    const { size } = this.#frames;
    if (eligible !== size || pairs.length % 2 !== 0 || pairs.length + unmatched.length !== size)
      throw refuse("it does not have all members");
    if (repeats > pairs.length / 2 || upperBound < pairs.length / 2)
      throw refuse("its numbers can't be");
    this.#blocks?.seal();
    const isSeen = new Uint8Array(this.#keys.length);
    const take = (key: number): number => {
      const at = this.#keys.findPlace(key);
      if (at < 0 || this.#ages.at(at) === 0) throw refuse("it names one who is not in the draw");
      if (isSeen[at] === 1) throw refuse("it names a member twice");
      isSeen[at] = 1;
      return at;
    };
    for (let i = 0; i < pairs.length; i += 2) {
      const [a, b] = [take(pairs[i] as number), take(pairs[i + 1] as number)];
      if (!this.#areCompatible(a, b)) throw refuse("two do not suit each other");
      if (this.#blocks?.has(a, b)) throw refuse("one has blocked the other");
    }
    for (const key of unmatched) take(key);
  }

  #areCompatible(a: number, b: number): boolean {
    const km = this.#kmBetween(a, b);
    return this.#accepts(a, b, km) && this.#accepts(b, a, km);
  }

  #accepts(a: number, b: number, km: number | null): boolean {
    return (
      acceptsGender(this.#preferences.at(a), this.#genders.at(b), ANY) &&
      acceptsAge(this.#ages.at(b), this.#youngest.at(a), this.#oldest.at(a)) &&
      acceptsDistance(this.#limits.at(a), km)
    );
  }

  #kmBetween(a: number, b: number): number | null {
    if (!isLimit(this.#limits.at(a)) && !isLimit(this.#limits.at(b))) return null;
    const [latA, latB] = [this.#latitudes.at(a), this.#latitudes.at(b)];
    if (latA === NO_PLACE || latB === NO_PLACE) return null;
    const [lonA, lonB] = [this.#longitudes.at(a), this.#longitudes.at(b)];
    return greatCircleKm(
      latA / PLACES_PER_DEGREE,
      lonA / PLACES_PER_DEGREE,
      latB / PLACES_PER_DEGREE,
      lonB / PLACES_PER_DEGREE,
    );
  }
}

const toPlace = (degrees: number): number =>
  Number.isNaN(degrees) ? NO_PLACE : Math.round(degrees * PLACES_PER_DEGREE);
