import { LIMITS } from "~/core/shared/constants";
import type { CloseReason } from "~/core/shared/contract";
import { AppError, type ErrorCode, type Refusal, tooMany } from "~/core/shared/errors";
import type { AnswerGrant, AnswerOutcome, NewAnswer } from "./objects";

/** The state by which a conversation's object decides on an answer. */
export interface AnswerState {
  /** Null while the conversation takes messages. */
  closedReason: CloseReason | null;
  /**
   * Whether a block came before the end, now or earlier: answers that are not revealed then stay sealed
   * (docs/rules.md#questions).
   */
  isSealed: boolean;
  /** The instants of the member's answers of the last hour, milliseconds since 1970, oldest first. */
  recent: number[];
  /** Whether the previous level has been revealed; true for the first level. */
  isOpen: boolean;
  isRevealed: boolean;
  /** The key of this side's stored answer, null without one; see {@link NewAnswer}. */
  ownKey: string | null;
  hasPartners: boolean;
}

/** The decision on an answer: stored or not, whether it is its side's first, and whether it reveals both. */
type AnswerVerdict =
  | { kind: "new"; isFirst: boolean; reveals: boolean }
  | { kind: "known" }
  | Exclude<AnswerOutcome, { kind: "stored" }>;

/** The 429 for an answer given now; null while there is room for it. @param now milliseconds since 1970 */
export function findAnswerLimit(recent: readonly number[], now: number): Refusal | null {
  const { limit, windowMs, refusal } = LIMITS.answers;
  const leaving = recent.at(-limit);
  if (leaving === undefined || leaving + windowMs <= now) return null;
  return toRefusal(tooMany(refusal, leaving + windowMs - now));
}

const toRefusal = ({ code, details }: AppError): Refusal => ({ code, details });
const refuse = (code: ErrorCode) =>
  ({ kind: "refused", refusal: toRefusal(new AppError(code)) }) as const;

/** Decides whether an answer is stored, revealed or refused (docs/rules.md#questions). @param now milliseconds since 1970 */
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
