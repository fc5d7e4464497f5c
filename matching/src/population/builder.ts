import { freeBuffers } from "../arrays.ts";
import { arrangeVertices } from "./arrange.ts";
import { PairSet } from "./pair-set.ts";
import { Population } from "./population.ts";
import {
  type CollectorOptions,
  MAX_WAIT,
  RowCollector,
  UNANSWERED,
  type VertexRow,
} from "./row-collector.ts";

const MAX_LEVEL = UNANSWERED + MAX_WAIT;

/** The vertices, once all have been added. */
interface Sealed {
  population: Population;
  /** The keys, ascending. */
  keys: Float64Array;
  /** The number of each of these vertices. */
  byKey: Int32Array;
}

/**
 * Collects rows into typed arrays, one `add` per row, so that a run can read the store page by page. All vertices come
 * first, then blocks and recent pairs. Rows that can't be paired (no adult on the date, date of birth missing or
 * invalid, key not a non-negative safe integer) and repeated keys are skipped; no row throws.
 */
export class PopulationBuilder {
  readonly #collector: RowCollector;
  #sealed: Sealed | null = null;
  #isBuilt = false;

  constructor(options: CollectorOptions) {
    this.#collector = new RowCollector(options);
  }

  /** @throws Error after the first block or recent pair, because their keys are resolved when they are added */
  add(row: VertexRow): void {
    if (this.#sealed) throw new Error("Add all vertices before blocks and recent pairs");
    this.#collector.add(row);
  }

  /** One of the two has blocked the other. Unknown and repeated keys are ignored. */
  addBlock(keyA: number, keyB: number): void {
    this.#addPair(keyA, keyB, "blocks");
  }

  /** The two were paired in the last 30 days. Unknown and repeated keys are ignored. */
  addRecentPair(keyA: number, keyB: number): void {
    this.#addPair(keyA, keyB, "recentPairs");
  }

  #addPair(keyA: number, keyB: number, kind: "blocks" | "recentPairs"): void {
    if (this.#isBuilt) throw new Error("Add all pairs before the population is built");
    const { population } = this.#seal();
    const a = this.#find(keyA);
    const b = this.#find(keyB);
    // A pair of vertices that are not compatible needs no entry.
    if (a >= 0 && b >= 0 && a !== b && population.isCompatible(a, b)) population[kind].add(a, b);
  }

  build(): Population {
    const { population, keys, byKey } = this.#seal();
    if (this.#isBuilt) return population;
    this.#isBuilt = true;
    freeBuffers(keys, byKey);
    population.blocks.seal();
    population.recentPairs.seal();
    return population;
  }

  /** The vertex number of a key, or -1. */
  #find(key: number): number {
    const { keys, byKey } = this.#seal();
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return keys[low] === key ? byKey[low]! : -1;
  }

  #seal(): Sealed {
    if (this.#sealed) return this.#sealed;
    const waits = this.#closeLevels();
    const { raw, ineligibleKeys, languageSets } = this.#collector;
    const { columns, limits, located, byKey } = arrangeVertices(raw);
    const size = columns.keys.length;
    const population = new Population(
      columns,
      located,
      limits,
      new PairSet(size),
      new PairSet(size),
      ineligibleKeys.values.slice(0, ineligibleKeys.length),
      waits,
      languageSets,
    );
    const keys = Float64Array.from(byKey, (v) => columns.keys[v]!);
    this.#sealed = { population, keys, byKey };
    return this.#sealed;
  }

  /** Renumbers the levels in use without gaps. @returns the wait of each number; number 0 has none */
  #closeLevels(): Uint8Array {
    const { values, length } = this.#collector.raw.priorities;
    const numbers = new Uint8Array(MAX_LEVEL + 1);
    for (let i = 0; i < length; i++) numbers[values[i]!] = 1;
    const waits = [0];
    for (let level = 1; level <= MAX_LEVEL; level++) {
      if (numbers[level] === 0) continue;
      numbers[level] = waits.length;
      waits.push(level - UNANSWERED);
    }
    numbers[0] = 0;
    for (let i = 0; i < length; i++) values[i] = numbers[values[i]!]!;
    return Uint8Array.from(waits);
  }
}
