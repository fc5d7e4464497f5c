import { LIMITS } from "~/core/shared/constants";
import type { CloseReason } from "~/core/shared/contract";
import { AppError, tooMany } from "~/core/shared/errors";
import { refused } from "./message-rule";
import type { AnswerGrant, NewAnswer, NotStored } from "./objects";

export interface AnswerState {
  closedReason: CloseReason | null;
  /** Whether a block existed before the conversation's end. A block counts even if it was removed again. */
  isSealed: boolean;
  /** Instants of the member's answers of the last hour, oldest first. */
  recent: number[];
  /** Whether the previous level has been revealed; true for the first level. */
  isOpen: boolean;
  isRevealed: boolean;
  /** The key of the member's stored answer; null without one. */
  ownKey: string | null;
  hasPartners: boolean;
}

type AnswerVerdict =
  | { kind: "new"; isFirst: boolean; reveals: boolean }
  | { kind: "known" }
  | NotStored;

export function judgeAnswer(
  state: AnswerState,
  { expiresAt }: Pick<AnswerGrant, "expiresAt">,
  { key }: Pick<NewAnswer, "key">,
  now: number,
): AnswerVerdict {
  if (state.ownKey === key) return { kind: "known" };
  if (state.closedReason !== null || expiresAt <= now) return { kind: "closed" };
  const { limit, windowMs, refusal } = LIMITS.answers;
  const leaving = state.recent.at(-limit);
  if (leaving !== undefined && leaving + windowMs > now) {
    return refused(tooMany(refusal, leaving + windowMs - now));
  }
  if (!state.isOpen) return refused(new AppError("question_not_open"));
  if (state.isRevealed) return refused(new AppError("already_revealed"));
  return {
    kind: "new",
    isFirst: state.ownKey === null,
    reveals: state.hasPartners && !state.isSealed,
  };
}
