/** What every server here asks its database, in the same words: who is signed in, and who may speak and listen. */

export const SECRET = "a secret for measuring, of some length";
export const CONVERSATIONS = 2_500;

export const SCHEMA = `
  create table members (id text primary key, name text not null, avatar_url text);
  create table sessions (id text primary key, member_id text not null, expires_at integer not null);
  create table pairings (id text primary key, user1_id text not null, user2_id text not null, expires_at integer not null);
  create table blocks (blocker_id text not null, blocked_id text not null, primary key (blocker_id, blocked_id));`;

const COUNT = `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${CONVERSATIONS})`;

/** Two members with a session each in every conversation. */
export const POPULATION = [
  `${COUNT}, s(j) as (values (0), (1)) insert into members select 'member-' || i || '-' || j, 'Member ' || i, null from n, s`,
  "insert into sessions select 'session-' || substr(id, 8), id, 9e15 from members",
  `${COUNT} insert into pairings select 'conversation-' || i, 'member-' || i || '-0', 'member-' || i || '-1', 9e15 from n`,
];

/** By session, member, now and conversation. */
export const ACCESS = `
  select p.id, p.expires_at, v.name, v.avatar_url,
    case when p.user1_id = v.id then p.user2_id else p.user1_id end as partner_id
  from sessions s join members v on v.id = s.member_id
  join pairings p on p.id = ?4 and v.id in (p.user1_id, p.user2_id) and p.expires_at > ?3
  where s.id = ?1 and s.member_id = ?2 and s.expires_at > ?3
    and not exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
    and not exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id)`;

/** By session, member and now. */
export const SESSION =
  "select 1 as live from sessions where id = ?1 and member_id = ?2 and expires_at > ?3";

export interface Access {
  id: string;
  expires_at: number;
  name: string;
  avatar_url: string | null;
  partner_id: string;
}

export interface Claims {
  memberId: string;
  sessionId: string;
}

/** @param side 0 or 1 */
export const nameMember = (conversation: number, side: number) => ({
  conversationId: `conversation-${conversation}`,
  memberId: `member-${conversation}-${side}`,
  sessionId: `session-${conversation}-${side}`,
});
