import { freeBuffers, Growable } from "../arrays.ts";
import { ANY, type VertexColumns } from "./population.ts";
import { orderInSpace } from "./space-order.ts";
import { toChord, unitCoordinate } from "./sphere.ts";

/** The builder's columns. NaN stands for a missing coordinate. */
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
 * Sorts the rows by key, so that the result does not depend on their order, and drops repeated keys. Then numbers the
 * rows: those with coordinates first, and rows near each other in space close together.
 * @param limits the distance limits, in the order of their numbers in the column of limits
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

/**
 * Numbers genders anew in the order of keys, because the builder's numbers depend on the order in which rows were
 * added.
 */
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

/** Row numbers in the order of keys. Of rows with the same key, the first is kept. */
function sortByKey({ values, length }: Growable<Float64Array>): Int32Array {
  const order = new Int32Array(length).map((_, row) => row);
  // Rows usually come sorted. The check saves a sort by a comparison function, which would allocate megabytes.
  if (order.every((row) => row === 0 || values[row]! > values[row - 1]!)) return order;
  order.sort((a, b) => values[a]! - values[b]! || a - b);
  return order.filter((row, i) => i === 0 || values[row] !== values[order[i - 1]!]);
}
