/** A decision may be a little older than its row, because clocks differ. Repeating one changes nothing. */
const OVERLAP_MS = 10 * 60_000;

/**
 * The SQL of `scripts/restore.ts`.
 * @param since the instant of the copy, milliseconds since 1970
 */
export const restoreStatements = (since: number, now: number): string =>
  [
    // Every member signs in again, and no link that was used since works again. Some who were to be reminded have ended it since.
    ...["sessions", "mail_tokens", "passkey_challenges", "reminders"].map(
      (table) => `delete from ${table}`,
    ),
    // The numbers of jobs go on above every one that an object has seen.
    `insert into jobs (id, kind, created_at) select max(${Math.floor(now / 1_000)}, coalesce(max(id), 0) + 1), 'close_ended', 0 from jobs`,
    "delete from jobs where kind = 'close_ended' and created_at = 0",
    `insert into settings (name, value, updated_at) values ('restore', '${since - OVERLAP_MS}', ${now})
      on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  ].join(";\n");
