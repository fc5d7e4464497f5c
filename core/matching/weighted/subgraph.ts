import { Growable, release } from "../arrays.ts";
import { ALONE, WAITING } from "../candidates/neighbour-index.ts";
import { isRepeatedEdge, type Run } from "../cardinality/state.ts";
import type { EdgeList } from "./weighted-matching.ts";

const UNKNOWN = -1;
/** Part of something too big to be written down whole. */
const ENDLESS = -2;
/** Nobody has more partners than this in a region that is taken whole. */
const MOST_PARTNERS = 16_384;
/** Partners taken from one member where the whole is too big: far rather than wide. */
const SOME_PARTNERS = 96;
/** More around one repeat finds no more, and takes longer. */
const EDGES_OF_A_PART = 100_000;
/** In a sample of edges: of the room there is, of one member. */
const SAMPLED = 0.7;
const MOST_SAMPLE = 3;
const LEAST_SAMPLE = 2;
/** Room for so many edges is given back when nothing needs it any more. */
const BIG = 65_536;

/**
 * Writes down the graph around a pair: everybody who can be reached from it, or as much as there is room
 * for. Within a region the numbers of members are shuffled, so that nothing but the graph tells who gets whom.
 */
export class Region {
  /** Numbers in the index, by number in the region. */
  members = new Int32Array(0);
  /** The partners of today, by number in the region: only those of fresh pairs, and -1. */
  freshMates = new Int32Array(0);
  readonly graph: EdgeList = {
    size: 0,
    starts: new Int32Array(0),
    ends: new Int32Array(0),
    prizes: new Int32Array(0),
  };
  /** True when no edge leaves the region. */
  whole = false;
  /** Repeated pairs in it. */
  repeats = 0;
  readonly #run: Run;
  readonly #mostEdges: number;
  /** Number in the region by number in the index. */
  readonly #places: Int32Array;
  readonly #found = new Growable((n) => new Int32Array(n), 1024);
  readonly #near = new Growable((n) => new Int32Array(n), 4096);
  /** The other end doubled, plus one for a repeat. */
  readonly #far = new Growable((n) => new Int32Array(n), 4096);
  readonly #partners = new Int32Array(MOST_PARTNERS);
  #expanded = 0;
  #mostBytes = 0;

  /** @param mostEdges how many edges there is room for, at 16 bytes each */
  constructor(run: Run, mostEdges: number) {
    this.#run = run;
    this.#mostEdges = mostEdges;
    this.#places = new Int32Array(run.search.mate.length).fill(UNKNOWN);
  }

  /** Most bytes held at one time. */
  get bytes(): number {
    return Math.max(this.#mostBytes, this.#bytesNow());
  }

  #bytesNow(): number {
    return (
      this.#places.byteLength +
      this.#found.values.byteLength +
      this.#near.values.byteLength * 2 +
      this.#partners.byteLength +
      this.members.byteLength * 3 +
      this.graph.starts.byteLength +
      this.graph.ends.byteLength
    );
  }

