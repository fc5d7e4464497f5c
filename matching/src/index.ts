/** The library uses no platform's API, so that it runs in browsers, Workers and Node. */

export {
  checkGraphMatching,
  type Graph,
  type GraphMatching,
  type GraphOptions,
  matchGraph,
} from "./graph.ts";
export type { MatchOptions, MatchResult, Threshold } from "./match.ts";
export { matchPopulation } from "./match.ts";
export { MAX_WAIT, PopulationBuilder, type VertexRow } from "./population/builder.ts";
export type { Population } from "./population/population.ts";
export { ANY } from "./population/population.ts";
export {
  type AgeRule,
  acceptsAge,
  acceptsDistance,
  acceptsGender,
  limitOf,
  oldestOf,
  youngestOf,
} from "./population/rule.ts";
export { greatCircleKm } from "./population/sphere.ts";
export { AWAKE } from "./population/waking-hours.ts";
export { Random } from "./random.ts";
export type { DualSolution } from "./weighted/weighted-matching.ts";
