/** The SQL of operators' commands. Some values are members' texts, so every value is quoted here. */
import type { StoredMessage } from "../../core/conversation/objects.ts";
import { ENDLESS_JOBS, JOB_TRIES } from "../../core/shared/constants.ts";

export const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Names no admin, because nobody is signed in on the command line. */
const audit = (action: string, id: string, now: number) =>
  `insert into audit_events (id, action, "rows", object_id, created_at)
    values (lower(hex(randomblob(16))), ${quote(action)}, 1, ${quote(id)}, ${now})`;

const moment = (column: string) => `datetime(${column} / 1000, 'unixepoch')`;

const IS_PARKED = `attempts >= ${JOB_TRIES} and kind not in (${ENDLESS_JOBS.map(quote).join()})`;

/** Neither list shows a job's detail, because that may contain members' texts. */
export const WAITING = `select kind, count(*) as waiting, sum(attempts > 0) as failed, max(attempts) as attempts,
    ${moment("min(created_at)")} as oldest, ${moment("min(next_attempt_at)")} as next_try
  from jobs where not (${IS_PARKED}) group by kind order by min(created_at)`;

/** Newest first. */
export const PARKED = `select id, kind, conversation_id, attempts, last_error, ${moment("created_at")} as created
  from jobs where ${IS_PARKED} order by id desc limit 200`;

/**
 * The next cron tries the jobs as if for the first time.
 * @param which an id, or `all`
 * @throws Error for anything else
 */
export function sendAgain(which: string, now: number): string {
  if (which !== "all" && !/^\d{1,15}$/.test(which)) throw new Error(`${which} is no job's id.`);
  const chosen = `${IS_PARKED}${which === "all" ? "" : ` and id = ${which}`}`;
  return [
    audit("send_job_again", which, now),
    `update jobs set attempts = 0, next_attempt_at = 0 where ${chosen}`,
  ].join(";\n");
}

export const noteLook = (id: string, now: number) =>
  audit("look_at_conversation", requireId(id), now);

/**
 * Gives the conversation's object the messages that it doesn't have.
 * @throws Error unless they are `StoredMessage`s
 */
export function restoreMessages(id: string, messages: unknown, now: number): string {
  if (!Array.isArray(messages) || messages.length === 0) throw new Error("No list of messages.");
  const statements = [audit("restore_conversation", requireId(id), now)];
  const read = messages.map(readMessage);
  // D1 accepts statements of 100,000 bytes, so a row has 10 messages of at most 8,000 bytes each.
  for (let i = 0; i < read.length; i += 10) {
    const detail = JSON.stringify({ messages: read.slice(i, i + 10) });
    statements.push(`insert into jobs (conversation_id, kind, detail, created_at)
      values (${quote(id)}, 'import', ${quote(detail)}, ${now})`);
  }
  return statements.join(";\n");
}

function readMessage(value: unknown, index: number): StoredMessage {
  const { id, sender_id, content, client_id, created_at, read_at } = (value ?? {}) as {
    [Name in keyof StoredMessage]: unknown;
  };
  const isText = [id, sender_id, content].every((one) => typeof one === "string" && one !== "");
  const isMoment = (one: unknown) => Number.isSafeInteger(one);
  if (!isText || !isMoment(created_at) || !(read_at == null || isMoment(read_at))) {
    throw new Error(
      `Message ${index} is none: id, sender_id, content, created_at in milliseconds.`,
    );
  }
  const given = { id, sender_id, content, created_at, read_at: read_at ?? null };
  return { ...given, client_id: typeof client_id === "string" ? client_id : null } as StoredMessage;
}

function requireId(id: string): string {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(id)) throw new Error(`${id} is no conversation's id.`);
  return id;
}

/**
 * Clocks differ, so a decision that the copy lacks may be dated a little before the copy. Repeating one that the copy
 * has changes nothing.
 */
const OVERLAP_MS = 10 * 60_000;

/**
 * The statements to execute after a restore of D1.
 * @param since the copy's time, in milliseconds since 1970
 */
export const restoreStatements = (since: number, now: number): string =>
  [
    // Every member signs in again, and no link that was used since the copy works again. Reminders go too, because a
    // member may have ended theirs since the copy.
    ...["sessions", "mail_tokens", "passkey_challenges", "reminders"].map(
      (table) => `delete from ${table}`,
    ),
    // New jobs get higher numbers than any that an object has seen.
    `insert into jobs (id, kind, created_at) select max(${Math.floor(now / 1_000)}, coalesce(max(id), 0) + 1), 'close_ended', 0 from jobs`,
    "delete from jobs where kind = 'close_ended' and created_at = 0",
    `insert into settings (name, value, updated_at) values ('restore', '${since - OVERLAP_MS}', ${now})
      on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  ].join(";\n");

/** Why an account may not become an admin, or null. Anyone can register an address without confirming it. */
export function judgeGrant(
  member: Record<string, unknown> | undefined,
  { email, isRemote }: { email: string; isRemote: boolean },
): string | null {
  if (!member) return `Nobody has the e-mail address ${email}.`;
  if (!isRemote || member.is_verified === 1) return null;
  return `${email} is not confirmed, so its account may be another person's. Have the member confirm it first.`;
}
