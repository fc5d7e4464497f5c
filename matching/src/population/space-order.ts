import { freeBuffers } from "../arrays.ts";
import { LOCAL_LIMIT, type ReachColumns, reachOf, type VertexColumns } from "./population.ts";
import { EARTH_RADIUS_KM } from "./sphere.ts";

export const LEAF_SIZE = 8;

/**
 * A box is split along its widest extent, measured in these units: kilometres of place, years of age, and years of an
 * age preference.
 */
const UNIT_KM = 40;
const UNIT_AGE = 6;
const UNIT_PREFERENCE = 9;
/**
 * Replaces UNIT_KM in a class without local limits. Most partners of its vertices have no local limit either, so a
 * split by place would exclude few vertices.
 */
const UNIT_KM_ANYWHERE = 4_000;
const EXTENT_SAMPLE = 512;

const REACHES = 8;

export type SpaceColumns = ReachColumns &
  Pick<VertexColumns, "genders" | "preferences" | "ages" | "latitudes" | "xs" | "ys" | "zs">;

/**
 * Orders the rows for the trees of boxes (k-d trees, Bentley 1975). Rows with coordinates come first, and rows of the
 * same class are together. Within a class, each range is halved recursively along the widest of place, age and age
 * preference. Each half is a node of the class's tree.
 */
export function orderInSpace(columns: SpaceColumns, rows: Int32Array): void {
  const { genders, preferences, latitudes } = columns;
  const classOf = (row: number) => {
    const isLocated = !Number.isNaN(latitudes[row]!);
    const kind = (genders[row]! * 65_536 + preferences[row]!) * 2 + (isLocated ? 0 : 1);
    return kind * REACHES + reachOf(columns, row, isLocated);
  };
  // A counting sort, because a comparison function would compute two classes per call.
  const counts = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) {
    const code = classOf(rows[i]!);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  /** By class: its next free position, and after the sort its end. */
  const ends = new Map<number, number>();
  let start = 0;
  for (const [code, count] of [...counts].sort(
    ([a], [b]) => (a & REACHES) - (b & REACHES) || a - b,
  )) {
    ends.set(code, start);
    start += count;
  }
  const before = rows.slice();
  for (let i = 0; i < rows.length; i++) {
    const code = classOf(before[i]!);
    const at = ends.get(code)!;
    rows[at] = before[i]!;
    ends.set(code, at + 1);
  }
  freeBuffers(before);
  const splitter = new Splitter(columns, rows);
  let from = 0;
  for (const [code, to] of ends) {
    splitter.split(from, to, code % REACHES === LOCAL_LIMIT ? UNIT_KM : UNIT_KM_ANYWHERE);
    from = to;
  }
}

type Axis = Float32Array | Uint8Array;
type ScaledAxis = readonly [Axis, number];

class Splitter {
  readonly #order: Int32Array;
  /** Age preferences are clamped to the ages that occur, because nobody is of any other age. */
  readonly #columns: SpaceColumns;

  constructor(columns: SpaceColumns, order: Int32Array) {
    this.#order = order;
    const { ages, minimumAges, maximumAges } = columns;
    let youngest = 255;
    let oldest = 0;
    for (let i = 0; i < order.length; i++) {
      youngest = Math.min(youngest, ages[order[i]!]!);
      oldest = Math.max(oldest, ages[order[i]!]!);
    }
    this.#columns = {
      ...columns,
      minimumAges: clamp(minimumAges, youngest, oldest + 1),
      maximumAges: clamp(maximumAges, youngest - 1, oldest),
    };
  }

  split(from: number, to: number, unitKm: number): void {
    const { xs, ys, zs, ages, minimumAges, maximumAges } = this.#columns;
    const axes: ScaledAxis[] = [
      [xs, EARTH_RADIUS_KM / unitKm],
      [ys, EARTH_RADIUS_KM / unitKm],
      [zs, EARTH_RADIUS_KM / unitKm],
      [ages, 1 / UNIT_AGE],
      [minimumAges, 1 / UNIT_PREFERENCE],
      [maximumAges, 1 / UNIT_PREFERENCE],
    ];
    const ranges = [from, to];
    while (ranges.length > 0) {
      const high = ranges.pop()!;
      const low = ranges.pop()!;
      if (high - low <= LEAF_SIZE) continue;
      const middle = (low + high) >>> 1;
      this.#select(this.#widest(axes, low, high), low, high - 1, middle);
      ranges.push(low, middle, middle, high);
    }
  }

  #widest(axes: ScaledAxis[], low: number, high: number): Axis {
    let best = axes[0]![0];
    let width = -1;
    const step = Math.max(1, Math.floor((high - low) / EXTENT_SAMPLE));
    for (const [axis, scale] of axes) {
      if (Number.isNaN(axis[this.#order[low]!]!)) continue; // no vertex of the class has coordinates
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      for (let i = low; i < high; i += step) {
        const value = axis[this.#order[i]!]!;
        if (value < least) least = value;
        if (value > most) most = value;
      }
      if ((most - least) * scale > width) {
        width = (most - least) * scale;
        best = axis;
      }
    }
    return best;
  }

  /** Quickselect (Hoare 1961) with three-way partition, because many vertices share an age or a place. */
  #select(axis: Axis, first: number, last: number, target: number): void {
    const order = this.#order;
    let low = first;
    let high = last;
    while (low < high) {
      const pivot = medianOf(
        axis[order[low]!]!,
        axis[order[(low + high) >>> 1]!]!,
        axis[order[high]!]!,
      );
      let less = low;
      let more = high;
      let i = low;
      while (i <= more) {
        const at = order[i]!;
        const value = axis[at]!;
        if (value < pivot) {
          order[i++] = order[less]!;
          order[less++] = at;
        } else if (value > pivot) {
          order[i] = order[more]!;
          order[more--] = at;
        } else i++;
      }
      if (target < less) high = less - 1;
      else if (target > more) low = more + 1;
      else return;
    }
  }
}

function clamp(ages: Uint8Array, least: number, most: number): Uint8Array {
  return ages.map((age) => Math.min(most, Math.max(least, age)));
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