  /** Gives back the room: nothing is asked any more. */
  release(): void {
    for (const list of [this.#found, this.#near, this.#far]) release(list.values);
    for (const array of [this.members, this.freshMates, this.#places, this.#partners])
      release(array);
    for (const array of [this.graph.starts, this.graph.ends, this.graph.prizes]) release(array);
  }

  /** Whether the surroundings of `v` are known to be too big to be taken whole. */
  isEndless(v: number): boolean {
    return this.#places[v] === ENDLESS;
  }

  /** Writes down all that is around `seed`, who has a partner. @returns false when that is too much */
  collect(seed: number): boolean {
    this.whole = !this.isEndless(seed) && this.#spread(seed, MOST_PARTNERS, this.#mostEdges);
    if (this.whole) this.#finish();
    else this.#forget(ENDLESS);
    return this.whole;
  }

  /** Writes down the surroundings of `seed`, who has a partner: as much as there is room for. */
  collectPart(seed: number): void {
    this.#shrink();
    this.whole = false;
    this.#spread(seed, SOME_PARTNERS, Math.min(this.#mostEdges, EDGES_OF_A_PART));
    this.#closeUnderMates();
    this.#finish();
  }

  #finish(): void {
    this.#number();
    this.#writeEdges();
    this.#forget(this.whole ? UNKNOWN : ENDLESS);
  }

  /**
   * Writes down everybody but those who are settled, and some edges of each: the pairs of today, all partners of
   * those who have few, and a few by chance of the others. Numbers stay as they are until the next call of this or
   * {@link collect}.
   * @returns false when there is no room for so many
   */
  sample(settled: Uint8Array): boolean {
    const { search } = this.#run;
    const { index, mate, standing } = search;
    this.#found.length = 0;
    this.#near.length = 0;
    this.#far.length = 0;
    for (let v = 0; v < mate.length; v++) {
      if (standing[v] !== ALONE && settled[v] !== 1) this.#add(v);
    }
    const room = Math.floor((this.#mostEdges * SAMPLED) / Math.max(1, this.#found.length)) - 1;
    if (room < LEAST_SAMPLE) {
      this.#forget(UNKNOWN);
      return false;
    }
    const few = Math.min(room, MOST_SAMPLE);
    const into = new Int32Array(2 * few);
    index.freshOnly = false;
    for (let i = 0; i < this.#found.length; i++) {
      const u = this.#found.values[i]!;
      const partner = mate[u]!;
      if (partner > u) this.#push(u, partner);
      let count = index.listPartners(u, into);
      if (count === into.length) count = index.sample(u, WAITING, few, into);
      for (let k = 0; k < count; k++) {
        if (into[k] !== partner) this.#push(u, into[k]!);
      }
    }
    this.whole = false;
    this.#expanded = 0;
    this.#number();
    this.#writeEdges();
    return true;
  }

  /** The number in the region of a number in the index, or less than nought; only after {@link sample}. */
  placeOf(v: number): number {
    return this.#places[v]!;
  }

  /** Takes another edge into a sample, by numbers in the region. @returns false when there is no room */
  addEdge(u: number, v: number, cost: number): boolean {
    if (this.#near.length >= this.#mostEdges) return false;
    this.#near.push(u);
    this.#far.push(v * 2 + cost);
    return true;
  }

  /** Reads the pairs of today, and the edges that were added, into a sample. */
  refresh(): void {
    this.#readMates();
    this.#indexEdges();
  }

  #push(u: number, v: number): void {
    this.#near.push(u);
    this.#far.push(v * 2 + (isRepeatedEdge(this.#run, u, v) ? 1 : 0));
  }

  /** What has been too big once is small from now on. */
  #shrink(): void {
    if (this.#near.values.length < BIG) return;
    this.#mostBytes = this.bytes;
    this.#near.clear();
    this.#far.clear();
  }

  /** Members in the middle of a region that is a part of something: their surroundings are in it too. */
  forEachWithin(visit: (v: number) => void): void {
    const count = this.whole ? this.#found.length : this.#expanded >> 1;
    for (let i = 0; i < count; i++) visit(this.#found.values[i]!);
  }

  /** @returns true when everybody reachable has been reached */
  #spread(seed: number, mostPartners: number, mostEdges: number): boolean {
    const { search } = this.#run;
    const { index } = search;
    const into =
      mostPartners < this.#partners.length
        ? this.#partners.subarray(0, mostPartners)
        : this.#partners;
    this.#found.length = 0;
    this.#near.length = 0;
    this.#far.length = 0;
    this.#add(seed);
    this.#add(search.mate[seed]!);
    this.#expanded = 0;
    let complete = true;
    for (; this.#expanded < this.#found.length; this.#expanded++) {
      const u = this.#found.values[this.#expanded]!;
      const count = index.listPartners(u, into);
      if (count === into.length) complete = false;
      if (!complete && mostPartners === MOST_PARTNERS) return false;
      if (this.#near.length + count > mostEdges) return false;
      for (let i = 0; i < count; i++) {
        const v = into[i]!;
        if (mostPartners === MOST_PARTNERS && this.isEndless(v)) return false;
        this.#meet(u, v, mostPartners);
      }
    }
    return complete;
  }

  #meet(u: number, v: number, mostPartners: number): void {
    const place = this.#places[v]!;
    // Where lists are cut short, an edge may be in one of its ends' lists only.
    const seenFromThere = place >= 0 && place < this.#expanded && mostPartners === MOST_PARTNERS;
    if (seenFromThere) return;
    if (place < 0) this.#add(v);
    this.#push(u, v);
  }

  #add(v: number): void {
    this.#places[v] = this.#found.length;
    this.#found.push(v);
  }

  /** Whoever is in brings their partner along, so that no pair is cut in two. */
  #closeUnderMates(): void {
    const { mate } = this.#run.search;
    for (let i = 0; i < this.#found.length; i++) {
      const u = this.#found.values[i]!;
      const partner = mate[u]!;
      if (partner === -1) continue;
      if (this.#places[partner]! < 0) this.#add(partner);
      if (u > partner) continue;
      this.#push(u, partner);
    }
  }

  /** Shuffles the numbers, and finds what the matching of today is in here. */
  #number(): void {
    const { random } = this.#run;
    const size = this.#found.length;
    if (this.members.length < size) {
      const room = Math.max(64, size, Math.min(size * 2, 16_384));
      for (const array of [this.members, this.freshMates, this.graph.prizes, this.graph.starts])
        release(array);
      this.members = new Int32Array(room);
      this.freshMates = new Int32Array(room);
      this.graph.prizes = new Int32Array(room);
      this.graph.starts = new Int32Array(room + 1);
    }
    const { members } = this;
    members.set(this.#found.values.subarray(0, size));
    random.shuffle(members, size);
    for (let i = 0; i < size; i++) this.#places[members[i]!] = i;
    this.graph.size = size;
    this.#readMates();
  }

  #readMates(): void {
    const { search } = this.#run;
    const { freshMates, graph, members } = this;
    this.repeats = 0;
    for (let i = 0; i < graph.size; i++) {
      const u = members[i]!;
      const partner = search.mate[u]!;
      freshMates[i] = -1;
      if (partner === -1) continue;
      if (!isRepeatedEdge(this.#run, u, partner)) freshMates[i] = this.#places[partner]!;
      else if (u < partner) this.repeats++;
    }
  }

  #writeEdges(): void {
    const near = this.#near.values;
    const far = this.#far.values;
    for (let e = 0; e < this.#near.length; e++) {
      const code = far[e]!;
      near[e] = this.#places[near[e]!]!;
      far[e] = this.#places[code >> 1]! * 2 + (code & 1);
    }
    this.#indexEdges();
  }

  #indexEdges(): void {
    const { graph } = this;
    const { size, starts } = graph;
    const count = this.#near.length;
    if (graph.ends.length < count * 2) {
      release(graph.ends);
      graph.ends = new Int32Array(Math.max(1024, count * 2, Math.min(count * 4, 65_536)));
    }
    const { ends } = graph;
    starts.fill(0, 0, size + 1);
    const near = this.#near.values;
    const far = this.#far.values;
    for (let e = 0; e < count; e++) {
      const u = near[e]!;
      const v = far[e]! >> 1;
      starts[u] = starts[u]! + 1;
      starts[v] = starts[v]! + 1;
    }
    let sum = 0;
    for (let v = 0; v <= size; v++) {
      sum += starts[v]!;
      starts[v] = sum;
    }
    // Each start stands at its end, and comes down as its list fills.
    for (let e = 0; e < count; e++) {
      const u = near[e]!;
      const code = far[e]!;
      const v = code >> 1;
      const atU = starts[u]! - 1;
      const atV = starts[v]! - 1;
      starts[u] = atU;
      starts[v] = atV;
      ends[atU] = code;
      ends[atV] = u * 2 + (code & 1);
    }
    for (let v = 0; v < size; v++) sortRange(ends, starts[v]!, starts[v + 1]!);
  }

  #forget(as: number): void {
    for (let i = 0; i < this.#found.length; i++) this.#places[this.#found.values[i]!] = as;
  }
}

/** Short lists are the rule, and quicker by insertion. */
function sortRange(list: Int32Array, from: number, to: number): void {
  if (to - from > 40) {
    list.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const held = list[i]!;
    let j = i - 1;
    while (j >= from && list[j]! > held) {
      list[j + 1] = list[j]!;
      j--;
    }
    list[j + 1] = held;
  }
}
