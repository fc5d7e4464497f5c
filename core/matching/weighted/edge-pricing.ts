import { Growable, release } from "../arrays.ts";
import { INNER, OUTER } from "../candidates/neighbour-index.ts";
import type { Run } from "../cardinality/state.ts";
import { findLeader } from "../union-find.ts";
import type { Region } from "./subgraph.ts";
import type { WeightedMatching } from "./weighted-matching.ts";

const NOBODY = -1;
/** Edges taken for one member in one go: the next solution may need none of the rest. */
const MOST_OF_ONE = 8;

/** What the duals of a sample say of the whole graph. */
export interface Pricing {
  /** Edges that are worth more than the duals over them; they are in the sample now. */
  added: number;
  /** False when there was no room for another edge, or the looks ended before all was looked at. */
  complete: boolean;
}

/**
 * Holds the duals of a sample of the edges against all the others, and takes those into the sample that are worth
 * more than the duals over them say (column generation: Dantzig and Wolfe 1960). With none added, the duals
 * are a proof for the whole graph.
 *
 * Few edges have to be looked at. Over a fresh one the duals are too low only where the shift of one end is below
 * nought and that of the other one doesn't make up for it. So whoever has a shift of −L asks the index for partners
 * below L: they stand outer, all others are hidden. A blossom with a dual makes up for the edges inside; it is
 * what the index takes for a blossom, and then looked into by itself, with its own parts for blossoms.
 */
export class EdgePricing {
  /** For the index: trees of many roots, none of them frozen. */
  readonly root = NOBODY;
  readonly #run: Run;
  readonly #region: Region;
  readonly #solver: WeightedMatching;
  /** Union–find over numbers in the index: the parts that are looked at now. */
  readonly #leader: Int32Array;
  /** Shift and number in the region in one, to be sorted. */
  readonly #keys: Float64Array;
  readonly #order: Int32Array;
  /** Blossoms that are still to be looked into, and what those around them and they themselves add to a shift. */
  readonly #blossoms = new Growable((n) => new Int32Array(n), 64);
  readonly #offsets = new Growable((n) => new Int32Array(n), 64);
  #offset = 0;
  #count = 0;
  #first = NOBODY;
  #least = 0;
  #added = 0;
  #complete = true;

  constructor(run: Run, region: Region, solver: WeightedMatching) {
    this.#run = run;
    this.#region = region;
    this.#solver = solver;
    this.#leader = new Int32Array(run.search.mate.length);
    this.#keys = new Float64Array(region.graph.size);
    this.#order = new Int32Array(region.graph.size);
  }

  get bytes(): number {
    return (
      this.#leader.byteLength + this.#keys.byteLength * 1.5 + this.#blossoms.values.byteLength * 2
    );
  }

