import type { LanguageSets } from "./language-sets.ts";
import { PairSet } from "./pair-set.ts";
import { acceptsAge, acceptsDistance, acceptsGender } from "./rule.ts";
import { greatCircleKm } from "./sphere.ts";

/** Stands for 'any' in the column of gender preferences, and for an unstated gender in the column of genders. */
export const ANY = 0;
/** Stands for NO_LIMIT in the column of distance limits. */
export const UNSET = 0;
/** The relative and the absolute error of a squared 32-bit chord. Within the error, the exact distance decides. */
const CHORD_DOUBT = 1e-6;
const LEAST_DOUBT = 1e-12;

/** One entry per vertex, those with coordinates first. */
export interface VertexColumns {
  keys: Float64Array | Uint32Array;
  /** Gender as an interned number, ANY if unstated. */
  genders: Uint16Array;
  preferences: Uint16Array;
  /** Whole years on the pairing date. 255 stands for 255 and above. */
  ages: Uint8Array;
  minimumAges: Uint8Array;
  maximumAges: Uint8Array;
  /** 0 for no priority. A higher priority is covered first. The levels in use are consecutive. */
  priorities: Uint8Array;
  /** Offset from UTC as {@link encodeOffset} gives it; null if no vertex has an offset. */
  utcOffsets: Uint8Array | null;
  /** Number of the set of languages, see {@link LanguageSets}; null if no vertex has named a language. */
  languages: Uint16Array | null;
  /**
   * From when a vertex takes part, and the latest such time that the vertex accepts. Null if all vertices accept all.
   */
  newcomers: { since: Float64Array; acceptedUntil: Float64Array } | null;
  /** Degrees; only the first `located` vertices have an entry. */
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** Unit vector of the place in 32-bit numbers, which are too coarse to decide near a limit. */
  xs: Float32Array;
  ys: Float32Array;
  zs: Float32Array;
  /** Number of the distance limit; UNSET without one. */
  limits: Int32Array;
  /** By number of a limit: kilometres, and the chord through the unit sphere in 32-bit. */
  kilometres: Float64Array;
  chords: Float32Array;
}

/** Reach of a vertex without coordinates. A stored limit then has no effect. */
export const UNLOCATED = 0;
/** Reach of a vertex with coordinates and no limit. */
export const UNLIMITED = 1;
/** Reach of a vertex whose limit is so long that it accepts every vertex with coordinates. */
export const GLOBAL_LIMIT = 2;
/** Reach of a vertex whose limit excludes some places. */
export const LOCAL_LIMIT = 3;
/** Reach of a vertex whose limit or range of ages nobody satisfies. */
export const UNSATISFIABLE = 4;

export type ReachColumns = Pick<VertexColumns, "minimumAges" | "maximumAges" | "limits" | "chords">;

export function reachOf(columns: ReachColumns, v: number, isLocated: boolean): number {
  if (columns.maximumAges[v]! < columns.minimumAges[v]!) return UNSATISFIABLE;
  if (!isLocated) return UNLOCATED;
  if (columns.limits[v] === UNSET) return UNLIMITED;
  const chord = columns.chords[columns.limits[v]!]!;
  if (chord < 0) return UNSATISFIABLE;
  return chord > 2 ? GLOBAL_LIMIT : LOCAL_LIMIT;
}

/**
 * The vertices that can be paired on one date, as typed arrays. Immutable once built. Vertices are numbered from 0 to
 * `size - 1`; the numbers are internal, and `keys` has the caller's keys.
 */
export class Population {
  readonly size: number;
  /** Number of vertices with coordinates. They have the lowest numbers. */
  readonly located: number;
  readonly columns: VertexColumns;
  /** Pairs in which one has blocked the other. */
  readonly blocks: PairSet;
  /** Pairs of the last 30 days. */
  readonly recentPairs: PairSet;
  /**
   * The wait in runs that each priority stands for. 0 for no priority, and for the priority of vertices whose partner
   * of the previous run was absent.
   */
  readonly waits: Uint8Array;
  readonly languageSets: LanguageSets;
  readonly topPriority: number;

  constructor(columns: VertexColumns, waits: Uint8Array, languageSets: LanguageSets) {
    this.size = columns.keys.length;
    this.located = columns.xs.length;
    this.columns = columns;
    this.blocks = new PairSet(this.size);
    this.recentPairs = new PairSet(this.size);
    this.waits = waits;
    this.languageSets = languageSets;
    this.topPriority = columns.priorities.reduce((top, priority) => Math.max(top, priority), 0);
  }

  /** Whether gender, age and distance allow the pair, both ways. Blocks and newcomers are not checked. */
  isCompatible(a: number, b: number): boolean {
    const { ages, minimumAges, maximumAges, genders, preferences } = this.columns;
    return (
      acceptsAge(ages[b]!, minimumAges[a]!, maximumAges[a]!) &&
      acceptsAge(ages[a]!, minimumAges[b]!, maximumAges[b]!) &&
      acceptsGender(preferences[a]!, genders[b]!, ANY) &&
      acceptsGender(preferences[b]!, genders[a]!, ANY) &&
      this.isWithinLimits(a, b)
    );
  }

  keepsAway(a: number, b: number): boolean {
    const { newcomers } = this.columns;
    return newcomers !== null && newcomers.since[b]! > newcomers.acceptedUntil[a]!;
  }

  /** Whether one has blocked the other or keeps the other away as a newcomer. Compatibility is not checked. */
  excludes(a: number, b: number): boolean {
    return this.blocks.has(a, b) || this.keepsAway(a, b) || this.keepsAway(b, a);
  }

  /** Whether both have named languages but none in common. Such a pair can still be compatible. */
  areLanguagesApart(a: number, b: number): boolean {
    const { languages } = this.columns;
    return languages !== null && this.languageSets.areApart(languages[a]!, languages[b]!);
  }

  /**
   * Whether the distance rule allows the pair. The 32-bit chord decides, except near the limit, where the exact
   * distance does.
   */
  isWithinLimits(a: number, b: number): boolean {
    const { located } = this;
    const { limits, kilometres, chords, xs, ys, zs } = this.columns;
    const limitA = limits[a]!;
    const limitB = limits[b]!;
    if (limitA === UNSET && limitB === UNSET) return true;
    if (a >= located || b >= located) return false;
    const isStricter = limitA === UNSET || kilometres[limitB]! < kilometres[limitA]!;
    const limit = isStricter ? limitB : limitA;
    const chord = chords[limit]!;
    if (chord < 0) return false;
    const dx = xs[a]! - xs[b]!;
    const dy = ys[a]! - ys[b]!;
    const dz = zs[a]! - zs[b]!;
    const beyond = dx * dx + dy * dy + dz * dz - chord * chord;
    if (Math.abs(beyond) > CHORD_DOUBT * chord + LEAST_DOUBT) return beyond < 0;
    return acceptsDistance(kilometres[limit]!, this.distance(a, b));
  }

  distance(a: number, b: number): number {
    const { latitudes, longitudes } = this.columns;
    return greatCircleKm(latitudes[a]!, longitudes[a]!, latitudes[b]!, longitudes[b]!);
  }

  reachOf(v: number): number {
    return reachOf(this.columns, v, v < this.located);
  }
}
