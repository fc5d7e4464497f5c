const DAY = 86_400_000;

/**
 * Makes D1 read the same rows as the day's run, but return only three numbers per page. The run's own memory is left
 * out, so what the process takes is D1's.
 */
export async function readInVain(db: D1Database, at: number): Promise<void> {
  const pages = async (limit: number, rows: string, ...values: unknown[]) => {
    const text = `select count(*) as rows, max(k) as last, sum(length(t)) from (${rows} limit ${limit})`;
    for (let after: number | null = -1; after !== null; ) {
      const page: { rows: number; last: number } | null = await db
        .prepare(text)
        .bind(after, ...values)
        .first();
      after = page && page.rows === limit ? page.last : null;
    }
  };
  await pages(
    2_500,
    `select m.rowid as k, m.created_at || m.gender || m.preferred_match_gender || m.dob ||
       m.minimum_age_preference || m.maximum_age_preference || m.latitude || m.longitude ||
       m.distance_preference || exists(select 1 from day_offs d where d.member_id = m.id) as t
     from members m where m.rowid > ? order by m.rowid`,
  );
  await pages(
    10_000,
    `select b.rowid as k, x.rowid || ' ' || y.rowid as t from blocks b
     cross join members x on x.id = b.blocker_id cross join members y on y.id = b.blocked_id
     where b.rowid > ? order by b.rowid`,
  );
  for (let day = 30; day >= 0; day--) {
    await pages(
      10_000,
      `select p.rowid as k, x.rowid || ' ' || y.rowid as t from pairings p
       cross join members x on x.id = p.user1_id cross join members y on y.id = p.user2_id
       where p.rowid > ? and p.pairing_date = ? order by p.rowid`,
      new Date(at - day * DAY).toISOString().slice(0, 10),
    );
  }
}
