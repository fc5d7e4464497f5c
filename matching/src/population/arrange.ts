import type { Growable } from "../arrays.ts";
import { DEGREE_UNITS, type Limits, type MemberColumns } from "./population.ts";
import { orderInSpace, type SpaceColumns } from "./space-order.ts";
import { toChord, unitCoordinate } from "./sphere.ts";

/** The builder's columns, in the order in which rows were added. NaN stands for no coordinate and no limit. */
export interface RawColumns {
  keys: Growable<Float64Array>;
  genders: Growable<Uint16Array>;
  preferences: Growable<Uint16Array>;
  ages: Growable<Uint8Array>;
  minimumAges: Growable<Uint8Array>;
  maximumAges: Growable<Uint8Array>;
  priorities: Growable<Uint8Array>;
  /** Null while no member has an offset. */
  utcOffsets: Growable<Uint8Array> | null;
  /** Null while no member has named a language. */
  languages: Growable<Uint16Array> | null;
  since: Growable<Float64Array>;
  /** Null while no member keeps newcomers away. */
  acceptedUntil: Growable<Float64Array> | null;
  latitudes: Growable<Float64Array>;
  longitudes: Growable<Float64Array>;
  limits: Growable<Float64Array>;
}

/**
 * Numbers the members by their keys and data only, whatever the order of the rows: by key, without repeated keys, then
 * those with coordinates first, with neighbours in space side by side.
 */
export function arrangeMembers(raw: RawColumns): {
  columns: MemberColumns;
  limits: Limits;
  located: number;
} {
  const { rows, located } = orderByKey(raw);
  const { limits, numbers } = numberLimits(raw, rows, located);
  /** One coordinate of the unit vectors, by row. */
  const placeOnSphere = (axis: number) => {
    const column = new Float32Array(raw.keys.length);
    for (let i = 0; i < located; i++) {
      const row = rows[i]!;
      column[row] = unitCoordinate(axis, raw.latitudes.values[row]!, raw.longitudes.values[row]!);
    }
    return column;
  };
  const [xs, ys, zs] = [placeOnSphere(0), placeOnSphere(1), placeOnSphere(2)];
  const areWhole = storeWhole(raw, rows, located);
  const byRow: SpaceColumns = {
    genders: raw.genders.values,
    preferences: raw.preferences.values,
    ages: raw.ages.values,
    minimumAges: raw.minimumAges.values,
    maximumAges: raw.maximumAges.values,
    limits: numbers,
    xs,
    ys,
    zs,
  };
  orderInSpace(byRow, limits, rows, located);
  const size = rows.length;
  const take = <T extends Column>(values: Column, target: T): T => {
    for (let i = 0; i < target.length; i++) target[i] = values[rows[i]!]!;
    return target;
  };
  const takeShort = (raw: Growable<Uint16Array>) =>
    take(raw.values, areBelow(2 ** 8, raw) ? new Uint8Array(size) : new Uint16Array(size));
  const takeDegrees = ({ values }: Growable<Float64Array>) =>
    take(values, areWhole ? new Int32Array(located) : new Float64Array(located));
  const areShortKeys = areBelow(2 ** 32, raw.keys);
  const columns: MemberColumns = {
    keys: take(raw.keys.values, areShortKeys ? new Uint32Array(size) : new Float64Array(size)),
    genders: takeShort(raw.genders),
    preferences: takeShort(raw.preferences),
    ages: take(raw.ages.values, new Uint8Array(size)),
    minimumAges: take(raw.minimumAges.values, new Uint8Array(size)),
    maximumAges: take(raw.maximumAges.values, new Uint8Array(size)),
    priorities: take(raw.priorities.values, new Uint8Array(size)),
    utcOffsets: raw.utcOffsets && take(raw.utcOffsets.values, new Uint8Array(size)),
    languages: raw.languages && take(raw.languages.values, new Uint16Array(size)),
    newcomers: raw.acceptedUntil && {
      since: take(raw.since.values, new Float64Array(size)),
      acceptedUntil: take(raw.acceptedUntil.values, new Float64Array(size)),
    },
    latitudes: takeDegrees(raw.latitudes),
    longitudes: takeDegrees(raw.longitudes),
    limits: take(numbers, numbers.slice(0, located)),
    xs: take(xs, new Float32Array(located)),
    ys: take(ys, new Float32Array(located)),
    zs: take(zs, new Float32Array(located)),
  };
  return { columns, limits, located };
}

