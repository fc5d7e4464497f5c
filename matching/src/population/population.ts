import type { LanguageSets } from "./language-sets.ts";
import { PairSet } from "./pair-set.ts";
import { acceptsAge, acceptsDistance, acceptsGender } from "./rule.ts";
import { greatCircleKm } from "./sphere.ts";

/** Stands for no preference in the column of gender preferences, and for no gender in the column of genders. */
export const ANY = 0;
/** Stands for NO_LIMIT in the column of distance limits. */
export const UNSET = 0;
/**
 * Bounds of the relative and of the absolute error of a squared 32-bit chord. Within the error, the exact distance
 * decides.
 */
const CHORD_DOUBT = 1e-6;
const LEAST_DOUBT = 1e-12;

/** One entry per vertex, those with coordinates first. */
export interface VertexColumns {
  keys: Float64Array | Uint32Array;
  genders: Uint16Array;
  preferences: Uint16Array;
  /** In whole years; greater ages are stored as 255. */
  ages: Uint8Array;
  minimumAges: Uint8Array;
  maximumAges: Uint8Array;
  /** 0 for no priority. Vertices with a higher one are matched first. The numbers in use have no gaps. */
  priorities: Uint8Array;
  /** As {@link encodeOffset} gives it; null if no vertex has an offset. */
  utcOffsets: Uint8Array | null;
  /** The number of each vertex's set of languages in {@link LanguageSets}; null if no vertex has named a language. */
  languages: Uint16Array | null;
  /**
   * The time from which a vertex takes part, and the latest such time of a partner that it accepts. Null if nobody
   * keeps newcomers away.
   */
  newcomers: { since: Float64Array; acceptedUntil: Float64Array } | null;
  /** In degrees. Only vertices with coordinates have an entry. */
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** Unit vector of the place. 32 bits are too coarse to decide near a limit. */
  xs: Float32Array;
  ys: Float32Array;
  zs: Float32Array;
  limits: Int32Array;
  /** By number of a limit: the limit in kilometres, and as a chord of the unit sphere. */
  kilometres: Float64Array;
  chords: Float32Array;
}

/** Reach of a vertex without coordinates, whose distance limit has no effect. */
export const UNLOCATED = 0;
/** Reach of a vertex with coordinates and no distance limit. */
export const UNLIMITED = 1;
/** Reach of a vertex whose distance limit is so long that it accepts every vertex with coordinates. */
export const GLOBAL_LIMIT = 2;
/** Reach of a vertex whose distance limit excludes some places on earth. */
export const LOCAL_LIMIT = 3;
/** Reach of a vertex whose distance limit or range of ages nobody satisfies. */
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
 * The vertices that can be paired on one date. They are numbered from 0 to `size - 1`, and `keys` has the caller's
 * keys.
 */
export class Population {
  readonly size: number;
  /** Number of vertices with coordinates, which have the lowest numbers. */
  readonly located: number;
  readonly columns: VertexColumns;
  readonly blocks: PairSet;
  /** Pairs that should be avoided because the two were paired recently. */
  readonly recentPairs: PairSet;
  /**
   * By priority: the wait that it stands for, in runs. 0 for no priority, and for the priority of vertices whose last
   * partner was absent.
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

  /** Whether gender, age and distance allow the pair. Blocks and newcomers are not checked. */
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

  /** Whether one of the two has blocked the other or keeps the other away as a newcomer. */
  excludes(a: number, b: number): boolean {
    return this.blocks.has(a, b) || this.keepsAway(a, b) || this.keepsAway(b, a);
  }

  /** Whether both have named languages, but none in common. Such a pair can still be compatible. */
  areLanguagesApart(a: number, b: number): boolean {
    const { languages } = this.columns;
    return languages !== null && this.languageSets.areApart(languages[a]!, languages[b]!);
  }

  /**
   * Whether the distance limits of both allow the pair. The 32-bit chord decides, except near the limit, where the
   * exact distance does.
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
