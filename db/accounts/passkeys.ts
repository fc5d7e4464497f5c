import { and, eq, type SQL, sql } from "drizzle-orm";
import { MAX_PASSKEYS_PER_MEMBER } from "~/core/shared/constants";
import { type Database, runBatch, type StoredRow } from "~/db/client";
import { type AuditEntry, insertAudit } from "~/db/moderation/audit";
import { type passkeyChallenges, passkeys } from "~/db/schema";
import { type MemberRow, memberColumns } from "./member-row";
import * as rates from "./rate-window";
import {
  idsOf,
  insertSessionIf,
  isStored,
  type NewSession,
  rememberNetwork,
  type SignedInFrom,
  trimSessions,
} from "./sessions";

type NewChallenge = typeof passkeyChallenges.$inferSelect;

export type ChallengeScope = Pick<NewChallenge, "purpose" | "sessionId">;
type StoredPasskey = StoredRow<typeof passkeys>;

const insertChallengeIf = (
  { challenge, purpose, sessionId, expiresAt }: NewChallenge,
  condition: SQL,
) => sql`insert into passkey_challenges (challenge, purpose, session_id, expires_at)
    select ${challenge}, ${purpose}, ${sessionId}, ${expiresAt} where ${condition}`;

export type KnownPasskeyRow = Pick<StoredPasskey, "credential_id" | "transports">;

/**
 * Replaces the session's challenge of the same purpose.
 * @returns the member's passkeys
 */
export async function insertSessionChallenge(
  db: Database,
  challenge: NewChallenge & { sessionId: string },
  memberId: string,
): Promise<KnownPasskeyRow[]> {
  const { purpose, sessionId } = challenge;
  const { known } = await runBatch(db, {
    last: sql`delete from passkey_challenges where session_id = ${sessionId} and purpose = ${purpose}`,
    // The session may have ended since the request was authenticated.
    next: insertChallengeIf(challenge, sql`exists(select 1 from sessions where id = ${sessionId})`),
    known: sql<KnownPasskeyRow>`select credential_id, transports from passkeys where member_id = ${memberId}`,
  });
  return known.rows;
}

/** Stores nothing if a rate window is full. */
export async function insertVisitorChallenge(
  db: Database,
  challenge: NewChallenge,
  windows: rates.RateWindows,
): Promise<{ inserted: boolean; states: rates.WindowStates }> {
  const { states, inserted } = await runBatch(db, {
    states: rates.selectWindows(windows),
    inserted: insertChallengeIf(challenge, rates.hasRoom(windows)),
    counted: rates.countEvent(
      windows,
      sql`exists(select 1 from passkey_challenges where challenge = ${challenge.challenge})`,
    ),
  });
  return { inserted: inserted.changes === 1, states: rates.toStates(windows, states) };
}

export interface CredentialRow
  extends MemberRow,
    KnownPasskeyRow,
    Pick<StoredPasskey, "public_key" | "counter"> {
  passkey_id: string;
}

/** Uses up the challenge. Finds the credential by its id, whichever member has it. */
export async function takeChallengeFor(
  db: Database,
  {
    purpose,
    sessionId,
    challenge,
    credentialId,
    now,
  }: ChallengeScope & {
    challenge: string;
    credentialId: string;
    now: number;
  },
): Promise<{ isTaken: boolean; credential: CredentialRow | undefined }> {
  const { taken, found } = await runBatch(db, {
    taken: sql`delete from passkey_challenges where challenge = ${challenge} and purpose = ${purpose}
      and session_id is ${sessionId} and expires_at > ${now}`,
    found: sql<CredentialRow>`select ${memberColumns}, p.id as passkey_id, p.credential_id, p.public_key, p.counter,
        p.transports
      from passkeys p join members m on m.id = p.member_id where p.credential_id = ${credentialId}`,
  });
  return { isTaken: taken.changes === 1, credential: found.rows[0] };
}

type NewPasskey = Omit<typeof passkeys.$inferSelect, "lastUsedAt">;

/**
 * Stores a passkey and marks the session as confirmed by it. Stores nothing if the credential is stored already, the
 * member has too many passkeys, or the session has ended.
 */
