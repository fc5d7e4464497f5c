/** The pairing engine: from rows to pairs, pure, for Workers, browsers and Node alike (contract §4). */

export type { MatchOptions, MatchResult } from "./match.ts";
export { matchPopulation } from "./match.ts";
export type { MemberRow } from "./population/builder.ts";
export { PopulationBuilder } from "./population/builder.ts";
export { areCompatible, Population } from "./population/population.ts";
export { greatCircleKm } from "./population/sphere.ts";
