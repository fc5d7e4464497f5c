import { isoOrNull, toIso } from "~/core/shared/age";
import type { StandingDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import type { StandingRow } from "~/db/moderation/standing";

const STANDING_OF = { warn: "warned", suspend: "suspended", ban: "banned" } as const;

export type Standing = Pick<StandingDto, "standing" | "action">;

export function toStanding(row: StandingRow): Standing {
  const { action_kind: kind, action_reason: reason, action_created_at: createdAt } = row;
  if (kind === null || reason === null || createdAt === null)
    return { standing: "good", action: null };
  return {
    standing: STANDING_OF[kind],
    action: {
      kind,
      reason,
      text: row.action_text ?? "",
      until: isoOrNull(row.action_until),
      created_at: toIso(createdAt),
    },
  };
}

/** Whether the member may make only the exempt calls (docs/rules.md#suspension). */
export const isBarred = ({ standing }: Pick<Standing, "standing">): boolean =>
  standing === "suspended" || standing === "banned";

/** @throws AppError `suspended` with the statement of reasons, for a suspension or a ban (docs/rules.md#suspension) */
export function requireUnsuspended({ standing: of }: { standing: Standing }): void {
  if (!of.action || !isBarred(of)) return;
  const { standing, action } = of;
  const { reason, text, until } = action;
  const message = standing === "banned" ? "Your account is banned" : "Your account is suspended";
  throw new AppError("suspended", { message, extra: { standing, reason, text, until } });
}
