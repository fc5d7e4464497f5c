import { env } from "cloudflare:workers";

export const MEMBERS = 100_000;
const DAYS = 5;
const PAIRS_A_DAY = MEMBERS / 2;
export const PAIRINGS = DAYS * PAIRS_A_DAY;
const DAY_MS = 24 * 3600 * 1000;

const series = (count: number) =>
  `with recursive series(i) as (select 0 union all select i + 1 from series where i + 1 < ${count})`;

/** Half of the ids sort before those of the measured member and half after. */
const memberId = (index: string) =>
  `(case when ${index} % 2 = 0 then 'b-' else 'n-' end || printf('%06d', ${index}))`;

/**
 * Fills the database: days on which all 100,000 members were paired, the last being
 * today. Messages are not in this database.
 */
export async function populate(days = DAYS): Promise<void> {
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await run(
    `${series(MEMBERS)} insert into members
       (id, name, email, password_hash, dob, gender, latitude, longitude, created_at)
     select ${memberId("i")}, 'Member ' || i, 'bench-' || i || '@example.org', '-', '1990-01-01',
       'Female', -60 + i % 120, -170 + i % 340, ? from series`,
    midnight - 30 * DAY_MS,
  );
  for (let day = 0; day < days; day++) {
    const start = midnight - day * DAY_MS;
    const date = new Date(start).toISOString().slice(0, 10);
    await run(
      `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at, published_at)
       values (?1, ?1, ?2, 'cron', 'published', 0, 'seed', ?3, ?3)`,
      `bench-${day}`,
      date,
      start,
    );
    await run(
      `${series(PAIRS_A_DAY)} insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at)
       select (case when i % 2 = 0 then 'b-' else 'n-' end) || ?1 || printf('-%06d', i), ?2,
         ${memberId("2 * i")}, ${memberId(`((2 * i + 1 + 2 * ?1) % ${MEMBERS})`)}, ?3, ?4 from series`,
      day,
      `bench-${day}`,
      date,
      start + DAY_MS,
    );
  }
}
