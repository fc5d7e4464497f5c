/** The pairing engine: from rows to pairs, pure, for Workers, browsers and Node alike (contract §4). */

export type { MemberRow } from "./builder.ts";
export { PopulationBuilder } from "./builder.ts";
export type { MatchOptions, MatchResult } from "./match.ts";
export { matchPopulation } from "./match.ts";
export { areCompatible, Population } from "./population.ts";
export { greatCircleKm } from "./sphere.ts";
