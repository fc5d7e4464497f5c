/** Runs the engine on populations in memory, in the format of `types.ts`. */

import {
  type MatchOptions,
  type MatchResult,
  matchPopulation,
  PopulationBuilder,
  type VertexRow,
} from "../../src/index.ts";
import type { Proof } from "./duals.ts";
import type { Input, Member, Output } from "./types.ts";

export const AGES = { adult: 18, youngest: 18, oldest: 80 };

export const toRow = (key: number, member: Member): VertexRow => ({
  key,
  gender: member.gender,
  preferredMatchGender: member.preferred_match_gender,
  dob: member.dob,
  minimumAge: member.minimum_age_preference,
  maximumAge: member.maximum_age_preference,
  latitude: member.latitude,
  longitude: member.longitude,
  distance: member.distance_preference,
  waited: member.waited ?? Number(member.left_out_yesterday),
  wasUnanswered: member.partner_absent_yesterday,
  utcOffset: member.utc_offset,
  languages: member.languages,
  since: member.since,
  acceptedUntil: member.accepted_until,
});

export function pairInput(
  input: Input,
  seed: number | string,
  options: Omit<MatchOptions, "seed" | "witness"> = {},
): Output & { result: MatchResult; proofs: Proof[] } {
  const builder = new PopulationBuilder({
    date: input.date,
    ages: AGES,
    expectedSize: input.members.length,
  });
  const keys = new Map<string, number>();
  for (const member of input.members) {
    if (keys.has(member.id)) continue;
    const key = keys.size;
    keys.set(member.id, key);
    builder.add(toRow(key, member));
  }
  for (const [a, b] of input.blocks) builder.addBlock(keys.get(a) ?? -1, keys.get(b) ?? -1);
  for (const [a, b] of input.recentPairs)
    builder.addRecentPair(keys.get(a) ?? -1, keys.get(b) ?? -1);
  const population = builder.build();
  const ids = [...keys.keys()];
  const proofs: Proof[] = [];
  const result = matchPopulation(population, {
    seed,
    ...options,
    onCertificate: ({ vertices, vertexWeight: prize, duals, blossoms }) => {
      const idOf = (member: number) => ids[population.columns.keys[member] as number] as string;
      proofs.push({ ids: Array.from(vertices, idOf), prize, duals: [...duals], blossoms });
    },
  });
  const paired = new Set<string>();
  const pairs: [string, string][] = [];
  for (let i = 0; i < result.pairs.length; i += 2) {
    const pair: [string, string] = [
      ids[result.pairs[i] as number] as string,
      ids[result.pairs[i + 1] as number] as string,
    ];
    pairs.push(pair);
    paired.add(pair[0]).add(pair[1]);
  }
  const { provenMaximum, upperBound } = result;
  return {
    pairs,
    unmatched: ids.filter((id) => !paired.has(id)),
    provenMaximum,
    upperBound,
    result,
    proofs,
  };
}
