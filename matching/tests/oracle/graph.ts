/**
 * The checker's own graph, a matrix of bits, with a simple and slow version of Edmonds' matching. Shares no code with
 * the engine.
 */
export class BitGraph {
  readonly size: number;
  readonly words: number;
  readonly rows: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.words = Math.max(1, Math.ceil(size / 32));
    this.rows = new Uint32Array(size * this.words);
  }

  connect(a: number, b: number): void {
    const atA = a * this.words + (b >> 5);
    const atB = b * this.words + (a >> 5);
    this.rows[atA] = (this.rows[atA] ?? 0) | (1 << (b & 31));
    this.rows[atB] = (this.rows[atB] ?? 0) | (1 << (a & 31));
  }

  connected(a: number, b: number): boolean {
    return (((this.rows[a * this.words + (b >> 5)] ?? 0) >>> (b & 31)) & 1) === 1;
  }
}

const NONE = -1;
const OUTER = 1;
const INNER = 2;

/**
 * A forest of alternating trees over the matching `mate` of `graph`. `augment` returns false if there is no augmenting
 * path.
 */
class Forest {
  readonly label: Uint8Array;
  readonly #base: Int32Array;
  readonly #back: Int32Array;
  readonly #tree: Int32Array;
  readonly #graph: BitGraph;
  readonly #mate: Int32Array;
  readonly #queue: number[] = [];

  constructor(graph: BitGraph, mate: Int32Array) {
    this.#graph = graph;
    this.#mate = mate;
    this.label = new Uint8Array(graph.size);
    this.#base = Int32Array.from({ length: graph.size }, (_, v) => v);
    this.#back = new Int32Array(graph.size).fill(NONE);
    this.#tree = new Int32Array(graph.size).fill(NONE);
  }

  augment(): boolean {
    const { size } = this.#graph;
    for (let v = 0; v < size; v++) if (this.#mate[v] === NONE) this.#plant(v, v);
    for (let head = 0; head < this.#queue.length; head++) {
      if (this.#scan(this.#queue[head] as number)) return true;
    }
    return false;
  }

  #plant(v: number, tree: number): void {
    this.label[v] = OUTER;
    this.#tree[v] = tree;
    this.#queue.push(v);
  }

  #scan(u: number): boolean {
    const { rows, words } = this.#graph;
    for (let w = 0; w < words; w++) {
      let bits = rows[u * words + w] ?? 0;
      while (bits !== 0) {
        const v = w * 32 + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        if (this.label[v] === INNER || this.#base[v] === this.#base[u]) continue;
        if (this.label[v] === 0) {
          const partner = this.#mate[v] as number;
          this.label[v] = INNER;
          this.#tree[v] = this.#tree[u] as number;
          this.#back[v] = u;
          this.#plant(partner, this.#tree[u] as number);
        } else if (this.#tree[v] === this.#tree[u]) {
          this.#shrink(u, v);
        } else {
          this.#flip(u);
          this.#flip(v);
          this.#mate[u] = v;
          this.#mate[v] = u;
          return true;
        }
      }
    }
    return false;
  }

  /** Flips the path from `end` to its root, and leaves `end` unmatched. */
  #flip(end: number): void {
    let v = this.#mate[end] as number;
    this.#mate[end] = NONE;
    while (v !== NONE) {
      const towards = this.#back[v] as number;
      const next = this.#mate[towards] as number;
      this.#mate[v] = towards;
      this.#mate[towards] = v;
      v = next;
    }
  }

  #shrink(u: number, v: number): void {
    const onPath = new Set<number>();
    for (let x = this.#base[u] as number; ; ) {
      onPath.add(x);
      if (this.#mate[x] === NONE) break;
      x = this.#base[this.#back[this.#mate[x] as number] as number] as number;
    }
    let common = this.#base[v] as number;
    while (!onPath.has(common)) {
      common = this.#base[this.#back[this.#mate[common] as number] as number] as number;
    }
    const swallowed = new Uint8Array(this.#base.length);
    this.#mark(u, common, v, swallowed);
    this.#mark(v, common, u, swallowed);
    for (let x = 0; x < this.#base.length; x++) {
      if (swallowed[this.#base[x] as number] === 0) continue;
      this.#base[x] = common;
      if (this.label[x] !== OUTER) {
        this.label[x] = OUTER;
        this.#queue.push(x);
      }
    }
  }

  #mark(from: number, common: number, child: number, swallowed: Uint8Array): void {
    let x = from;
    let below = child;
    while (this.#base[x] !== common) {
      const partner = this.#mate[x] as number;
      swallowed[this.#base[x] as number] = 1;
      swallowed[this.#base[partner] as number] = 1;
      this.#back[x] = below;
      below = partner;
      x = this.#back[partner] as number;
    }
  }
}

/**
 * Makes `mate` maximum and proves it by a Tutte–Berge witness: if the graph without the inner members A has k odd
 * components, every matching leaves at least k − |A| members unmatched.
 * @returns the number of pairs, whether the witness proves that they are the most, and the number of augmenting paths
 */
export function maximise(
  graph: BitGraph,
  mate: Int32Array,
): { pairs: number; proven: boolean; added: number } {
  let added = 0;
  for (;;) {
    const forest = new Forest(graph, mate);
    if (forest.augment()) {
      added++;
      continue;
    }
    let uncovered = 0;
    for (const partner of mate) if (partner === NONE) uncovered++;
    let inner = 0;
    for (const label of forest.label) if (label === INNER) inner++;
    const odd = countOddComponents(graph, forest.label);
    return { pairs: (graph.size - uncovered) / 2, proven: odd - inner === uncovered, added };
  }
}

function countOddComponents(graph: BitGraph, label: Uint8Array): number {
  const { size, words, rows } = graph;
  const unseen = new Uint32Array(words);
  for (let v = 0; v < size; v++) {
    if (label[v] !== INNER) unseen[v >> 5] = (unseen[v >> 5] ?? 0) | (1 << (v & 31));
  }
  let odd = 0;
  for (let start = 0; start < size; start++) {
    if ((((unseen[start >> 5] ?? 0) >>> (start & 31)) & 1) === 0) continue;
    unseen[start >> 5] = (unseen[start >> 5] ?? 0) & ~(1 << (start & 31));
    const members = [start];
    for (let head = 0; head < members.length; head++) {
      const at = (members[head] as number) * words;
      for (let w = 0; w < words; w++) {
        let bits = (rows[at + w] ?? 0) & (unseen[w] ?? 0);
        unseen[w] = (unseen[w] ?? 0) & ~bits;
        while (bits !== 0) {
          members.push(w * 32 + 31 - Math.clz32(bits & -bits));
          bits &= bits - 1;
        }
      }
    }
    if (members.length % 2 === 1) odd++;
  }
  return odd;
}