type Column = MemberColumns[Exclude<keyof MemberColumns, "utcOffsets" | "languages" | "newcomers">];

/** Whether every value is below a limit, so that a narrower type holds it. */
function areBelow(limit: number, column: Growable<Float64Array> | Growable<Uint16Array>): boolean {
  const { values, length } = column;
  for (let i = 0; i < length; i++) if (values[i]! >= limit) return false;
  return true;
}

/** Row numbers by ascending key, those with coordinates first. Of rows with the same key only the first is kept. */
function orderByKey({ keys, latitudes }: RawColumns): { rows: Int32Array; located: number } {
  const byKey = sortByKey(keys);
  const rows = new Int32Array(byKey.length);
  let filled = 0;
  let located = 0;
  for (const isUnlocated of [false, true]) {
    for (let i = 0; i < byKey.length; i++) {
      const row = byKey[i]!;
      if (Number.isNaN(latitudes.values[row]!) === isUnlocated) rows[filled++] = row;
    }
    if (!isUnlocated) located = filled;
  }
  return { rows, located };
}

/** Numbers the distinct limits of the members with coordinates, by row, and picks the narrowest type for the numbers. */
function numberLimits(
  { limits: raw }: RawColumns,
  rows: Int32Array,
  located: number,
): { limits: Limits; numbers: MemberColumns["limits"] } {
  const known = new Map<number, number>();
  for (let i = 0; i < located; i++) {
    const limit = raw.values[rows[i]!]!;
    if (!known.has(limit)) known.set(limit, known.size);
  }
  const km = Float64Array.from(known.keys());
  const Narrowest = km.length <= 256 ? Uint8Array : km.length <= 65_536 ? Uint16Array : Int32Array;
  const numbers = new Narrowest(raw.length);
  for (let i = 0; i < located; i++) numbers[rows[i]!] = known.get(raw.values[rows[i]!]!)!;
  const chords = Float32Array.from(km, toChord);
  return { limits: { km, chords }, numbers };
}

/** Turns coordinates into whole units, if that is exact for every one of them. @returns whether it is */
function storeWhole(
  { latitudes, longitudes }: RawColumns,
  rows: Int32Array,
  located: number,
): boolean {
  for (const { values } of [latitudes, longitudes]) {
    for (let i = 0; i < located; i++) {
      const degrees = values[rows[i]!]!;
      if (Math.abs(degrees) >= 2000) return false;
      if (Math.round(degrees * DEGREE_UNITS) / DEGREE_UNITS !== degrees) return false;
    }
  }
  for (const { values, length } of [latitudes, longitudes])
    for (let row = 0; row < length; row++) values[row] = Math.round(values[row]! * DEGREE_UNITS);
  return true;
}

/** Row numbers by ascending key. Of rows with the same key only the first is kept. */
function sortByKey(keys: Growable<Float64Array>): Int32Array {
  const values = keys.values;
  const order = new Int32Array(keys.length);
  let ascending = true;
  for (let i = 0; i < order.length; i++) {
    order[i] = i;
    if (i > 0 && !(values[i]! > values[i - 1]!)) ascending = false;
  }
  if (ascending) return order;
  order.sort((a, b) => values[a]! - values[b]! || a - b);
  let kept = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!;
    if (i === 0 || values[row] !== values[order[kept - 1]!]) order[kept++] = row;
  }
  return order.slice(0, kept);
}
