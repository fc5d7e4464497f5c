import { env } from "cloudflare:workers";
import * as tokens from "~/core/accounts/tokens";
import { foldText } from "~/core/shared/fold-text";
import { newId } from "~/core/shared/random";
import { readConfig } from "~/worker/env";

const SESSION_MS = 30 * 24 * 3600 * 1000;

export interface SeededMember {
  id: string;
  token: string;
  sessionId: string;
  name: string;
  email: string;
}

type MemberColumns = Record<string, string | number | null>;

/**
 * Stores a member with a live session, without hashing a password.
 * @param sessionMs how long the session lasts
 */
export async function seedMember(
  columns: MemberColumns = {},
  sessionMs = SESSION_MS,
): Promise<SeededMember> {
  const id = String(columns.id ?? newId());
  const row: MemberColumns = {
    id,
    name: `Member ${id.slice(0, 6)}`,
    email: `${id}@example.org`,
    password_hash: "-",
    dob: "1990-06-15",
    created_at: Date.now(),
    ...columns,
  };
  row.search_name ??= foldText(String(row.name));
  const names = Object.keys(row);
  const session = { id: newId(), expiresAt: Date.now() + sessionMs };
  await env.DB.batch([
    env.DB.prepare(
      `insert into members (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
    ).bind(...Object.values(row)),
    insertSession(session.id, id, session.expiresAt),
  ]);
  const token = await signToken(id, session.id, session.expiresAt);
  return { id, token, sessionId: session.id, name: String(row.name), email: String(row.email) };
}

function insertSession(id: string, memberId: string, expiresAt: number): D1PreparedStatement {
  return env.DB.prepare(
    "insert into sessions (id, member_id, created_at, expires_at) values (?, ?, ?, ?)",
  ).bind(id, memberId, Date.now(), expiresAt);
}

/** @param lastsMs negative for an expired session */
export async function seedSession(memberId: string, lastsMs = SESSION_MS) {
  const sessionId = newId();
  const expiresAt = Date.now() + lastsMs;
  await insertSession(sessionId, memberId, expiresAt).run();
  return { sessionId, token: await signToken(memberId, sessionId, expiresAt) };
}

export function signToken(memberId: string, sessionId: string, expiresAt: number): Promise<string> {
  return tokens.signToken(readConfig(env), { memberId, sessionId, expiresAt });
}