export async function insertPasskey(
  db: Database,
  passkey: NewPasskey,
  sessionId: string,
  audit: AuditEntry | null,
): Promise<boolean> {
  const { id, memberId, createdAt } = passkey;
  const stored = sql`exists(select 1 from passkeys where id = ${id})`;
  const { inserted } = await runBatch(db, {
    inserted: sql`insert into passkeys
        (id, member_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
      select ${id}, ${memberId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
        ${passkey.transports}, ${passkey.isBackedUp ? 1 : 0}, ${passkey.name}, ${createdAt}
      where (select count(*) from passkeys where member_id = ${memberId}) < ${MAX_PASSKEYS_PER_MEMBER}
        and exists(select 1 from sessions where id = ${sessionId} and member_id = ${memberId})
      on conflict (credential_id) do nothing`,
    proven: sql`update sessions set passkey_confirmed_at = ${createdAt}
      where id = ${sessionId} and ${stored}`,
    audited: audit ? insertAudit({ ...audit, objectId: id }, stored) : undefined,
  });
  return inserted.changes === 1;
}

export interface PasskeyUse {
  passkeyId: string;
  /** The stored counter when the proof was checked. If the counter has changed since, the proof is refused. */
  oldCounter: number;
  counter: number;
  isBackedUp: boolean;
  now: number;
}

/**
 * Also true for another proof with the same counter in the same millisecond. That is harmless, because each proof has
 * used up a challenge of its own.
 */
const isUsed = ({ passkeyId, counter, now }: PasskeyUse) =>
  sql`exists(select 1 from passkeys where id = ${passkeyId} and counter = ${counter} and last_used_at = ${now})`;

const updateUse = (
  { passkeyId, oldCounter, counter, isBackedUp, now }: PasskeyUse,
  condition: SQL,
) =>
  sql`update passkeys set counter = ${counter}, is_backed_up = ${isBackedUp ? 1 : 0}, last_used_at = ${now}
      where id = ${passkeyId} and counter = ${oldCounter} and ${condition}`;

/** Begins no session if a rate window is full, or the passkey's counter has changed since the proof was checked. */
export async function insertPasskeySession(
  db: Database,
  session: NewSession,
  use: PasskeyUse,
  from: SignedInFrom,
  successes: rates.RateWindows,
): Promise<{ inserted: boolean; states: rates.WindowStates; endedSessionIds: string[] }> {
  const { states, used, inserted, ended } = await runBatch(db, {
    states: rates.selectWindows(successes),
    used: updateUse(use, rates.hasRoom(successes)),
    inserted: insertSessionIf(session, isUsed(use)),
    confirmed: sql`update sessions set passkey_confirmed_at = ${use.now}, reauthenticated_at = ${use.now}
        where id = ${session.id}`,
    ended: trimSessions(session.memberId),
    counted: rates.countEvent(successes, isStored(session)),
    ...rememberNetwork(session, from),
  });
  return {
    inserted: used.changes === 1 && inserted.changes === 1,
    states: rates.toStates(successes, states),
    endedSessionIds: idsOf(ended),
  };
}

export async function confirmByPasskey(
  db: Database,
  { sessionId, memberId }: { sessionId: string; memberId: string },
  use: PasskeyUse,
  audit: AuditEntry | null,
): Promise<boolean> {
  const confirmed = sql`exists(select 1 from sessions where id = ${sessionId} and passkey_confirmed_at = ${use.now})`;
  const { used, marked } = await runBatch(db, {
    used: updateUse(use, sql`member_id = ${memberId}`),
    marked: sql`update sessions set passkey_confirmed_at = ${use.now}, reauthenticated_at = ${use.now}
      where id = ${sessionId} and member_id = ${memberId} and ${isUsed(use)}
        and exists(select 1 from passkeys where id = ${use.passkeyId} and member_id = ${memberId})`,
    audited: audit ? insertAudit({ ...audit, objectId: use.passkeyId }, confirmed) : undefined,
  });
  return used.changes === 1 && marked.changes === 1;
}

export const listPasskeys = (db: Database, memberId: string) =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.memberId, memberId))
    .orderBy(passkeys.createdAt, passkeys.id);

export async function renamePasskey(
  db: Database,
  { memberId, passkeyId, name }: { memberId: string; passkeyId: string; name: string },
): Promise<boolean> {
  const own = and(eq(passkeys.id, passkeyId), eq(passkeys.memberId, memberId));
  const { meta } = await db.update(passkeys).set({ name }).where(own);
  return meta.changes === 1;
}

export async function deletePasskey(
  db: Database,
  { memberId, passkeyId }: { memberId: string; passkeyId: string },
  audit: AuditEntry | null,
): Promise<boolean> {
  const { deleted } = await runBatch(db, {
    audited: audit
      ? insertAudit(
          { ...audit, objectId: passkeyId },
          sql`exists(select 1 from passkeys where id = ${passkeyId} and member_id = ${memberId})`,
        )
      : undefined,
    deleted: sql`delete from passkeys where id = ${passkeyId} and member_id = ${memberId}`,
  });
  return deleted.changes === 1;
}
