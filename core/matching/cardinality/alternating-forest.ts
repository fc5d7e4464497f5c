import { Growable, release } from "../arrays.ts";
import {
  ALONE,
  type Blossoms,
  BURIED,
  CONVERTED,
  FREE,
  type NeighbourIndex,
  OUTER,
  WAITING,
} from "../candidates/neighbour-index.ts";
import { findLeader } from "../union-find.ts";

const NOBODY = -1;
const NONE = new Int32Array(0);
/** What going through those in the trees costs for each of them. */
const LOOKS_A_MEMBER = 0.02;

/**
 * A matching and the alternating trees that grow on it: who is reached from whom, which blossoms have been
 * closed, and how a path is unrolled. Blossoms are kept by union–find with rings of their members;
 * each member that a blossom turns from inner to outer remembers the bridge that closed it (Gabow
 * 1976), so that paths are unrolled without recursion and every change is paid for once.
 */
export class AlternatingForest implements Blossoms {
  readonly index: NeighbourIndex;
  /** Partner, or -1. */
  readonly mate: Int32Array;
  readonly standing: Uint8Array;
  /** The only root, or -1 when trees grow from many. */
  root = NOBODY;
  protected touchedCount = 0;
  protected queued = 0;
  protected convertedTotal = 0;
  /** Inner members that the last contraction made outer. */
  protected readonly converted = new Growable((capacity) => new Int32Array(capacity), 64);
  protected touched: Int32Array;
  /** Inner: the outer member it was reached from. Mate of a converted one: the near end of its bridge. */
  protected up: Int32Array;
  /** Root of the tree that a member is in; a root that has found its partner says -1, and its tree is frozen. */
  protected tree: Int32Array;
  /** Converted: the far end of its bridge. Base of a blossom: the stamp of the last climb. */
  #across: Int32Array;
  #leader: Int32Array;
  /** The members of a blossom, as a ring. */
  #ring: Int32Array;
  #queue: Int32Array;
  #head = 0;
  #stamp = 0;
  readonly #path: number[] = [];
  readonly #frames: number[] = [];
  readonly #joined = new Growable((capacity) => new Int32Array(capacity), 64);

  constructor(index: NeighbourIndex) {
    const size = index.size;
    this.index = index;
    this.mate = new Int32Array(size).fill(NOBODY);
    this.standing = index.standing;
    this.up = new Int32Array(size);
    this.tree = new Int32Array(size);
    this.touched = new Int32Array(size);
    this.#across = new Int32Array(size);
    this.#leader = new Int32Array(size);
    this.#ring = new Int32Array(size);
    this.#queue = new Int32Array(size + 1);
    for (let v = 0; v < size; v++) {
      this.#leader[v] = v;
      this.#ring[v] = v;
    }
  }

  /** Bytes held in typed arrays. */
  get bytes(): number {
    return this.mate.byteLength + this.#queue.byteLength * 7;
  }

