import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { isoOrNull } from "~/core/shared/age";
import type { QuestionDto, ShownQuestion } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import type { AccessRow } from "~/db/conversation/conversations";
import { isSealedShut } from "~/db/conversation/sealed-addresses";
import { noteOpened, type ReadAhead, refuse, requireAccess, requireUnblocked } from "./access";
import type { QuestionView } from "./objects";
import { QUESTION_LEVELS, type QuestionLevel, questionOf } from "./questions";
import type { AnswerInput } from "./schemas";

function toQuestionDto(view: QuestionView, date: string): QuestionDto {
  const { level, isOpen, mine, theirs, hasPartnerAnswered } = view;
  return {
    level,
    question: isOpen ? (view.question ?? questionOf(date, level)) : null,
    mine,
    theirs,
    partner_answered: hasPartnerAnswered,
  };
}

export async function readQuestions(
  deps: Deps,
  viewer: Viewer,
  { conversationId }: { conversationId: string },
  ahead?: ReadAhead,
): Promise<QuestionDto[]> {
  const row = requireUnblocked(await requireAccess(deps, viewer, conversationId, ahead));
  const views = await deps.conversations.listQuestions(conversationId, viewer.memberId);
  return views.map((view) => toQuestionDto(view, row.pairing_date));
}

/** For the conversation's page, which shows each revealed level among the messages, at the time of its reveal. */
export async function readShownQuestions(
  deps: Deps,
  viewer: Viewer,
  { id, pairing_date }: Pick<AccessRow, "id" | "pairing_date">,
): Promise<ShownQuestion[]> {
  const views = await deps.conversations.listQuestions(id, viewer.memberId);
  return views.map((view) => ({
    ...toQuestionDto(view, pairing_date),
    revealed_at: isoOrNull(view.revealedAt),
  }));
}

/** @param input.level from the path, so it can be any text */
export async function answerQuestion(
  deps: Deps,
  viewer: Viewer,
  { conversationId, level: name, answer }: { conversationId: string; level: string } & AnswerInput,
  ahead?: ReadAhead,
): Promise<QuestionDto> {
  const found = await requireAccess(deps, viewer, conversationId, ahead);
  const level = requireLevel(name);
  const row = requireUnblocked(found);
  const grant = {
    conversationId,
    senderId: viewer.memberId,
    expiresAt: row.expires_at,
    pairingDate: row.pairing_date,
    isSealed: await isSealedShut(deps.db, conversationId),
  };
  const outcome = await deps.conversations.answer(grant, { level, answer, key: newId() });
  if (outcome.kind !== "stored") return refuse(deps, viewer.memberId, conversationId, outcome);
  noteOpened(deps, viewer.memberId, row);
  return toQuestionDto(outcome.view, row.pairing_date);
}

function requireLevel(name: string): QuestionLevel {
  const level = QUESTION_LEVELS.find((one) => String(one) === name);
  if (level === undefined) throw new AppError("not_found");
  return level;
}
