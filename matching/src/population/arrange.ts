import { freeBuffers, Growable } from "../arrays.ts";
import { ANY, type VertexColumns } from "./population.ts";
import { orderInSpace } from "./space-order.ts";
import { toChord, unitCoordinate } from "./sphere.ts";

/** The builder's columns, in the order in which rows are added. NaN stands for a missing coordinate. */
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
    limits: new Growable((n) => new Int32Array(n), capacity),
  };
}
export type RawColumns = ReturnType<typeof createColumns>;

/**
 * Sorts the rows by key, so that their order has no influence, and drops repeated keys. Then numbers the rows with
 * coordinates first, with neighbours in space side by side.
 * @param limits the distance limits, by their numbers in the column of limits
 */
export function arrangeVertices(raw: RawColumns, limits: Iterable<number>): VertexColumns {
  const latitudes = raw.latitudes.values;
  const longitudes = raw.longitudes.values;
  const rows = sortByKey(raw.keys);
  renumberGenders(raw.genders.values, raw.preferences.values, rows);
  const placeOnSphere = (axis: number) => {
    const column = new Float32Array(raw.keys.length);
    for (let row = 0; row < column.length; row++) {
      column[row] = unitCoordinate(axis, latitudes[row]!, longitudes[row]!);
    }
    return column;
  };
  const kilometres = Float64Array.from(limits);
  const byRow = {
    genders: raw.genders.values,
    preferences: raw.preferences.values,
    ages: raw.ages.values,
    minimumAges: raw.minimumAges.values,
    maximumAges: raw.maximumAges.values,
    limits: raw.limits.values,
    chords: Float32Array.from(kilometres, toChord),
    latitudes,
    xs: placeOnSphere(0),
    ys: placeOnSphere(1),
    zs: placeOnSphere(2),
  };
  orderInSpace(byRow, rows);
  const size = rows.length;
  let located = 0;
  while (located < size && !Number.isNaN(latitudes[rows[located]!]!)) located++;
  /** Brings a column from the order of the rows into that of the vertices, and frees the old column. */
  const take = <T extends Column>(values: T, count = size): T => {
    const taken = values.slice(0, count) as T;
    for (let v = 0; v < count; v++) taken[v] = values[rows[v]!]!;
    freeBuffers(values);
    return taken;
  };
  const takeUsed = <T extends Column>({ values, length }: Growable<T>): T | null =>
    length === 0 ? null : take(values);
  const keys = take(raw.keys.values);
  const acceptedUntil = takeUsed(raw.acceptedUntil);
  const columns: VertexColumns = {
    keys: keys.every((key) => key < 2 ** 32) ? new Uint32Array(keys) : keys,
    genders: take(raw.genders.values),
    preferences: take(raw.preferences.values),
    ages: take(raw.ages.values),
    minimumAges: take(raw.minimumAges.values),
    maximumAges: take(raw.maximumAges.values),
    priorities: take(raw.priorities.values),
    utcOffsets: takeUsed(raw.utcOffsets),
    languages: takeUsed(raw.languages),
    newcomers: acceptedUntil && {
      since: takeUsed(raw.since) ?? new Float64Array(size),
      acceptedUntil,
    },
    latitudes: take(latitudes, located),
    longitudes: take(longitudes, located),
    xs: take(byRow.xs, located),
    ys: take(byRow.ys, located),
    zs: take(byRow.zs, located),
    limits: take(raw.limits.values),
    kilometres,
    chords: byRow.chords,
  };
  freeBuffers(rows);
  return columns;
}

/** Numbers genders anew by ascending key, because the builder numbers them in the order in which rows are added. */
function renumberGenders(genders: Uint16Array, preferences: Uint16Array, rows: Int32Array): void {
  const numbers = new Map([[ANY, ANY]]);
  const renumber = (old: number): number => {
    const number = numbers.get(old) ?? numbers.size;
    numbers.set(old, number);
    return number;
  };
  for (const row of rows) {
    genders[row] = renumber(genders[row]!);
    preferences[row] = renumber(preferences[row]!);
  }
}

type Column = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** Row numbers by ascending key. Of rows with the same key only the first is kept. */
function sortByKey({ values, length }: Growable<Float64Array>): Int32Array {
  const order = new Int32Array(length).map((_, row) => row);
  // Rows usually come sorted. Then this function skips the sort by a comparison function, which takes megabytes.
  if (order.every((row) => row === 0 || values[row]! > values[row - 1]!)) return order;
  order.sort((a, b) => values[a]! - values[b]! || a - b);
  return order.filter((row, i) => i === 0 || values[row] !== values[order[i - 1]!]);
}
