import type { Deps } from "~/core/deps";
import { findNewestDrawn } from "~/db/pairing/pairing-runs";

export interface LastDraw {
  date: string;
  pairedPercent: number;
  /** Whether the run proved that no other choice would have made more pairs. */
  isProvenMaximum: boolean;
}

/** Smaller runs aren't shown, because they would reveal how few members there are. */
const MIN_MEMBERS = 10;

export async function readLastDraw(deps: Pick<Deps, "db">): Promise<LastDraw | null> {
  const drawn = await findNewestDrawn(deps.db);
  if (!drawn || drawn.members < MIN_MEMBERS) return null;
  const { date, members, pairs, provenMaximum } = drawn;
  const pairedPercent = Math.floor((200 * pairs) / members);
  return { date, pairedPercent, isProvenMaximum: provenMaximum };
}
