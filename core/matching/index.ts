/** From rows to pairs: pure, for Workers, browsers and Node (docs/rules.md#order). */

export type { MatchOptions, MatchResult, Threshold } from "./match.ts";
export { matchPopulation } from "./match.ts";
export type { MemberRow } from "./population/builder.ts";
export { MAX_WAIT, PopulationBuilder } from "./population/builder.ts";
export type { Population } from "./population/population.ts";
export {
  acceptsAge,
  acceptsDistance,
  acceptsGender,
  limitOf,
  oldestOf,
  youngestOf,
} from "./population/rule.ts";
export { greatCircleKm } from "./population/sphere.ts";
export { Random } from "./random.ts";
