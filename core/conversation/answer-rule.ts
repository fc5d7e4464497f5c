import { LIMITS } from "~/core/shared/constants";
import type { CloseReason } from "~/core/shared/contract";
import { AppError, type ErrorCode, type Refusal, tooMany } from "~/core/shared/errors";
import type { AnswerGrant, AnswerOutcome, NewAnswer } from "./objects";

export interface AnswerState {
  closedReason: CloseReason | null;
  /**
   * Whether there was a block before the conversation's end, even one that was removed again. Answers that weren't
   * revealed before the block stay sealed (docs/rules.md#questions).
   */
  isSealed: boolean;
  /** Instants of the member's answers of the last hour, oldest first. */
  recent: number[];
  /** Whether the previous level has been revealed; true for the first level. */
  isOpen: boolean;
  isRevealed: boolean;
  /** The key of this side's stored answer ({@link NewAnswer}); null without an answer. */
  ownKey: string | null;
  hasPartners: boolean;
}

/** `isFirst`: the side had no answer before. `reveals`: both answers are revealed. */
type AnswerVerdict =
  | { kind: "new"; isFirst: boolean; reveals: boolean }
  | { kind: "known" }
  | Exclude<AnswerOutcome, { kind: "stored" }>;

export function findAnswerLimit(recent: readonly number[], now: number): Refusal | null {
  const { limit, windowMs, refusal } = LIMITS.answers;
  const leaving = recent.at(-limit);
  if (leaving === undefined || leaving + windowMs <= now) return null;
  return toRefusal(tooMany(refusal, leaving + windowMs - now));
}

const toRefusal = ({ code, details }: AppError): Refusal => ({ code, details });
const refuse = (code: ErrorCode) =>
  ({ kind: "refused", refusal: toRefusal(new AppError(code)) }) as const;

/** Decides whether an answer is stored, revealed or refused (docs/rules.md#questions). */
export function judgeAnswer(
  state: AnswerState,
  { expiresAt }: Pick<AnswerGrant, "expiresAt">,
  { key }: Pick<NewAnswer, "key">,
  now: number,
): AnswerVerdict {
  if (state.ownKey === key) return { kind: "known" };
  if (state.closedReason !== null || expiresAt <= now) return { kind: "closed" };
  const limit = findAnswerLimit(state.recent, now);
  if (limit) return { kind: "refused", refusal: limit };
  if (!state.isOpen) return refuse("question_not_open");
  if (state.isRevealed) return refuse("already_revealed");
  return {
    kind: "new",
    isFirst: state.ownKey === null,
    reveals: state.hasPartners && !state.isSealed,
  };
}
