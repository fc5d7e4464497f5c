import { sql } from "drizzle-orm";
import { buildOnce, type Database, type GivenAll, selectRow } from "~/db/client";
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

const buildAccess = ({ conversationId, memberId }: GivenAll<ConversationKey>) => sql<AccessRow>`
  select p.id, p.pairing_date, p.expires_at, ${partnerColumns}, ${partnerCardFor(memberId)} as partner_card,
    m.timezone as partner_timezone, m.zone as partner_zone,
    exists(select 1 from blocks b where b.blocker_id = ${memberId} and b.blocked_id = m.id) as blocked_by_viewer,
    exists(select 1 from blocks b where b.blocker_id = m.id and b.blocked_id = ${memberId}) as blocked_by_partner,
    iif(p.user1_id = ${memberId}, p.user1_opened, p.user2_opened) as viewer_opened,
    iif(p.user1_id = ${memberId}, p.user2_opened, p.user1_opened) as partner_opened
  from published_pairings p
  join members m on m.id = case when p.user1_id = ${memberId} then p.user2_id else p.user1_id end
  where p.id = ${conversationId} and ${memberId} in (p.user1_id, p.user2_id)`;

/** Selects no row for anyone but the two members, or before the pairing run is published. */
export const accessStatement = buildOnce<AccessRow, ConversationKey>(
  ["conversationId", "memberId"],
  buildAccess,
);

export async function findConversation(
  db: Database,
  key: ConversationKey,
): Promise<AccessRow | undefined> {
  return selectRow(db, buildAccess(key));
}

export interface OfSession extends AccessRow {
  viewer_name: string;
  viewer_avatar_url: string | null;
}

const accessOfSession = buildOnce<OfSession, ConversationKey & { sessionId: string; now: number }>(
  ["conversationId", "memberId", "sessionId", "now"],
  ({ conversationId, memberId, sessionId, now }) => sql<OfSession>`select
    a.*, v.name as viewer_name, v.avatar_url as viewer_avatar_url
    from (${buildAccess({ conversationId, memberId })}) a join members v on v.id = ${memberId}
    where exists(select 1 from sessions s where s.id = ${sessionId}
      and s.member_id = ${memberId} and s.expires_at > ${now})`,
);

/** Undefined if the viewer's session has ended. */
export async function findConversationOfSession(
  db: Database,
  key: ConversationKey,
  session: { sessionId: string; now: number },
): Promise<OfSession | undefined> {
  return selectRow(db, accessOfSession({ ...key, ...session }));
}
