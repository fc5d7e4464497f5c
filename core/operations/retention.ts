import type { Deps } from "~/core/deps";
import {
  BAN_MONTHS,
  KEPT_MONTHS,
  LEFT_CONVERSATION_DAYS,
  LEFT_REPORT_DAYS,
  MS_PER_DAY,
  RECENT_PAIR_DAYS,
} from "~/core/shared/constants";
import { deleteExpired, type RetentionRule } from "~/db/operations/maintenance";

interface RetentionEntry {
  /** Text in the privacy notice; null for data that no deployed server has. */
  what: string | null;
  keepMs: number;
  after: string;
  why: string;
}

/**
 * How long each kind of data is kept. The hourly sweep deletes by this table, and docs/security.md and the privacy
 * notice print it. Data that is not listed here is kept until the member's account is deleted.
 */
export const RETENTION = {
  sessions: {
    what: "Sessions",
    keepMs: 0,
    after: "their end",
    why: "A session past its end opens nothing.",
  },
  passkeyChallenges: {
    what: "What a passkey is asked to sign",
    keepMs: 0,
    after: "their end",
    why: "What a passkey is asked to sign is good once, for a few minutes.",
  },
  rateWindows: {
    what: "Counts for the limits, of e-mail and network addresses as keyed digests",
    keepMs: 0,
    after: "their end",
    why: "A count is of use as long as its limit’s window lasts.",
  },
  mailTokens: {
    what: "Links in e-mails",
    keepMs: 0,
    after: "their end",
    why: "A link in an e-mail opens nothing past its end.",
  },
  localMails: {
    what: null,
    keepMs: 7 * MS_PER_DAY,
    after: "they were written",
    why: "The local server’s own; a deployed one has none.",
  },
  memberNetworks: {
    what: "Networks you signed in from, as keyed digests",
    keepMs: 180 * MS_PER_DAY,
    after: "the last sign-in from it",
    why: "From a known network a member can sign in while others guess at the password.",
  },
  evidence: {
    what: "Messages kept with a report",
    keepMs: 180 * MS_PER_DAY,
    after: "the report is resolved",
    why: "Other people’s words, kept for an appeal against the decision; the report itself stays.",
  },
  retainedReports: {
    what: "An open report about a member who has left",
    keepMs: LEFT_REPORT_DAYS * MS_PER_DAY,
    after: "the reported member’s deletion, or until the report is resolved",
    why: "A reported member can’t make the evidence go by leaving; it names a keyed digest and no one.",
  },
  keptDigests: {
    what: "What a suspension, a ban or a deletion leaves, as keyed digests",
    keepMs: 0,
    after: `its end: of a suspension, ${BAN_MONTHS} months for a ban (or its lift), of an open report, ${RECENT_PAIR_DAYS} days for whom you met, ${KEPT_MONTHS} months for blocks`,
    why: "Leaving and coming back by the same address undoes no block, no suspension, no ban and no report.",
  },
  keptWords: {
    what: "The last 50 messages of a conversation that a deletion ended, and a sealed line that was taken away after both were opened, or whose author has left, encrypted",
    keepMs: 0,
    after: `${LEFT_CONVERSATION_DAYS} days`,
    why: "The other side has read them, and can still report them.",
  },
  pushSubscriptions: {
    what: "Browsers that take notifications, after they stop answering",
    keepMs: 14 * MS_PER_DAY,
    after: "the first of the failures since the last notification that arrived",
    why: "A push service that is down for days is heard of again; a browser that is gone is not.",
  },
  auditEvents: {
    what: "The record of what our admins looked at and did",
    keepMs: 365 * MS_PER_DAY,
    after: "the look",
    why: "Who looked at members' data can be asked for a year.",
  },
  unpublishedRuns: {
    what: "Pairing runs that were never finished",
    keepMs: 7 * MS_PER_DAY,
    after: "the claim lapsed",
    why: "A run that was never finished is kept for as long as someone may look for the reason.",
  },
  transparencyDays: {
    what: "A day’s numbers for the transparency page",
    keepMs: 400 * MS_PER_DAY,
    after: "they were computed",
    why: "A month’s numbers are made of its days'; they name no member, and the month’s stay.",
  },
  runSnapshots: {
    what: "What a pairing run knew of its members",
    keepMs: MS_PER_DAY,
    after: "the pairing date began, or until the next run",
    why: "Made for the question why a run left a member out, which is asked on that day.",
  },
} as const satisfies Record<RetentionRule, RetentionEntry>;

export type Retained = keyof typeof RETENTION;

export function retentionCutoffs(now: number): Record<Retained, number> {
  const cutoffs = Object.entries(RETENTION).map(([name, { keepMs }]) => [name, now - keepMs]);
  return Object.fromEntries(cutoffs) as Record<Retained, number>;
}

export interface RetentionLine {
  what: string;
  /** Days after the event in `after`; 0 if the data is deleted at that event. */
  days: number;
  after: string;
  why: string;
}

export function listRetention(): RetentionLine[] {
  return Object.values(RETENTION).flatMap(({ what, keepMs, after, why }) =>
    what === null ? [] : [{ what, days: keepMs / MS_PER_DAY, after, why }],
  );
}

/** The most statements per rule and sweep. The next cron deletes the rest. */
const MAX_STATEMENTS = 100;

export async function sweepExpired(
  deps: Pick<Deps, "db" | "clock" | "logger">,
  maxStatements = MAX_STATEMENTS,
): Promise<void> {
  const cutoffs = Object.entries(retentionCutoffs(deps.clock.now())) as [Retained, number][];
  const swept: Partial<Record<Retained, number>> = {};
  const unfinished: Retained[] = [];
  for (const [rule, until] of cutoffs) {
    try {
      const { deleted, isDone } = await deleteExpired(deps.db, rule, { until, maxStatements });
      swept[rule] = deleted;
      if (!isDone) unfinished.push(rule);
    } catch (error) {
      deps.logger.error("maintenance.sweep_failed", error, { rule });
    }
  }
  deps.logger.info("maintenance.swept", swept);
  if (unfinished.length > 0) deps.logger.warn("maintenance.sweep_unfinished", { unfinished });
}
