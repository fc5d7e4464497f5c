import { env } from "cloudflare:workers";
import { newId } from "~/core/shared/random";
import { partnerCardOf } from "~/db/pairing/partner-card";
import { type SeededMember, seedMember } from "./seed";

const DAY_MS = 24 * 3600 * 1000;

interface Person {
  id: string;
  token: string;
}

/**
 * Stores a published run that pairs only these two, while the cron would pair all members.
 * @param dayOffset days from today's pairing, negative for history
 */
export async function pairMembers(
  one: Person,
  other: Person,
  dayOffset = 0,
  conversationId = newId(),
): Promise<string> {
  const startsAt = (Math.floor(Date.now() / DAY_MS) + dayOffset) * DAY_MS;
  return insertPairing({ one, other, conversationId, startsAt, expiresAt: startsAt + DAY_MS });
}

interface NewPairing {
  one: Pick<Person, "id">;
  other: Pick<Person, "id">;
  conversationId?: string;
  /** In milliseconds since 1970, like `expiresAt`. */
  startsAt: number;
  expiresAt: number;
}

/** Stores a pairing in its own published run. @returns the conversation's id */
export async function insertPairing(pairing: NewPairing): Promise<string> {
  const { one, other, conversationId = newId(), startsAt, expiresAt } = pairing;
  const date = new Date(startsAt).toISOString().slice(0, 10);
  const runId = crypto.randomUUID();
  await env.DB.batch([
    env.DB.prepare(
      `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at, published_at)
       values (?1, ?1, ?2, 'admin', 'published', 0, 'seed', ?3, ?3)`,
    ).bind(runId, date, startsAt),
    env.DB.prepare(
      `insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at, user1_card, user2_card)
       select ?1, ?2, a.id, b.id, ?5, ?6, ${partnerCardOf("a", "b", "?5")}, ${partnerCardOf("b", "a", "?5")}
       from members a, members b where a.id = ?3 and b.id = ?4`,
    ).bind(conversationId, runId, one.id, other.id, date, expiresAt),
    env.DB.prepare("update members set took_part = 1 where id in (?1, ?2)").bind(one.id, other.id),
  ]);
  return conversationId;
}

export async function createPair(): Promise<{
  one: SeededMember;
  other: SeededMember;
  conversationId: string;
}> {
  const one = await seedMember();
  const other = await seedMember();
  return { one, other, conversationId: await pairMembers(one, other) };
}

export async function blockMember(
  blocker: Pick<Person, "id">,
  blocked: Pick<Person, "id">,
): Promise<void> {
  await env.DB.prepare(
    "insert into blocks (id, blocker_id, blocked_id, created_at) values (?, ?, ?, ?)",
  )
    .bind(crypto.randomUUID(), blocker.id, blocked.id, Date.now())
    .run();
}

export async function suspendMember(member: Pick<Person, "id">): Promise<void> {
  await env.DB.prepare(
    `insert into member_actions (id, member_id, kind, reason, text, until, created_at)
     values (?, ?, 'suspend', 'spam', 'text', ?, ?)`,
  )
    .bind(crypto.randomUUID(), member.id, Date.now() + DAY_MS, Date.now())
    .run();
}
