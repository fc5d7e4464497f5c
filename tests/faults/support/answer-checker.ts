import type { QuestionDto } from "~/core/shared/contract";
import type { Fault, Rule } from "~/tests/simulation/checker";

/** One attempt to answer a question. `ended` is null if the answer was refused or no response came. */
export interface AnswerAttempt {
  kind: "answer";
  memberId: string;
  level: number;
  text: string;
  began: number;
  ended: number | null;
}

export interface SeenQuestion {
  level: number;
  isOpen: boolean;
  mine: string | null;
  theirs: string | null;
  partnerAnswered: boolean;
}

export const toSeenQuestion = (one: QuestionDto): SeenQuestion => ({
  level: one.level,
  isOpen: one.question !== null,
  mine: one.mine,
  theirs: one.theirs,
  partnerAnswered: one.partner_answered,
});

/** The questions that one response showed a member: all three in the list, or the one that the member has answered. */
export interface QuestionsView {
  kind: "questions";
  memberId: string;
  began: number;
  ended: number;
  questions: SeenQuestion[];
}

const LEVELS = [1, 2, 3];
const NEVER = Number.POSITIVE_INFINITY;

/** A question that a member saw, with the member and the times of the request. */
interface View extends SeenQuestion {
  memberId: string;
  began: number;
  ended: number;
  previous: SeenQuestion | undefined;
}

const earliest = (moments: number[]) => Math.min(...moments, NEVER);

/** Finds violations of docs/rules.md#questions. */
export function findAnswerFaults(history: readonly (AnswerAttempt | QuestionsView)[]): Fault[] {
  const faults: Fault[] = [];
  const attempts = history.filter((one) => one.kind === "answer");
  const views = listViews(history, faults);
  for (const level of LEVELS) {
    const isOfLevel = (one: { level: number }) => one.level === level;
    judgeLevel(level, attempts.filter(isOfLevel), views.filter(isOfLevel), faults);
  }
  return faults;
}

function listViews(history: readonly (AnswerAttempt | QuestionsView)[], faults: Fault[]): View[] {
  return history.flatMap((one) => {
    if (one.kind !== "questions") return [];
    const { memberId, began, ended, questions } = one;
    const levels = questions.map(({ level }) => level).join();
    if (questions.length > 1 && levels !== LEVELS.join()) {
      faults.push({ rule: "doubled", what: `${memberId} was shown the levels ${levels}` });
    }
    return questions.map((question) => ({
      ...question,
      ...{ memberId, began, ended },
      previous: questions.find(({ level }) => level === question.level - 1),
    }));
  });
}

function judgeLevel(
  level: number,
  attempts: readonly AnswerAttempt[],
  views: readonly View[],
  faults: Fault[],
): void {
  const members = [...new Set([...attempts, ...views].map(({ memberId }) => memberId))];
  /** The time from which a member's answer is certainly stored. */
  const storedFrom = (memberId: string) =>
    earliest([
      ...attempts.flatMap((one) => (one.memberId === memberId ? (one.ended ?? []) : [])),
      ...views.flatMap((one) =>
        (one.memberId === memberId ? one.mine !== null : one.partnerAnswered) ? one.ended : [],
      ),
    ]);
  const stored = new Map(members.map((memberId) => [memberId, storedFrom(memberId)]));
  const partnerOf = (memberId: string) => members.find((one) => one !== memberId) ?? "";
  const seenRevealed = earliest(views.flatMap((one) => (one.theirs === null ? [] : one.ended)));
  const revealedFrom = Math.min(
    seenRevealed,
    members.length === 2 ? Math.max(...stored.values()) : NEVER,
  );
  const revealed = new Map<string, Set<string>>(members.map((one) => [one, new Set()]));
  for (const view of views) {
    const { memberId, mine, theirs, partnerAnswered, isOpen, began, ended, previous } = view;
    const partner = partnerOf(memberId);
    const report = (rule: Rule, what: string) =>
      faults.push({ rule, what: `level ${level} for ${memberId} at ${began}: ${what}` });
    const isAttempted = (author: string, text: string | null) =>
      attempts.some(
        (one) =>
          one.memberId === author && one.began < ended && (text === null || one.text === text),
      );
    if (mine !== null && !isAttempted(memberId, mine)) report("unstored", `${mine} is shown`);
    if (theirs !== null && !isAttempted(partner, theirs)) report("unstored", `${theirs} is shown`);
    if (partnerAnswered && !isAttempted(partner, null)) report("unstored", "the other has none");
    if (theirs !== null && mine === null) report("early", `${theirs} is shown without an own one`);
    if (!isOpen && (mine !== null || partnerAnswered))
      report("early", "answered before it is open");
    if (isOpen && previous?.theirs === null) report("early", "open before the level below it");
    if (mine === null && began > (stored.get(memberId) ?? NEVER)) {
      report("lost", "the own answer");
    }
    if (!partnerAnswered && began > (stored.get(partner) ?? NEVER)) {
      report("lost", "that the other has answered");
    }
    if (theirs === null && began > revealedFrom) report("lost", "the other's answer");
    if (theirs === null || mine === null) continue;
    revealed.get(memberId)?.add(mine);
    revealed.get(partner)?.add(theirs);
  }
  for (const [memberId, texts] of revealed) {
    const seen = [...texts].join(", ");
    if (texts.size > 1) faults.push({ rule: "changed", what: `${memberId} has ${seen}` });
  }
}
