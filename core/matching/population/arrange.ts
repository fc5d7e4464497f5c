import { freeBuffer, type Growable } from "../arrays.ts";
import { DEGREE_UNITS, type Limits, type MemberColumns } from "./population.ts";
import { orderInSpace } from "./space-order.ts";
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
  utcOffsets: Growable<Uint8Array> | null;
  latitudes: Growable<Float64Array>;
  longitudes: Growable<Float64Array>;
  limits: Growable<Float64Array>;
}

/**
 * Numbers the members by their keys and data alone, whatever the order of the rows: by key, without repeated keys,
 * then those with coordinates first and neighbours in space side by side. Each raw column is freed once it is copied.
 */
export function arrangeMembers(raw: RawColumns): {
  columns: MemberColumns;
  limits: Limits;
  located: number;
} {
  const order = sortByKey(raw.keys);
  const latitudes = raw.latitudes.values;
  let located = 0;
  const partitioned = new Int32Array(order.length);
  for (const row of order) {
    if (!Number.isNaN(latitudes[row]!)) partitioned[located++] = row;
  }
  let rest = located;
  for (const row of order) {
    if (Number.isNaN(latitudes[row]!)) partitioned[rest++] = row;
  }
  const take = <T extends Column>(
    column: Growable<Float64Array> | Growable<Uint16Array> | Growable<Uint8Array>,
    target: T,
    by: Int32Array,
  ): T => {
    const { values } = column;
    for (let i = 0; i < target.length; i++) target[i] = values[by[i]!]!;
    column.clear();
    return target;
  };
  const size = order.length;
  const { limits, numbers } = numberLimits(raw.limits, partitioned.subarray(0, located));
  const byKey: MemberColumns = {
    keys: take(
      raw.keys,
      fits(raw.keys, isShortKey) ? new Uint32Array(size) : new Float64Array(size),
      partitioned,
    ),
    genders: take(
      raw.genders,
      fits(raw.genders, isByte) ? new Uint8Array(size) : new Uint16Array(size),
      partitioned,
    ),
    preferences: take(
      raw.preferences,
      fits(raw.preferences, isByte) ? new Uint8Array(size) : new Uint16Array(size),
      partitioned,
    ),
    ages: take(raw.ages, new Uint8Array(size), partitioned),
    minimumAges: take(raw.minimumAges, new Uint8Array(size), partitioned),
    maximumAges: take(raw.maximumAges, new Uint8Array(size), partitioned),
    priorities: take(raw.priorities, new Uint8Array(size), partitioned),
    utcOffsets: raw.utcOffsets && take(raw.utcOffsets, new Uint8Array(size), partitioned),
    latitudes: take(raw.latitudes, new Float64Array(located), partitioned),
    longitudes: take(raw.longitudes, new Float64Array(located), partitioned),
    limits: numbers,
    xs: new Float32Array(located),
    ys: new Float32Array(located),
    zs: new Float32Array(located),
  };
  freeBuffer(order);
  freeBuffer(partitioned);
  fillSphere(byKey, located);
  storeWhole(byKey);
  const inSpace = orderInSpace(byKey, limits, located);
  const columns = permute(byKey, inSpace);
  freeBuffer(inSpace);
  return { columns, limits, located };
}

type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** Does a narrower type hold every value exactly? */
function fits(
  column: Growable<Float64Array> | Growable<Uint16Array>,
  test: (value: number) => boolean,
): boolean {
  const { values, length } = column;
  for (let i = 0; i < length; i++) if (!test(values[i]!)) return false;
  return true;
}

const isShortKey = (key: number) => key < 4_294_967_296;
const isByte = (value: number) => value < 256;

function fillSphere(columns: MemberColumns, located: number): void {
  const { latitudes, longitudes, xs, ys, zs } = columns;
  for (let i = 0; i < located; i++) {
    const latitude = latitudes[i]!;
    const longitude = longitudes[i]!;
    xs[i] = unitCoordinate(0, latitude, longitude);
    ys[i] = unitCoordinate(1, latitude, longitude);
    zs[i] = unitCoordinate(2, latitude, longitude);
  }
}

/** Numbers the distinct limits of the members with coordinates, and picks the narrowest type for the numbers. */
function numberLimits(
  raw: Growable<Float64Array>,
  rows: Int32Array,
): { limits: Limits; numbers: MemberColumns["limits"] } {
  const known = new Map<number, number>();
  const numbers = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const km = raw.values[rows[i]!]!;
    let number = known.get(km);
    if (number === undefined) {
      number = known.size;
      known.set(km, number);
    }
    numbers[i] = number;
  }
  raw.clear();
  const km = Float64Array.from(known.keys());
  const limits = { km, chords: Float32Array.from(km, toChord) };
  if (km.length <= 256) return { limits, numbers: Uint8Array.from(numbers) };
  if (km.length <= 65_536) return { limits, numbers: Uint16Array.from(numbers) };
  return { limits, numbers };
}

/** Stores coordinates as whole units, if that is exact for every one of them. */
function storeWhole(columns: MemberColumns): void {
  const isWhole = (degrees: number) =>
    Math.abs(degrees) < 2000 && Math.round(degrees * DEGREE_UNITS) / DEGREE_UNITS === degrees;
  const { latitudes, longitudes } = columns;
  if (!latitudes.every(isWhole) || !longitudes.every(isWhole)) return;
  columns.latitudes = Int32Array.from(latitudes, (degrees) => Math.round(degrees * DEGREE_UNITS));
  columns.longitudes = Int32Array.from(longitudes, (degrees) => Math.round(degrees * DEGREE_UNITS));
  freeBuffer(latitudes);
  freeBuffer(longitudes);
}

/** Row numbers by ascending key; of rows with the same key only the first. */
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

/** Reorders every column, one at a time, so that only one is held twice. */
function permute(columns: MemberColumns, order: Int32Array): MemberColumns {
  for (const name of Object.keys(columns) as (keyof MemberColumns)[]) {
    const from = columns[name];
    if (from === null) continue;
    const to = from.slice();
    for (let i = 0; i < to.length; i++) to[i] = from[order[i]!]!;
    Object.assign(columns, { [name]: to });
    freeBuffer(from);
  }
  return columns;
}