  /** Gives back the room: nothing is asked any more. */
  release(): void {
    for (const array of [this.#leader, this.#keys, this.#order]) release(array);
  }

  /** Every edge that is worth more than the duals over it comes into the sample, but for what there is no room for. */
  price(): Pricing {
    const { search } = this.#run;
    const { graph, members } = this.#region;
    this.#added = 0;
    this.#complete = true;
    for (let i = 0; i < graph.size; i++) search.pose(members[i]!, INNER);
    search.index.freshOnly = true;
    this.#lookInto(NOBODY);
    while (this.#blossoms.length > 0) {
      this.#offset = this.#offsets.pop();
      this.#lookInto(this.#blossoms.pop());
    }
    this.#offset = 0;
    search.index.freshOnly = false;
    search.standAgain();
    this.#priceRepeats();
    return { added: this.#added, complete: this.#complete };
  }

  /** For the index: the part of somebody, named by one of it. */
  find(v: number): number {
    return findLeader(this.#leader, v);
  }

  isFrozen(): boolean {
    return false;
  }

  /** Edges from each part of a blossom to another one; or of everything, when it is -1. */
  #lookInto(blossom: number): void {
    const { search } = this.#run;
    const { index } = search;
    const { members } = this.#region;
    this.#count = 0;
    this.#solver.family.forEachPart(blossom, this.#meetPart);
    this.#sort();
    const count = this.#count;
    const order = this.#order;
    let below = 0;
    while (below < count && this.#shiftOf(order[below]!) < 0) below++;
    if (below === 0) return;
    index.beginSearch();
    let shown = 0;
    for (let rank = below - 1; rank >= 0; rank--) {
      if (index.looks > this.#run.maxLooks) {
        this.#complete = false;
        break;
      }
      const i = order[rank]!;
      const level = -this.#shiftOf(i);
      for (; shown < count && this.#shiftOf(order[shown]!) < level; shown++) {
        search.pose(members[order[shown]!]!, OUTER);
      }
      this.#priceOne(i);
    }
    for (let rank = 0; rank < shown; rank++) {
      search.pose(members[order[rank]!]!, INNER);
    }
  }

  /** What the blossoms around it add is the same for all that are looked at. */
  #shiftOf(i: number): number {
    return this.#solver.shiftOf(i) + this.#offset;
  }

  /** A part is taken for a blossom; if its dual doesn't make up for every edge inside, its own parts are next. */
  readonly #meetPart = (node: number): void => {
    const { size } = this.#region.graph;
    const { family } = this.#solver;
    this.#first = NOBODY;
    this.#least = 0;
    family.forEachMember(node, this.#meetMember);
    if (node < size) return;
    const dual = family.dual[node]!;
    if (2 * this.#least + dual >= 0) return;
    this.#blossoms.push(node);
    this.#offsets.push(this.#offset + dual / 2);
  };

  readonly #meetMember = (i: number): void => {
    const v = this.#region.members[i]!;
    const shift = this.#shiftOf(i);
    if (this.#first === NOBODY) this.#first = v;
    if (shift < this.#least) this.#least = shift;
    this.#leader[v] = this.#first;
    this.#keys[this.#count] = shift * this.#region.graph.size + i;
    this.#count++;
  };

  /** Those who were met, the least shift first. */
  #sort(): void {
    const { size } = this.#region.graph;
    const count = this.#count;
    const keys = this.#keys;
    // Most blossoms are small.
    if (count > 32) keys.subarray(0, count).sort();
    else {
      for (let i = 1; i < count; i++) {
        const held = keys[i]!;
        let j = i - 1;
        for (; j >= 0 && keys[j]! > held; j--) keys[j + 1] = keys[j]!;
        keys[j + 1] = held;
      }
    }
    for (let rank = 0; rank < count; rank++) {
      const key = keys[rank]!;
      this.#order[rank] = key - Math.floor(key / size) * size;
    }
  }

  #priceOne(i: number): void {
    const { index } = this.#run.search;
    const u = this.#region.members[i]!;
    index.beginOuter(u);
    for (let taken = 0; ; taken++) {
      const v = index.findOuter(u, this);
      if (v === NOBODY) return;
      if (taken < MOST_OF_ONE) this.#take(i, this.#region.placeOf(v), 0);
      // The index is to find somebody of another part each time.
      this.#leader[this.find(v)] = this.find(u);
    }
  }

  #take(i: number, j: number, cost: number): void {
    if (this.#region.addEdge(i, j, cost)) this.#added++;
    else this.#complete = false;
  }

  /** Repeats are few, and written down: each is looked at. */
  #priceRepeats(): void {
    const { search, population } = this.#run;
    const { recentPairs, blocks } = population;
    const { memberOf } = search.index;
    const numberOf = memberOf === null ? null : new Int32Array(memberOf.length);
    memberOf?.forEach((member, v) => {
      (numberOf as Int32Array)[member] = v;
    });
    const placeOf = (member: number) =>
      this.#region.placeOf(numberOf === null ? member : numberOf[member]!);
    search.index.looks += recentPairs.count * search.index.looksAnEdge;
    recentPairs.forEach((a, b) => {
      const i = placeOf(a);
      const j = placeOf(b);
      if (i < 0 || j < 0 || this.#solver.slackOf(i, j, 1) >= 0 || blocks.has(a, b)) return;
      this.#take(i, j, 1);
    });
  }
}
