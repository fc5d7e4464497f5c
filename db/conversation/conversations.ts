import { sql } from "drizzle-orm";
import { type Database, selectRow } from "~/db/client";
import { type PairingRow, type PartnerRow, partnerColumns } from "~/db/pairing/pairings";
import type { ConversationKey } from "~/db/pairing/participation";
import { partnerCardFor } from "~/db/pairing/partner-card";

export interface AccessRow extends PairingRow, PartnerRow {
  /** A `PartnerCard` as JSON. */
  partner_card: string | null;
  partner_timezone: string | null;
  partner_zone: string | null;
  blocked_by_viewer: number;
  blocked_by_partner: number;
  viewer_opened: number;
  partner_opened: number;
}

/** Selects no row for anyone but the two members, or before the pairing run is published. */
export const selectAccess = ({ conversationId, memberId }: ConversationKey) => sql<AccessRow>`
  select p.id, p.pairing_date, p.expires_at, ${partnerColumns}, ${partnerCardFor(memberId)} as partner_card,
    m.timezone as partner_timezone, m.zone as partner_zone,
    exists(select 1 from blocks b where b.blocker_id = ${memberId} and b.blocked_id = m.id) as blocked_by_viewer,
    exists(select 1 from blocks b where b.blocker_id = m.id and b.blocked_id = ${memberId}) as blocked_by_partner,
    iif(p.user1_id = ${memberId}, p.user1_opened, p.user2_opened) as viewer_opened,
    iif(p.user1_id = ${memberId}, p.user2_opened, p.user1_opened) as partner_opened
  from published_pairings p
  join members m on m.id = case when p.user1_id = ${memberId} then p.user2_id else p.user1_id end
  where p.id = ${conversationId} and ${memberId} in (p.user1_id, p.user2_id)`;

export async function findConversation(
  db: Database,
  key: ConversationKey,
): Promise<AccessRow | undefined> {
  return selectRow(db, selectAccess(key));
}

export interface OfSession extends AccessRow {
  viewer_name: string;
  viewer_avatar_url: string | null;
}

/** Undefined if the viewer's session has ended. */
export async function findConversationOfSession(
  db: Database,
  key: ConversationKey,
  session: { sessionId: string; now: number },
): Promise<OfSession | undefined> {
  const { memberId } = key;
  const statement = sql<OfSession>`select a.*, v.name as viewer_name, v.avatar_url as viewer_avatar_url
    from (${selectAccess(key)}) a join members v on v.id = ${memberId}
    where exists(select 1 from sessions s where s.id = ${session.sessionId}
      and s.member_id = ${memberId} and s.expires_at > ${session.now})`;
  return selectRow(db, statement);
}
