import { MINIMUM_AGE_YEARS } from "../../shared/constants.ts";
import type { PairSet } from "./pair-set.ts";
import { greatCircleKm } from "./sphere.ts";

/** Coordinates are mostly given in millionths of a degree: a whole number each, in half the room. */
export const DEGREE_UNITS = 1_000_000;

/** What the builder collects, in the order of the engine: members with coordinates first. */
export interface MemberColumns {
  /** The caller's keys. */
  keys: Float64Array | Uint32Array;
  /** 0 is null; other values are interned and shared with `preferences`. */
  genders: Uint16Array | Uint8Array;
  /** 0 is null, 'any'. */
  preferences: Uint16Array | Uint8Array;
  /** Whole years on the pairing date, and the inclusive range looked for; 255 stands for 255 and over. */
  ages: Uint8Array;
  minimumAges: Uint8Array;
  maximumAges: Uint8Array;
  /** 1 for those whom the previous run left out. */
  priorities: Uint8Array;
  /** Degrees, or whole millionths of a degree where that is what they are; only the first `located` members have them. */
  latitudes: Float64Array | Int32Array;
  longitudes: Float64Array | Int32Array;
  /** Which of the population's limits; only the first `located` members have an effective one. */
  limits: Uint8Array | Uint16Array | Int32Array;
  /** The unit vector, 32-bit: good for a first look, never for a verdict at the border. */
  xs: Float32Array;
  ys: Float32Array;
  zs: Float32Array;
}

/** The distance limits that occur: a few dozen in the product, at most as many as members. */
export interface Limits {
  /** Kilometres, NaN for no limit. */
  km: Float64Array;
  /** What belongs to it through the unit sphere, 32-bit: for a first look. */
  chords: Float32Array;
}

/** How far a member looks, see {@link reachOf}. */
export const NOWHERE = 0;
export const ANYWHERE = 1;
export const EVERYWHERE = 2;
export const NEARBY = 3;
export const NOBODY_AT_ALL = 4;

/**
 * `NOWHERE` for somebody without coordinates (a limit counts for nothing then), `ANYWHERE` for coordinates and no
 * limit, `EVERYWHERE` for a limit that spans the Earth: everybody with coordinates is within it; else `NEARBY`.
 * `NOBODY_AT_ALL` for a limit or a range of ages that no adult can meet.
 */
export function reachOf(
  columns: MemberColumns,
  limits: Limits,
  located: number,
  v: number,
): number {
  const oldest = columns.maximumAges[v]!;
  if (oldest < MINIMUM_AGE_YEARS || oldest < columns.minimumAges[v]!) return NOBODY_AT_ALL;
  if (v >= located) return NOWHERE;
  const limit = columns.limits[v]!;
  if (Number.isNaN(limits.km[limit]!)) return ANYWHERE;
  const chord = limits.chords[limit]!;
  if (chord < 0) return NOBODY_AT_ALL;
  return chord > 2 ? EVERYWHERE : NEARBY;
}

/**
 * Everybody who may be paired on one date, as typed arrays; immutable once built. An index runs from 0
 * to `size - 1` and means nothing outside; `keys` are the caller's.
 */
export class Population {
  readonly size: number;
  readonly located: number;
  readonly columns: MemberColumns;
  readonly limits: Limits;
  readonly blocks: PairSet;
  readonly recentPairs: PairSet;
  /** Keys of rows that can't be paired: minors, and dates of birth that are missing or broken. */
  readonly leftOut: Float64Array;

  constructor(
    columns: MemberColumns,
    located: number,
    limits: Limits,
    blocks: PairSet,
    recentPairs: PairSet,
    leftOut: Float64Array,
  ) {
    this.size = columns.keys.length;
    this.located = located;
    this.columns = columns;
    this.limits = limits;
    this.blocks = blocks;
    this.recentPairs = recentPairs;
    this.leftOut = leftOut;
  }

  /** The index of a key, or -1. Linear: meant for single questions. */
  indexOf(key: number): number {
    return this.columns.keys.indexOf(key);
  }

