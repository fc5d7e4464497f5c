import type { Deps } from "~/core/deps";
import type { MailSettings } from "~/core/notices/mailer";
import { readBasis } from "~/db/pairing/pairing-runs";
import { matchMembers } from "./match-members";

interface RunPreview {
  date: string;
  members: number;
  pairs: number;
  unmatched: number;
  repeats: number;
  provenMaximum: boolean;
  upperBound: number;
  waiting: number;
  waitingPaired: number;
  /** The longest wait first. */
  waits: { nights: number; members: number; paired: number }[];
}

/**
 * What a run of `date` would do now. Writes nothing. The run will use another seed, which gives other pairs but the
 * same counts.
 */
export async function previewRun(
  deps: Pick<Deps, "db" | "clock"> & { mail: Pick<MailSettings, "mustVerify"> },
  { date, seed }: { date: string; seed: string },
): Promise<RunPreview> {
  const { mustVerify } = deps.mail;
  const moment = { date, startedAt: deps.clock.now(), mustVerify };
  const { previous } = await readBasis(deps.db, moment);
  const { matching } = await matchMembers(deps, { ...moment, previous, seed });
  const thresholds = matching.thresholds.filter(({ waited }) => waited > 0);
  const waits = thresholds.map(({ waited, vertices, covered }, i) => ({
    nights: waited,
    members: vertices - (thresholds[i - 1]?.vertices ?? 0),
    paired: covered - (thresholds[i - 1]?.covered ?? 0),
  }));
  return {
    date,
    members: matching.eligible,
    pairs: matching.pairs.length / 2,
    unmatched: matching.unmatched.length,
    repeats: matching.repeats,
    provenMaximum: matching.provenMaximum,
    upperBound: matching.upperBound,
    waiting: thresholds.at(-1)?.vertices ?? 0,
    waitingPaired: thresholds.at(-1)?.covered ?? 0,
    waits,
  };
}
