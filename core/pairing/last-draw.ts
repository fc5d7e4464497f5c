import type { Deps } from "~/core/deps";
import { findNewestTally } from "~/db/queries/pairing-runs";

/** What a visitor may know of the newest run. */
export interface LastDraw {
  /** The run's UTC date, `YYYY-MM-DD`. */
  date: string;
  /** How many of a hundred members in the run were paired, rounded down. */
  pairedPercent: number;
  /** Whether the run proved that no other choice of pairs would have been larger. */
  isProvenMaximum: boolean;
}

/** Fewer than these would tell how few members there are, and a share of them would say little. */
const MIN_MEMBERS = 10;

/** The newest published run's share of paired members; null before there is one of enough members. For everyone. */
export async function readLastDraw(deps: Pick<Deps, "db">): Promise<LastDraw | null> {
  const tally = await findNewestTally(deps.db);
  if (!tally || tally.members < MIN_MEMBERS) return null;
  const { date, members, pairs, proven_maximum } = tally;
  const pairedPercent = Math.floor((200 * pairs) / members);
  return { date, pairedPercent, isProvenMaximum: proven_maximum === 1 };
}
