import { type MatchOptions, type MatchResult, matchPopulation } from "@happenstance/matching";
import type { Deps } from "~/core/deps";
import { readGreatestKey } from "~/db/pairing/population";
import { loadPopulation, type PopulationRequest } from "./load-population";
import type { MemberKeys } from "./member-keys";
import { choicesForWait } from "./wait";

/** Lease for the time in which the engine computes and can't renew it. The engine needs far less. */
export const MATCH_LEASE_MS_PER_MEMBER = 0.5;

/**
 * The search for the fewest repeats keeps at most this many edges, 16 bytes each: enough to prove the minimum for about
 * 23,000 members. With more members, some avoidable repeats remain: 539 repeats instead of 477 with 100,000 members.
 */
const MAX_EDGES = 100_000;

/**
 * What a Worker can afford: 60 MB and 30 s of CPU for 100,000 members. With 450,000 edges they would have the fewest
 * repeats, but matching would take 30 MB more and four times the CPU time.
 */
export function limitWork(size: number): Pick<MatchOptions, "workLimit" | "maxEdges"> {
  return { workLimit: 1e8 + 500 * size, maxEdges: MAX_EDGES };
}

interface Matched {
  matching: MatchResult;
  keys: MemberKeys;
}

interface Steps {
  /** Called after every page, to renew the lease. */
  afterPage: () => Promise<void>;
  /** Called between reading and matching, with the number of members who can be paired. */
  beforeMatch: (size: number) => Promise<void>;
}

type Request = Omit<PopulationRequest, "greatestKey"> & { seed: string };

export async function matchMembers(
  deps: Pick<Deps, "db">,
  request: Request,
  { afterPage, beforeMatch }: Steps,
): Promise<Matched> {
  const greatestKey = await readGreatestKey(deps.db);
  const { population, keys } = await loadPopulation(deps, { ...request, greatestKey }, afterPage);
  const { size } = population;
  await beforeMatch(size);
  const { seed } = request;
  const options = { seed, leastChoices: choicesForWait(size), ...limitWork(size) };
  return { matching: matchPopulation(population, options), keys };
}
