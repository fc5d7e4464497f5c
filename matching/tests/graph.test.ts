import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGraphMatching, type Graph, matchGraph, Random } from "../src/index.ts";

type Edges = [number, number, number][];

/** Finds the greatest weight by trying every matching. With `byPairs`, only matchings with the most pairs count. */
function tryAll({ edges }: Graph, byPairs: boolean): [pairs: number, weight: number] {
  const used = new Set<number>();
  const visit = (at: number): [number, number] => {
    if (at === edges.length) return [0, 0];
    const [u, v, weight] = edges[at] as [number, number, number];
    const without = visit(at + 1);
    if (used.has(u) || used.has(v)) return without;
    used.add(u).add(v);
    const [pairs, rest] = visit(at + 1);
    used.delete(u);
    used.delete(v);
    const by: [number, number] = [pairs + 1, rest + weight];
    const isMore = byPairs && by[0] !== without[0] ? by[0] > without[0] : by[1] > without[1];
    return isMore ? by : without;
  };
  return visit(0);
}

function expectBest(graph: Graph): void {
  for (const maxCardinality of [false, true]) {
    for (const seed of [1, 2, 3]) {
      const found = matchGraph(graph, { seed, maxCardinality });
      expect(checkGraphMatching(graph, found, { maxCardinality })).toBe(true);
      const weight = graph.edges.reduce((sum, [u, v, w]) => sum + (found.mate[u] === v ? w : 0), 0);
      const [pairs, most] = tryAll(graph, maxCardinality);
      expect(weight).toBe(most);
      if (maxCardinality) expect(found.mate.filter((v) => v >= 0).length).toBe(2 * pairs);
    }
  }
}

const cycle = (size: number, first = 0, weight = (i: number) => 5 + (i % 3)): Edges =>
  Array.from({ length: size }, (_, i) => [first + i, first + ((i + 1) % size), weight(i)]);

const read = (text: string): Edges =>
  text.split(", ").map((edge) => edge.split(" ").map(Number) as [number, number, number]);

const path = (size: number): Edges => Array.from({ length: size - 1 }, (_, v) => [v, v + 1, 1]);

const chainOfTriangles = (count: number): Edges =>
  Array.from({ length: count }, (_, i) => [
    ...cycle(3, 3 * i, () => 1),
    ...(i + 1 < count ? ([[3 * i + 2, 3 * i + 3, 1]] as Edges) : []),
  ]).flat();

/** A complete graph of 4k vertices. Every second vertex has one more neighbour of its own. */
function tailed(k: number): Edges {
  const edges: Edges = [];
  for (let u = 0; u < 4 * k; u++) {
    for (let v = u + 1; v < 4 * k; v++) edges.push([u, v, 1]);
    if (u % 2 === 1) edges.push([u, 4 * k + (u >> 1), 1]);
  }
  return edges;
}

const petersen: Edges = Array.from(
  { length: 5 },
  (_, i): Edges => [
    [i, (i + 1) % 5, 1],
    [i, i + 5, 1],
    [i + 5, ((i + 2) % 5) + 5, 1],
  ],
).flat();

/** Sylvester's graph: one vertex with an edge to each of three groups of five vertices. */
const sylvester: Edges = [1, 6, 11].flatMap(
  (a): Edges => [
    [0, a, 1],
    ...(
      [
        [0, 1],
        [0, 2],
        [1, 3],
        [1, 4],
        [2, 3],
        [2, 4],
        [3, 4],
      ] as const
    ).map(([u, v]): [number, number, number] => [a + u, a + v, 1]),
  ],
);

const star = (count: number): Edges =>
  Array.from(
    { length: count },
    (_, i): Edges => [...cycle(5, 1 + 5 * i, () => 1), [0, 1 + 5 * i, 1]],
  ).flat();

