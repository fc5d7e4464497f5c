import { EARTH_RADIUS_KM } from "../../shared/constants.ts";
import { type Limits, type MemberColumns, reachOf } from "./population.ts";

/** Members in a leaf of the space tree, at most. */
export const LEAF_SIZE = 16;

/** Extents that count as equally wide when a box is split: kilometres, years of age, years of an age preference. */
const UNIT_KM = 40;
const UNIT_AGE = 6;
const UNIT_PREFERENCE = 9;
/** Members looked at to estimate the extent of a range. */
const EXTENT_SAMPLE = 512;

/**
 * Orders the members with coordinates for the space tree (a k-d tree, Bentley 1975): by class of gender, preference
 * and reach, and within a class by halving across the widest of place, age and age preference, recursively. Each half
 * of a range then is a node of the tree. The other members keep their order after them.
 * @returns member numbers in the new order
 */
export function orderInSpace(columns: MemberColumns, limits: Limits, located: number): Int32Array {
  const order = new Int32Array(columns.keys.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  const { genders, preferences } = columns;
  const classOf = (i: number) =>
    (genders[i]! * 65_536 + preferences[i]!) * 8 + reachOf(columns, limits, located, i);
  // A counting sort: a comparison function would work out two classes at each comparison.
  const counts = new Map<number, number>();
  for (let i = 0; i < located; i++) counts.set(classOf(i), (counts.get(classOf(i)) ?? 0) + 1);
  /** Where the next member of a class goes, by ascending class; in the end, where the class ends. */
  const ends = new Map<number, number>();
  let start = 0;
  for (const [code, count] of [...counts].sort(([a], [b]) => a - b)) {
    ends.set(code, start);
    start += count;
  }
  for (let i = 0; i < located; i++) {
    const at = ends.get(classOf(i))!;
    order[at] = i;
    ends.set(classOf(i), at + 1);
  }
  const splitter = new Splitter(columns, order);
  let from = 0;
  for (const to of ends.values()) {
    splitter.split(from, to);
    from = to;
  }
  return order;
}

/** A value per member to split by. */
type Axis = Float32Array | Uint8Array;

class Splitter {
  readonly #order: Int32Array;
  /** Each axis with what its values are multiplied by to compare extents. */
  readonly #axes: readonly (readonly [Axis, number])[];

  constructor(columns: MemberColumns, order: Int32Array) {
    this.#order = order;
    const place = EARTH_RADIUS_KM / UNIT_KM;
    const youngest = columns.ages.reduce((a, b) => Math.min(a, b), 255);
    const oldest = columns.ages.reduce((a, b) => Math.max(a, b), 0);
    this.#axes = [
      [columns.xs, place],
      [columns.ys, place],
      [columns.zs, place],
      [columns.ages, 1 / UNIT_AGE],
      // Clamped: preferences beyond the ages that occur make no difference.
      [clamp(columns.minimumAges, youngest, oldest + 1), 1 / UNIT_PREFERENCE],
      [clamp(columns.maximumAges, youngest - 1, oldest), 1 / UNIT_PREFERENCE],
    ];
  }

  /** Orders a range of one class. */
  split(from: number, to: number): void {
    const ranges = [from, to];
    while (ranges.length > 0) {
      const high = ranges.pop()!;
      const low = ranges.pop()!;
      if (high - low <= LEAF_SIZE) continue;
      const middle = (low + high) >>> 1;
      this.#select(this.#widest(low, high), low, high - 1, middle);
      ranges.push(low, middle, middle, high);
    }
  }

  #widest(low: number, high: number): Axis {
    let best = this.#axes[0]![0];
    let width = -1;
    const step = Math.max(1, Math.floor((high - low) / EXTENT_SAMPLE));
    for (const [axis, scale] of this.#axes) {
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

  /** Quickselect (Hoare 1961) with three-way partition, because many members share an age or a place. */
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
