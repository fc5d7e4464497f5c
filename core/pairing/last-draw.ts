import type { Deps } from "~/core/deps";
import { findNewestTally } from "~/db/pairing/pairing-runs";

/** Facts of the newest run that a visitor may know. */
export interface LastDraw {
  /** The run's UTC date, `YYYY-MM-DD`. */
  date: string;
  /** Paired members per hundred members of the run, rounded down. */
  pairedPercent: number;
  /** Whether the run proved that no other choice of pairs would have been larger. */
  isProvenMaximum: boolean;
}

/** A run of fewer members is not shown: it would reveal how few members there are, and its share would mean little. */
const MIN_MEMBERS = 10;

/**
 * Reads the share of paired members of the newest published run; null if there is none or it has too few members.
 * Visitors may call it too.
 */
export async function readLastDraw(deps: Pick<Deps, "db">): Promise<LastDraw | null> {
  const tally = await findNewestTally(deps.db);
  if (!tally || tally.members < MIN_MEMBERS) return null;
  const { date, members, pairs, proven_maximum } = tally;
  const pairedPercent = Math.floor((200 * pairs) / members);
  return { date, pairedPercent, isProvenMaximum: proven_maximum === 1 };
}