describe("a graph's matching is the best, and its certificate proves it", () => {
  it.each<[string, Edges]>([
    ["no edge", []],
    ["one edge", read("0 1 1")],
    ["a path whose middle is heavier than either end", read("0 1 5, 1 2 11, 2 3 5")],
    ["only edges of negative weight", read("0 1 -2, 1 2 -1, 2 3 -4")],
    ["edges of no weight", read("0 1 0, 1 2 0, 2 3 0")],
    ["large weights", read("0 1 134217727, 1 2 134217726, 2 3 -134217727")],
    ["an odd cycle", cycle(7)],
    [
      "an odd cycle with a tail at each vertex",
      [...cycle(5), ...cycle(5).map(([v]): [number, number, number] => [v, v + 5, 4])],
    ],
    ["two odd cycles joined by an edge", [...cycle(3), ...cycle(3, 3), [2, 3, 9]]],
    ["two parts without an edge between them", [...cycle(3), ...cycle(5, 3)]],
    ["ties everywhere", read("0 1 3, 0 2 3, 0 3 3, 1 2 3, 1 4 3, 2 5 3, 3 4 3, 4 5 3")],
    ["an even blossom that augments", read("1 2 8, 1 3 9, 2 3 10, 3 4 7")],
    [
      "an even blossom, one end of its path beyond",
      read("1 2 8, 1 3 9, 2 3 10, 3 4 7, 1 6 5, 4 5 6"),
    ],
    ["an even blossom that becomes odd", read("1 2 9, 1 3 8, 2 3 10, 1 4 5, 4 5 4, 1 6 3")],
    [
      "a nested even blossom that augments",
      read("1 2 9, 1 3 9, 2 3 10, 2 4 8, 3 5 8, 4 5 10, 5 6 6"),
    ],
    [
      "an even blossom in another that becomes even again",
      read("1 2 10, 1 7 10, 2 3 12, 3 4 20, 3 5 20, 4 5 25, 5 6 10, 6 7 10, 7 8 8"),
    ],
    [
      "nested even blossoms that are expanded",
      read("1 2 8, 1 3 8, 2 3 10, 2 4 12, 3 5 12, 4 5 14, 4 6 12, 5 7 12, 6 7 14, 7 8 12"),
    ],
    [
      "an even blossom that becomes odd and is expanded",
      read("1 2 23, 1 5 22, 1 6 15, 2 3 25, 3 4 22, 4 5 25, 4 8 14, 5 7 13"),
    ],
    [
      "a nested even blossom that becomes odd and is expanded",
      read("1 2 19, 1 3 20, 1 8 8, 2 3 25, 2 4 18, 3 5 18, 4 5 13, 4 7 7, 5 6 7"),
    ],
    [
      "an odd blossom expanded with more than one even child",
      read("1 2 45, 1 5 45, 2 3 50, 3 4 45, 4 5 50, 1 6 30, 3 9 35, 4 8 35, 5 7 26, 9 10 5"),
    ],
    [
      "the same, and the other way around the cycle",
      read("1 2 45, 1 5 45, 2 3 50, 3 4 45, 4 5 50, 1 6 30, 3 9 35, 4 8 26, 5 7 40, 9 10 5"),
    ],
    [
      "an odd blossom whose expansion gives a new edge of least slack",
      read("1 2 45, 1 5 45, 2 3 50, 3 4 45, 4 5 50, 1 6 30, 3 9 35, 4 8 28, 5 7 26, 9 10 5"),
    ],
    [
      "an odd blossom with an inner one, through which a path augments",
      read(
        "1 2 45, 1 7 45, 2 3 50, 3 4 45, 4 5 95, 4 6 94, 5 6 94, 6 7 50, 1 8 30, 3 11 35, 5 9 36, 7 10 26, 11 12 5",
      ),
    ],
    [
      "blossoms within blossoms that are expanded one after another",
      read(
        "1 2 40, 1 3 40, 2 3 60, 2 4 55, 3 5 55, 4 5 50, 1 8 15, 5 7 30, 7 6 10, 8 10 10, 4 9 30",
      ),
    ],
  ])("%s", (_title, edges) => {
    expectBest({ size: 1 + Math.max(0, ...edges.map(([u, v]) => Math.max(u, v))), edges });
  });

  it("the best matching is found in random graphs with ties, negative weights and parallel edges", () => {
    const graphs = fc.integer({ min: 2, max: 9 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        edges: fc
          .array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.integer({ min: -3, max: 9 })), {
            maxLength: 14,
          })
          .map((edges) => edges.filter(([u, v]) => u !== v)),
      }),
    );
    fc.assert(
      fc.property(graphs, (graph) => {
        const heaviest = new Map<string, [number, number, number]>();
        for (const [u, v, w] of graph.edges) {
          const key = [Math.min(u, v), Math.max(u, v)].join();
          if (w >= (heaviest.get(key)?.[2] ?? w)) heaviest.set(key, [u, v, w]);
        }
        expectBest({ size: graph.size, edges: [...heaviest.values()] });
        const parallel = matchGraph(graph, { seed: 1 });
        expect(checkGraphMatching(graph, { ...parallel })).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("the check refuses a matching that is not the best, and a certificate that proves nothing", () => {
    const graph: Graph = { size: 4, edges: read("0 1 5, 1 2 11, 2 3 5") };
    const best = matchGraph(graph, { seed: 1 });
    const other = { ...best, mate: Int32Array.of(1, 0, 3, 2) };
    expect(checkGraphMatching(graph, other)).toBe(false);
    const low = { duals: new Int32Array(4), blossoms: [] };
    expect(checkGraphMatching(graph, { ...best, certificate: low })).toBe(false);
  });

  it.each<[string, number, Edges, number]>([
    ["a chain of triangles", 3 * 1001, chainOfTriangles(1001), 1501],
    ["a complete graph with a tail at every second vertex", 6 * 20, tailed(20), 3 * 20],
    ["the Petersen graph", 10, petersen, 5],
    ["a cubic graph with bridges, which has no perfect matching", 16, sylvester, 7],
    ["a star of odd cycles", 1 + 5 * 40, star(40), 2 * 40 + 1],
    ["a path of 30,001 vertices", 30_001, path(30_001), 15_000],
  ])("%s has the known number of pairs", (_title, size, edges, pairs) => {
    for (const seed of [1, 2]) {
      const found = matchGraph({ size, edges }, { seed, maxCardinality: true });
      expect(checkGraphMatching({ size, edges }, found, { maxCardinality: true })).toBe(true);
      expect(found.mate.filter((v) => v >= 0).length).toBe(2 * pairs);
    }
  });

  it("the matchings of large sparse and dense graphs with random weights are proven to be the best", () => {
    const random = new Random("weights");
    const draw = (size: number, count: number): Graph => ({
      size,
      edges: Array.from({ length: count }, (): [number, number, number] => {
        const u = random.below(size);
        return [u, (u + 1 + random.below(size - 1)) % size, random.below(1000) - 100];
      }),
    });
    for (const graph of [draw(1_000, 2_000), draw(80, 2_500)]) {
      for (const maxCardinality of [false, true]) {
        const found = matchGraph(graph, { seed: 1, maxCardinality });
        expect(checkGraphMatching(graph, found, { maxCardinality })).toBe(true);
      }
    }
  });

  it("the seed decides between equal matchings, and the order of the edges does not", () => {
    const edges = tailed(5).filter((_, i) => i % 5 === 0);
    const match = (edges: Edges, seed: number) =>
      matchGraph({ size: 30, edges }, { seed }).mate.join();
    expect(match(edges, 1)).toBe(match([...edges].reverse(), 1));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => match(edges, seed))).size).toBeGreaterThan(1);
  });

  it.each<[string, [number, number, number]]>([
    ["to itself", [1, 1, 1]],
    ["out of the graph", [0, 3, 1]],
    ["of a fraction", [0, 1, 0.5]],
    ["too heavy", [0, 1, 2 ** 29 + 1]],
  ])("an edge %s is refused", (_title, edge) => {
    expect(() => matchGraph({ size: 3, edges: [edge] }, { seed: 1 })).toThrow(RangeError);
  });
});