  /** Lets go of everything but the matching: no more trees grow. */
  endSearches(): void {
    for (const array of [this.touched, this.up, this.tree, this.#across, this.#leader])
      release(array);
    release(this.#ring);
    release(this.#queue);
    this.touched = NONE;
    this.up = NONE;
    this.tree = NONE;
    this.#across = NONE;
    this.#leader = NONE;
    this.#ring = NONE;
    this.#queue = NONE;
  }

  isFrozen(v: number): boolean {
    const root = this.tree[v]!;
    return root === NOBODY || this.tree[root] === NOBODY;
  }

  find(v: number): number {
    return findLeader(this.#leader, v);
  }

  /** Pairs two FREE members. */
  join(a: number, b: number): void {
    this.mate[a] = b;
    this.mate[b] = a;
    this.change(a, WAITING);
    this.change(b, WAITING);
  }

  /** Parts a pair; both are FREE then. */
  part(a: number): void {
    const b = this.mate[a]!;
    this.mate[a] = -1;
    this.mate[b] = -1;
    this.change(a, FREE);
    this.change(b, FREE);
  }

  /** Sets a FREE member aside for good: nobody suits. */
  setAside(v: number): void {
    this.change(v, ALONE);
  }

  /** Stands as if it were somewhere else, until {@link standAgain}. */
  pose(v: number, as: number): void {
    this.change(v, as);
  }

  /** Everybody stands as their partner says, but for those set aside. */
  standAgain(): void {
    for (let v = 0; v < this.standing.length; v++) {
      if (this.standing[v] !== ALONE) this.change(v, this.mate[v] === NOBODY ? FREE : WAITING);
    }
  }

  /** Digs up everything that was buried, for a stage under other rules. */
  revive(): void {
    for (let v = 0; v < this.standing.length; v++) {
      if (this.standing[v] === BURIED) this.change(v, this.mate[v] === -1 ? FREE : WAITING);
    }
  }

  protected startTrees(root: number): void {
    this.root = root;
    this.#head = 0;
    this.queued = 0;
    this.touchedCount = 0;
    this.convertedTotal = 0;
    this.index.beginSearch();
  }

  protected plant(root: number): void {
    this.touch(root);
    this.tree[root] = root;
    this.change(root, OUTER);
    if (root === this.root) this.index.joinRootBlossom?.(root);
  }

  /** The edge between outer `u` and `v` closes a blossom: its inner members become outer. */
  protected contract(u: number, v: number): void {
    const base = this.#commonBase(this.find(u), this.find(v));
    this.converted.length = 0;
    this.#absorb(u, v, base);
    this.#absorb(v, u, base);
    if (base === this.root) {
      // Newcomers hang behind the base in the ring, see #merge.
      for (let i = 0; i < this.#joined.length; i++) {
        this.index.joinRootBlossom?.(this.#joined.values[i]!);
      }
    }
    this.#joined.length = 0;
  }

  #commonBase(a: number, b: number): number {
    const across = this.#across;
    this.#stamp++;
    let x = a;
    let y = b;
    for (;;) {
      if (x !== -1) {
        if (this.#isStamped(x)) return x;
        across[x] = -this.#stamp;
        x = this.#climb(x);
      }
      if (y !== -1) {
        if (this.#isStamped(y)) return y;
        across[y] = -this.#stamp;
        y = this.#climb(y);
      }
    }
  }

  #isStamped(base: number): boolean {
    return this.#across[base] === -this.#stamp;
  }

  #climb(base: number): number {
    const partner = this.mate[base]!;
    return partner === NOBODY ? NOBODY : this.find(this.up[partner]!);
  }

  #absorb(near: number, far: number, base: number): void {
    let x = this.find(near);
    while (x !== base) {
      const t = this.mate[x]!;
      const next = this.find(this.up[t]!);
      this.#merge(x, base);
      this.#merge(t, base);
      this.up[x] = near; // x is the mate of t, and outer: its slot is unused
      this.#across[t] = far;
      this.change(t, CONVERTED);
      this.converted.push(t);
      this.convertedTotal++;
      x = next;
    }
  }

  #merge(x: number, base: number): void {
    if (base === this.root && this.index.joinRootBlossom !== undefined) {
      let member = x;
      do {
        this.#joined.push(member);
        member = this.#ring[member]!;
      } while (member !== x);
    }
    this.#leader[x] = base;
    const after = this.#ring[x]!;
    this.#ring[x] = this.#ring[base]!;
    this.#ring[base] = after;
  }

  /** Makes the edges on the way from `end` to the root of its tree change over; `end` is left without a partner. */
  protected flip(end: number): void {
    this.#unroll(end);
    for (let i = 0; i < this.#path.length; i += 2) {
      const a = this.#path[i]!;
      const b = this.#path[i + 1]!;
      this.mate[a] = b;
      this.mate[b] = a;
    }
    this.#path.length = 0;
    this.mate[end] = NOBODY;
  }

  /** Collects the edges that become matched on the way from `end` to the root. */
  #unroll(end: number): void {
    const frames = this.#frames;
    frames.push(end, this.tree[end]!);
    while (frames.length > 0) {
      const stop = frames.pop()!;
      let v = frames.pop()!;
      while (v !== stop) {
        const partner = this.mate[v]!;
        if (this.standing[v] === CONVERTED) {
          const near = this.up[partner]!;
          const far = this.#across[v]!;
          this.#path.push(near, far);
          frames.push(near, partner);
          v = far;
        } else {
          const parent = this.up[partner]!;
          this.#path.push(partner, parent);
          v = parent;
        }
      }
    }
  }

  protected touch(v: number): void {
    this.touched[this.touchedCount++] = v;
  }

  /** Everything the tree touched stands again as its mate says. */
  protected putBack(): void {
    for (let i = 0; i < this.touchedCount; i++) {
      const v = this.touched[i]!;
      this.#leader[v] = v;
      this.#ring[v] = v;
      this.change(v, this.mate[v] === -1 ? FREE : WAITING);
    }
    this.touchedCount = 0;
  }

  /**
   * Takes down the trees that have found their partner, while the others stand.
   * @returns who was in them
   */
  protected takeDownFrozen(): Int32Array {
    const { touched } = this;
    // The others move up; the queue is empty, and has room for the rest.
    const down = this.#queue;
    let count = 0;
    let kept = 0;
    for (let i = 0; i < this.touchedCount; i++) {
      const v = touched[i]!;
      if (this.isFrozen(v)) down[count++] = v;
      else touched[kept++] = v;
    }
    this.index.looks += this.touchedCount * LOOKS_A_MEMBER;
    this.touchedCount = kept;
    const released = down.slice(0, count);
    for (let i = 0; i < count; i++) {
      const v = released[i]!;
      this.#leader[v] = v;
      this.#ring[v] = v;
      this.change(v, this.mate[v] === -1 ? FREE : WAITING);
    }
    // Whatever was noted of them holds no more.
    this.index.beginSearch();
    return released;
  }

  protected buryTree(): void {
    for (let i = 0; i < this.touchedCount; i++) {
      const v = this.touched[i]!;
      this.#leader[v] = v;
      this.#ring[v] = v;
      this.change(v, BURIED);
    }
    this.touchedCount = 0;
  }

  protected change(v: number, to: number): void {
    const from = this.standing[v]!;
    if (from === to) return;
    this.standing[v] = to;
    this.index.move(v, from, to);
  }

  /** Each outer member is in the queue at most once, so the ring buffer can't overflow. */
  protected enqueue(u: number): void {
    const capacity = this.#queue.length;
    let slot = this.#head + this.queued;
    if (slot >= capacity) slot -= capacity;
    this.#queue[slot] = u;
    this.queued++;
  }

  protected dequeue(): number {
    const u = this.#queue[this.#head]!;
    this.#head = this.#head + 1 === this.#queue.length ? 0 : this.#head + 1;
    this.queued--;
    return u;
  }
}
