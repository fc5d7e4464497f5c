import { NO_VERTEX } from "../labels.ts";
import { type Classes, classOf } from "../population/classes.ts";
import type { Population } from "../population/population.ts";
import { LEAF_SIZE } from "../population/space-order.ts";

/** The columns after MIN_X and after MAX_X hold the bounds of y and z. */
const BOX_COLUMNS = 11;
const MIN_X = 0;
const MAX_X = 3;
const MIN_AGE = 6;
const MAX_AGE = 7;
const LEAST_MINIMUM = 8;
const GREATEST_MAXIMUM = 9;
const LONGEST_CHORD = 10;
/**
 * Added to a distance limit that is compared with a box, because 32-bit coordinates can be off by a metre. In Earth
 * radii: about 6 m.
 */
const BOX_MARGIN = 1e-6;

/**
 * Offsets into a node's entries of `counts`: how many vertices of the node are free, unlabelled or even. NO_COUNT
 * stands for none of these.
 */
export const FREE_COUNT = 0;
export const UNLABELLED_COUNT = 1;
export const EVEN_COUNT = 2;
export const NO_COUNT = -1;
export const COUNTS = 3;

/**
 * Trees of boxes over place, age and age preference, one tree per class. A node is a range of vertex numbers (see
 * `space-order.ts`). Distances are chords through the unit sphere, so the date line and the poles need no special case.
 */
export class BoxTree {
  readonly roots: number[] = [];
  readonly lows: Int32Array;
  /** One beyond the last vertex of a node. */
  readonly highs: Int32Array;
  /** Left child of a node; the right child has the next number. 0 for a leaf. */
  readonly children: Int32Array;
  /** An even vertex whose blossom contains all even vertices of the node; NO_VERTEX if none is known. */
  readonly representatives: Int32Array;
  readonly #population: Population;
  readonly #classes: Classes;
  readonly #boxes: Float32Array;
  readonly counts: Int32Array;
  /** The seeker's x, y, z, age, youngest and oldest accepted age, and distance limit as a chord. */
  readonly #seeker = new Float64Array(7);
  #nodes = 0;

  constructor(population: Population, classes: Classes) {
    this.#population = population;
    this.#classes = classes;
    const { starts } = classes;
    let nodes = 0;
    for (let k = 0; k + 1 < starts.length; k++) nodes += countNodes(starts[k + 1]! - starts[k]!);
    this.lows = new Int32Array(nodes);
    this.highs = new Int32Array(nodes);
    this.children = new Int32Array(nodes);
    this.#boxes = new Float32Array(nodes * BOX_COLUMNS);
    this.counts = new Int32Array(nodes * COUNTS);
    this.representatives = new Int32Array(nodes).fill(NO_VERTEX);
    for (let k = 0; k + 1 < starts.length; k++) {
      const root = this.#nodes++;
      this.roots.push(root);
      this.#build(root, starts[k]!, starts[k + 1]!);
    }
  }

