import { isoOrNull, toIso } from "~/core/shared/age";
import type { OwnActionDto, Standing } from "~/core/shared/contract";
import type { StandingRow } from "~/db/moderation/standing";

const STANDING_OF = { warn: "warned", suspend: "suspended", ban: "banned" } as const;

export interface StandingState {
  standing: Standing;
  action: OwnActionDto | null;
}

export function toStanding(row: StandingRow): StandingState {
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
