import type { RunSpeakers } from "~/db/pairing/population";

/** A language counts with more than a tenth of a run's members, and more than so many are enough in any run. */
const MEMBERS_PER_SPEAKER = 10;
const ENOUGH_SPEAKERS = 20;
/** With fewer settled members than this, accounts of any age count. */
const MIN_SETTLED = 20;

/**
 * The languages that a run takes notice of (docs/rules.md#languages). One that few speak is taken as not named by anybody,
 * because it would choose the partner; new accounts don't count, because a stranger can make as many as it takes.
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