  /** The contract's rule for two members, without blocks: gender, age and distance, both ways. */
  suits(a: number, b: number): boolean {
    const { ages, minimumAges, maximumAges, genders, preferences } = this.columns;
    const ageA = ages[a]!;
    const ageB = ages[b]!;
    if (ageB < minimumAges[a]! || ageB > maximumAges[a]!) return false;
    if (ageA < minimumAges[b]! || ageA > maximumAges[b]!) return false;
    const wishA = preferences[a]!;
    if (wishA !== 0 && wishA !== genders[b]) return false;
    const wishB = preferences[b]!;
    if (wishB !== 0 && wishB !== genders[a]) return false;
    return this.near(a, b);
  }

  /** The distance rule alone: who has coordinates and a limit needs the other's coordinates within it. */
  near(a: number, b: number): boolean {
    const located = this.located;
    if (a >= located && b >= located) return true;
    const { limits } = this.columns;
    const { km: kilometres, chords } = this.limits;
    // Without coordinates the stored limit counts for nothing.
    const limitA = a < located ? kilometres[limits[a]!]! : Number.NaN;
    const limitB = b < located ? kilometres[limits[b]!]! : Number.NaN;
    const limitedA = !Number.isNaN(limitA);
    const limitedB = !Number.isNaN(limitB);
    if (!limitedA && !limitedB) return true;
    if (a >= located || b >= located) return false;
    const { xs, ys, zs } = this.columns;
    const dx = xs[a]! - xs[b]!;
    const dy = ys[a]! - ys[b]!;
    const dz = zs[a]! - zs[b]!;
    const squared = dx * dx + dy * dy + dz * dz;
    let near = true;
    let certain = true;
    if (limitedA) {
      const chord = chords[limits[a]!]!;
      const border = chord * chord;
      const doubt = 1e-6 * Math.abs(chord) + 1e-12;
      if (chord < 0 || squared > border + doubt) return false;
      if (squared >= border - doubt) certain = false;
    }
    if (limitedB) {
      const chord = chords[limits[b]!]!;
      const border = chord * chord;
      const doubt = 1e-6 * Math.abs(chord) + 1e-12;
      if (chord < 0 || squared > border + doubt) return false;
      if (squared >= border - doubt) certain = false;
    }
    if (!certain) {
      const km = this.distance(a, b);
      near = !(km > limitA) && !(km > limitB);
    }
    return near;
  }

  /** Kilometres between two members who both have coordinates. */
  distance(a: number, b: number): number {
    const { latitudes, longitudes } = this.columns;
    const unit = latitudes instanceof Int32Array ? DEGREE_UNITS : 1;
    return greatCircleKm(
      latitudes[a]! / unit,
      longitudes[a]! / unit,
      latitudes[b]! / unit,
      longitudes[b]! / unit,
    );
  }

  /** True for a member whom a distance limit binds. */
  isLimited(v: number): boolean {
    return v < this.located && !Number.isNaN(this.limits.km[this.columns.limits[v]!]);
  }

  /** How far a member looks, see {@link reachOf}. */
  reachOf(v: number): number {
    return reachOf(this.columns, this.limits, this.located, v);
  }

  /** The chord of the limit of a member with coordinates, NaN without a limit. */
  chordOf(v: number): number {
    return this.limits.chords[this.columns.limits[v]!]!;
  }

  /** Bytes in the typed arrays of the population. */
  get bytes(): number {
    let sum = this.leftOut.byteLength + this.blocks.bytes + this.recentPairs.bytes;
    sum += this.limits.km.byteLength + this.limits.chords.byteLength;
    for (const column of Object.values(this.columns) as { byteLength: number }[])
      sum += column.byteLength;
    return sum;
  }
}

/**
 * May these two be paired (contract §4)? Gender, age and distance both ways, two different members,
 * neither has blocked the other. Minors are not in a population at all.
 * @param i index in the population; @param j likewise
 */
export function areCompatible(population: Population, i: number, j: number): boolean {
  return i !== j && population.suits(i, j) && !population.blocks.has(i, j);
}
