import type { RunSpeakers } from "~/db/pairing/population";

/**
 * A language counts if more than a tenth of a run's members speak it, or more than
 * `ENOUGH_SPEAKERS`.
 */
const MEMBERS_PER_SPEAKER = 10;
const ENOUGH_SPEAKERS = 20;
/** If fewer members than this have accounts that are old enough, accounts of any age count. */
const MIN_SETTLED = 20;

/**
 * The languages that a run takes into account (docs/rules.md#languages). A language that few speak
 * is ignored, because it would decide who meets. New accounts don't count as speakers, because a
 * stranger can make any number of accounts.
 */
export function countedLanguages({ members, settled, speakers }: RunSpeakers): ReadonlySet<string> {
  const most = Math.min(ENOUGH_SPEAKERS, Math.ceil(members / MEMBERS_PER_SPEAKER));
  const isYoung = settled < MIN_SETTLED;
  return new Set(
    speakers
      .filter((language) => (isYoung ? language.members : language.settled) > most)
      .map(({ code }) => code),
  );
}
