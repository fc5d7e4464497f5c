/** The SQL of `scripts/jobs.ts`. None of it shows a job's detail, because that may contain text of members. */
export const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A row of the audit. It names no admin, because no one is signed in on the command line. */
export const audit = (action: string, id: string, now: number) =>
  `insert into audit_events (id, action, "rows", object_id, created_at)
    values (lower(hex(randomblob(16))), ${quote(action)}, 1, ${quote(id)}, ${now})`;

const moment = (column: string) => `datetime(${column} / 1000, 'unixepoch')`;

/** Waiting jobs, by kind. */
export const WAITING = `select kind, count(*) as waiting, sum(attempts > 0) as failed, max(attempts) as attempts,
    ${moment("min(created_at)")} as oldest, ${moment("min(next_attempt_at)")} as next_try
  from jobs where parked_at is null group by kind order by min(created_at)`;

/** Parked jobs, the newest first. */
export const PARKED = `select id, kind, conversation_id, attempts, last_error, ${moment("created_at")} as created,
    ${moment("parked_at")} as parked
  from jobs where parked_at is not null order by parked_at desc limit 200`;

/**
 * Sends parked jobs again. The next cron tries them as if for the first time. Audited.
 * @param which an id, or `all`
 * @throws Error for anything else
 */
export function sendAgain(which: string, now: number): string {
  if (which !== "all" && !/^\d{1,15}$/.test(which)) throw new Error(`${which} is no job's id.`);
  const chosen = `parked_at is not null${which === "all" ? "" : ` and id = ${which}`}`;
  return [
    audit("send_job_again", which, now),
    `update jobs set parked_at = null, attempts = 0, next_attempt_at = 0 where ${chosen}`,
  ].join(";\n");
}
