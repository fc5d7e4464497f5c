import { freeBuffers, Growable } from "../arrays.ts";
import { NO_LANGUAGES } from "./language-sets.ts";
import type { VertexColumns } from "./population.ts";
import { orderInSpace } from "./space-order.ts";
import { toChord, unitCoordinate } from "./sphere.ts";
import { NO_OFFSET } from "./waking-hours.ts";

/** The builder's columns, in the order in which rows are added. NaN stands for no coordinate and no limit. */
export function createColumns(capacity: number) {
  const floats = () => new Growable((n) => new Float64Array(n), capacity);
  const shorts = () => new Growable((n) => new Uint16Array(n), capacity);
  const bytes = () => new Growable((n) => new Uint8Array(n), capacity);
  return {
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
export type RawColumns = ReturnType<typeof createColumns>;

/**
 * Numbers the vertices by their keys and data only, whatever the order of the rows: by key, without repeated keys, then
 * those with coordinates first, with neighbours in space side by side.
 */
export function arrangeVertices(raw: RawColumns): {
  columns: VertexColumns;
  located: number;
  /** Vertex numbers by ascending key. */
  byKey: Int32Array;
} {
  const byKey = sortByKey(raw.keys);
  const isLocated = (row: number) => !Number.isNaN(raw.latitudes.values[row]!);
  const rows = new Int32Array(byKey.length);
  let located = 0;
  for (const row of byKey) if (isLocated(row)) rows[located++] = row;
  let next = located;
  for (const row of byKey) if (!isLocated(row)) rows[next++] = row;
  const limits = raw.limits.values;
  const chords = new Float32Array(raw.keys.length);
  for (let i = 0; i < located; i++) chords[rows[i]!] = toChord(limits[rows[i]!]!);
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
  orderInSpace(
    {
      genders: raw.genders.values,
      preferences: raw.preferences.values,
      ages: raw.ages.values,
      minimumAges: raw.minimumAges.values,
      maximumAges: raw.maximumAges.values,
      limits,
      chords,
      xs,
      ys,
      zs,
    },
    rows,
    located,
  );
  const size = rows.length;
  /** The entries of a column by row in the order of the vertices. Frees the column by row. */
  const take = <T extends Column>(values: T, count = size): T => {
    const taken = values.slice(0, count) as T;
    for (let v = 0; v < count; v++) taken[v] = values[rows[v]!]!;
    freeBuffers(values);
    return taken;
  };
  /** The same; null when no row has more than the value that stands for nothing. */
  const takeUsed = <T extends Column>(values: T, nothing: number): T | null => {
    const taken = take(values);
    if (taken.some((value) => value !== nothing)) return taken;
    freeBuffers(taken);
    return null;
  };
  const acceptedUntil = takeUsed(raw.acceptedUntil.values, Number.POSITIVE_INFINITY);
  const columns: VertexColumns = {
    keys: take(raw.keys.values),
    genders: take(raw.genders.values),
    preferences: take(raw.preferences.values),
    ages: take(raw.ages.values),
    minimumAges: take(raw.minimumAges.values),
    maximumAges: take(raw.maximumAges.values),
    priorities: take(raw.priorities.values),
    utcOffsets: takeUsed(raw.utcOffsets.values, NO_OFFSET),
    languages: takeUsed(raw.languages.values, NO_LANGUAGES),
    newcomers: acceptedUntil && { since: take(raw.since.values), acceptedUntil },
    latitudes: take(raw.latitudes.values, located),
    longitudes: take(raw.longitudes.values, located),
    limits: take(limits, located),
    chords: take(chords, located),
    xs: take(xs, located),
    ys: take(ys, located),
    zs: take(zs, located),
  };
  if (acceptedUntil === null) freeBuffers(raw.since.values);
  const numberOf = new Int32Array(raw.keys.length);
  for (let v = 0; v < size; v++) numberOf[rows[v]!] = v;
  return { columns, located, byKey: byKey.map((row) => numberOf[row]!) };
}

type Column = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** Row numbers by ascending key. Of rows with the same key only the first is kept. */
function sortByKey({ values, length }: Growable<Float64Array>): Int32Array {
  const order = new Int32Array(length).map((_, row) => row);
  // A sort by a function takes megabytes, and rows mostly come in this order.
  if (order.every((row) => row === 0 || values[row]! > values[row - 1]!)) return order;
  order.sort((a, b) => values[a]! - values[b]! || a - b);
  return order.filter((row, i) => i === 0 || values[row] !== values[order[i - 1]!]);
}
