import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import type { AppealWordsDto, Standing, StandingDto, StatementDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import { type AppealRow, findAppeals, insertAppeal } from "~/db/moderation/appeals";
import type { AppealInput } from "./schemas";

/** A barred member may make only the exempt calls (docs/rules.md#suspension). */
export function isBarredStanding(standing: Standing): boolean {
  return standing === "suspended" || standing === "banned";
}

/** @throws AppError `suspended` with the statement of reasons, also for a ban (docs/rules.md#suspension) */
export function requireUnsuspended({ standing: { standing, action } }: Viewer): void {
  if (!action || !isBarredStanding(standing)) return;
  const { reason, text, until } = action;
  const message = standing === "banned" ? "Your account is banned" : "Your account is suspended";
  throw new AppError("suspended", { message, extra: { standing, reason, text, until } });
}

const toWords = ({ decision, text, answer }: AppealRow): AppealWordsDto => ({
  state: decision ?? "open",
  text,
  answer,
});

/** The standing and the texts of appeals, for the page to which mails about a suspension or ban link. */
export async function readStatement(deps: Deps, viewer: Viewer): Promise<StatementDto> {
  const { standing, action } = viewer.standing;
  const { current, answered } = await findAppeals(deps.db, viewer.memberId, deps.clock.now());
  return {
    standing,
    action,
    appeal: current && (current.decision ?? "open"),
    words: current && toWords(current),
    earlier: answered && toWords(answered),
  };
}

export async function getStanding(deps: Deps, viewer: Viewer): Promise<StandingDto> {
  const { standing, action, appeal } = await readStatement(deps, viewer);
  return { standing, action, appeal };
}

/**
 * Appeals against the action in force. Each action can be appealed once.
 * @throws AppError `nothing_to_appeal`, `already_appealed`
 */
export async function appeal(
  deps: Deps,
  viewer: Viewer,
  { text }: AppealInput,
): Promise<{ message: string }> {
  const outcome = await insertAppeal(deps.db, {
    id: newId(),
    memberId: viewer.memberId,
    text,
    now: deps.clock.now(),
  });
  if (outcome !== "inserted") throw new AppError(outcome);
  return { message: "Your appeal has been received. You will find the answer here." };
}
