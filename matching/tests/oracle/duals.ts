/**
 * Verifies a lower bound on repeats, no matter how it was found. A proof has duals for the members of a part of the
 * graph, and for odd sets of them. It is valid if no edge leaves the part, and the duals over each edge are at least
 * the edge's weight. By weak duality, the duals then bound the weight of every matching of the part.
 */
import type { BitGraph } from "./graph.ts";

export interface Proof {
  ids: string[];
  /** The weight of covering a member, where a repeat costs 1. Each level of priority adds this weight once more. */
  prize: number;
  /** Doubled duals of the members, in the order of `ids`. */
  duals: number[];
  /** Odd sets of positions in `ids`, with doubled duals. */
  blossoms: { vertices: number[]; dual: number }[];
}

export interface Graphs {
  all: BitGraph;
  fresh: BitGraph;
  numbers: Map<string, number>;
  /** 0 for no priority. */
  levelOf: (v: number) => number;
  /** Partners in the result, or -1. The result must be the best by waits and pairs. */
  mate: Int32Array;
}

/**
 * @returns the lower bound of repeats, summed over all proofs
 * @throws Error if a proof doesn't hold
 */
export function verifyProofs(graphs: Graphs, proofs: Proof[]): number {
  const taken = new Uint8Array(graphs.all.size);
  let sum = 0;
  for (const proof of proofs) {
    const members = proof.ids.map((id) => {
      const v = graphs.numbers.get(id);
      if (v === undefined || taken[v] === 1) throw new Error(`${id} is unknown or in two parts`);
      taken[v] = 1;
      return v;
    });
    verifyEdges(graphs, proof, members);
    sum += boundOf(graphs, proof, members);
  }
  return sum;
}

function verifyEdges({ all, fresh, levelOf }: Graphs, proof: Proof, members: number[]): void {
  const places = new Map(members.map((v, place) => [v, place]));
  const blossomsOf: number[][] = members.map(() => []);
  proof.blossoms.forEach(({ vertices: inside, dual }, b) => {
    if (dual < 0 || inside.length % 2 === 0 || new Set(inside).size !== inside.length) {
      throw new Error("a set with a dual must be odd, and its dual not negative");
    }
    for (const place of inside) blossomsOf[place]?.push(b);
  });
  const worthOf = (v: number) => proof.prize * (1 + levelOf(v));
  members.forEach((u, i) => {
    const own = proof.duals[i] as number;
    if (!(own >= 0)) throw new Error("a dual is negative");
    for (let w = 0; w < all.words; w++) {
      let bits = all.rows[u * all.words + w] ?? 0;
      while (bits !== 0) {
        const v = w * 32 + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        const j = places.get(v);
        if (j === undefined) throw new Error("an edge leaves the part");
        let over = own + (proof.duals[j] as number);
        for (const b of blossomsOf[i] as number[]) {
          if (blossomsOf[j]?.includes(b)) over += proof.blossoms[b]?.dual ?? 0;
        }
        const worth = worthOf(u) + worthOf(v) - (fresh.connected(u, v) ? 0 : 1);
        if (over < 2 * worth) throw new Error("an edge is worth more than the duals over it");
      }
    }
  });
}

function boundOf({ mate, levelOf }: Graphs, proof: Proof, members: number[]): number {
  let most = 0;
  for (const dual of proof.duals) most += dual;
  for (const { vertices: inside, dual } of proof.blossoms) most += (dual * (inside.length - 1)) / 2;
  let worth = 0;
  for (const v of members) {
    if (mate[v] !== -1) worth += proof.prize * (1 + levelOf(v));
  }
  // Every matching that is the best by waits and pairs covers members of the same total weight in this part. Only
  // repeats can make up the difference between that weight and the bound.
  return Math.max(0, Math.ceil(worth - most / 2));
}