  recount(v: number, lost: number, gained: number): void {
    if (lost === gained) return;
    const counts = this.counts;
    let node = this.roots[classOf(this.#classes, v)]!;
    for (;;) {
      const at = node * COUNTS;
      if (lost !== NO_COUNT) counts[at + lost]!--;
      if (gained !== NO_COUNT) counts[at + gained]!++;
      if (gained === EVEN_COUNT) this.representatives[node] = NO_VERTEX;
      const child = this.children[node]!;
      if (child === 0) return;
      node = v < this.highs[child]! ? child : child + 1;
    }
  }

  /** Sets the seeker, the vertex whose neighbours are searched. */
  setSeeker(u: number): void {
    const { ages, minimumAges, maximumAges, xs, ys, zs, limits, chords } = this.#population.columns;
    const seeker = this.#seeker;
    seeker[0] = xs[u]!;
    seeker[1] = ys[u]!;
    seeker[2] = zs[u]!;
    seeker[3] = ages[u]!;
    seeker[4] = minimumAges[u]!;
    seeker[5] = maximumAges[u]!;
    seeker[6] = chords[limits[u]!]!;
  }

  /** False if the node's box excludes all neighbours of the seeker. */
  mayHold(node: number): boolean {
    const boxes = this.#boxes;
    const seeker = this.#seeker;
    const at = node * BOX_COLUMNS;
    const age = seeker[3]!;
    if (boxes[at + LEAST_MINIMUM]! > age || boxes[at + GREATEST_MAXIMUM]! < age) return false;
    if (boxes[at + MAX_AGE]! < seeker[4]! || boxes[at + MIN_AGE]! > seeker[5]!) return false;
    const chord = Math.min(boxes[at + LONGEST_CHORD]!, seeker[6]!);
    if (chord < 0) return false;
    if (chord > 2) return true;
    const x = seeker[0]!;
    const y = seeker[1]!;
    const z = seeker[2]!;
    const dx = Math.max(boxes[at + MIN_X]! - x, x - boxes[at + MAX_X]!, 0);
    const dy = Math.max(boxes[at + MIN_X + 1]! - y, y - boxes[at + MAX_X + 1]!, 0);
    const dz = Math.max(boxes[at + MIN_X + 2]! - z, z - boxes[at + MAX_X + 2]!, 0);
    const wide = chord + BOX_MARGIN;
    return dx * dx + dy * dy + dz * dz <= wide * wide;
  }

  isAccepted(node: number): boolean {
    const boxes = this.#boxes;
    const seeker = this.#seeker;
    const at = node * BOX_COLUMNS;
    if (boxes[at + MIN_AGE]! < seeker[4]! || boxes[at + MAX_AGE]! > seeker[5]!) return false;
    return Math.min(boxes[at + LONGEST_CHORD]!, seeker[6]!) > 2;
  }

  #build(node: number, low: number, high: number): void {
    this.lows[node] = low;
    this.highs[node] = high;
    this.counts[node * COUNTS + FREE_COUNT] = high - low;
    const at = node * BOX_COLUMNS;
    const boxes = this.#boxes;
    for (let c = 0; c < BOX_COLUMNS; c++) boxes[at + c] = isLowerBound(c) ? 1e9 : -1e9;
    if (high - low > LEAF_SIZE) {
      const middle = (low + high) >>> 1;
      const child = this.#nodes;
      this.#nodes += 2;
      this.children[node] = child;
      this.#build(child, low, middle);
      this.#build(child + 1, middle, high);
      for (const from of [child * BOX_COLUMNS, (child + 1) * BOX_COLUMNS]) {
        for (let c = 0; c < BOX_COLUMNS; c++) this.#widen(at, c, boxes[from + c]!);
      }
      return;
    }
    const { located } = this.#population;
    const { xs, ys, zs, ages, minimumAges, maximumAges, limits, chords } = this.#population.columns;
    for (let v = low; v < high; v++) {
      for (const side of v < located ? [MIN_X, MAX_X] : []) {
        this.#widen(at, side, xs[v]!);
        this.#widen(at, side + 1, ys[v]!);
        this.#widen(at, side + 2, zs[v]!);
      }
      this.#widen(at, MIN_AGE, ages[v]!);
      this.#widen(at, MAX_AGE, ages[v]!);
      this.#widen(at, LEAST_MINIMUM, minimumAges[v]!);
      this.#widen(at, GREATEST_MAXIMUM, maximumAges[v]!);
      this.#widen(at, LONGEST_CHORD, chords[limits[v]!]!);
    }
  }

  #widen(box: number, column: number, value: number): void {
    const held = this.#boxes[box + column]!;
    this.#boxes[box + column] = isLowerBound(column)
      ? Math.min(held, value)
      : Math.max(held, value);
  }
}

function isLowerBound(column: number): boolean {
  return column < MAX_X || column === MIN_AGE || column === LEAST_MINIMUM;
}

function countNodes(vertices: number): number {
  if (vertices <= LEAF_SIZE) return 1;
  const half = vertices >>> 1;
  return 1 + countNodes(half) + countNodes(vertices - half);
}
