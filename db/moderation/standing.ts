import { type SQL, sql } from "drizzle-orm";
import {
  ACTION_KINDS,
  type ActionKind,
  MS_PER_DAY,
  type ReportReason,
  WARNING_DAYS,
} from "~/core/shared/constants";

export const toldKinds = sql.raw(ACTION_KINDS.map((kind) => `'${kind}'`).join(", "));

/** The action in force, as its member may see it. All columns are null if there is none. */
export interface StandingRow {
  action_id: string | null;
  action_kind: Exclude<ActionKind, "lift"> | null;
  action_reason: ReportReason | null;
  action_text: string | null;
  action_until: number | null;
  action_created_at: number | null;
}

export const standingColumns = sql.raw(
  `va.id as action_id, va.kind as action_kind, va.reason as action_reason, va.text as action_text,
   va.until as action_until, va.created_at as action_created_at`,
);

/**
 * Condition: the action `act` was lifted, alone or with all earlier actions, or replaced by a newer
 * restriction (docs/rules.md#moderation).
 */
const isEnded = sql.raw(
  `exists(select 1 from member_actions later where later.member_id = act.member_id and later.sequence > act.sequence
     and ((later.kind = 'lift' and (later.lifts_id is null or later.lifts_id = act.id))
       or (later.kind in ('suspend', 'ban') and act.kind in ('suspend', 'ban'))))`,
);

const isRestriction = (now: number) =>
  sql`(act.kind = 'ban' or (act.kind = 'suspend' and act.until > ${now}))`;

/**
 * Selects the `sequence` of the suspension or ban in force, or else of the newest warning of the last 90 days.
 * @param member a column or value: the member's id
 */
export const actionInForce = (
  member: SQL,
  now: number,
) => sql`(select act.sequence from member_actions act
  where act.member_id = ${member} and not ${isEnded}
    and (${isRestriction(now)} or (act.kind = 'warn' and act.created_at > ${now} - ${WARNING_DAYS * MS_PER_DAY}))
  order by act.kind = 'warn', act.sequence desc limit 1)`;

export const joinStanding = (member: SQL, now: number) =>
  sql`left join member_actions va on va.sequence = ${actionInForce(member, now)}`;

/**
 * Condition: a member is suspended or banned (docs/rules.md#suspension).
 * @param member a column or value: the member's id
 */
export const isBarred = (member: SQL, now: number) =>
  sql`exists(select 1 from member_actions act where act.member_id = ${member} and ${isRestriction(now)} and not ${isEnded})`;
