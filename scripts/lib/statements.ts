/**
 * The restored copy can lack a decision that is dated a little earlier than the copy, because clocks differ. Repeating
 * a decision that the copy contains changes nothing.
 */
const OVERLAP_MS = 10 * 60_000;

/**
 * The statements to execute after a restore of D1.
 * @param since the copy's time, in milliseconds since 1970
 */
export const restoreStatements = (since: number, now: number): string =>
  [
    // Every member must sign in again, and no link that was used since the copy works again. Reminders are deleted too,
    // because a member may have ended them since the copy.
    ...["sessions", "mail_tokens", "passkey_challenges", "reminders"].map(
      (table) => `delete from ${table}`,
    ),
    // Makes sure that new jobs get higher numbers than all jobs that an object has seen.
    `insert into jobs (id, kind, created_at) select max(${Math.floor(now / 1_000)}, coalesce(max(id), 0) + 1), 'close_ended', 0 from jobs`,
    "delete from jobs where kind = 'close_ended' and created_at = 0",
    `insert into settings (name, value, updated_at) values ('restore', '${since - OVERLAP_MS}', ${now})
      on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  ].join(";\n");

/** Why an account can't become an admin, or null. An unconfirmed account can belong to a stranger. */
export function judgeGrant(
  member: Record<string, unknown> | undefined,
  { email, isRemote }: { email: string; isRemote: boolean },
): string | null {
  if (!member) return `Nobody has the e-mail address ${email}.`;
  if (!isRemote || member.is_verified === 1) return null;
  return `${email} is not confirmed, so its account may be another person's. Have the member confirm it first.`;
}
