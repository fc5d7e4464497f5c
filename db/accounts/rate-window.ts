import { type SQL, sql } from "drizzle-orm";
import { type Limit, MS_PER_DAY } from "~/core/shared/constants";
import type { WindowState } from "~/core/shared/rate-limit";
import { type Database, runBatch, runStatement, type StatementResult } from "~/db/client";

export interface RateWindow {
  key: string;
  limit: Limit;
  memberId: string | null;
}

/** An event is counted in all of the windows or in none. */
export interface RateWindows {
  windows: RateWindow[];
  now: number;
}

export function hasRoom(all: RateWindows): SQL {
  if (all.windows.length === 0) return sql`1`;
  const full = all.windows.map(({ key, limit }) => sql`key = ${key} and count >= ${limit.limit}`);
  return sql`not exists(select 1 from rate_windows where ends_at > ${all.now}
    and (${sql.join(full, sql` or `)}))`;
}

interface WindowRow {
  key: string;
  count: number;
  started_at: number;
}

export function selectWindows(all: RateWindows): SQL<WindowRow> | undefined {
  if (all.windows.length === 0) return undefined;
  const keys = all.windows.map(({ key }) => key);
  return sql<WindowRow>`select key, count, started_at from rate_windows
    where key in ${keys} and ends_at > ${all.now}`;
}

export function countEvent(all: RateWindows, condition: SQL): SQL | undefined {
  if (all.windows.length === 0) return undefined;
  // Not `union all`, because D1 accepts at most five terms in a compound select.
  const events = all.windows.map(
    ({ key, memberId, limit }) => sql`(${key}, ${memberId}, ${all.now + limit.windowMs})`,
  );
  return sql`insert into rate_windows (key, member_id, started_at, ends_at, count)
    select e.column1, e.column2, ${all.now}, e.column3, 1 from (values ${sql.join(events, sql`, `)}) e
    where ${condition}
    on conflict (key) do update set
      count = iif(ends_at > excluded.started_at, count + 1, 1),
      started_at = iif(ends_at > excluded.started_at, started_at, excluded.started_at),
      ends_at = iif(ends_at > excluded.started_at, ends_at, excluded.ends_at)`;
}

export const oncePerDay = (key: string, now: number): RateWindows => ({
  windows: [{ key, limit: { limit: 1, windowMs: MS_PER_DAY, refusal: "" }, memberId: null }],
  now,
});

/** @returns whether this is the first call with the key in 24 hours */
export async function claimForDay(db: Database, key: string, now: number): Promise<boolean> {
  return (await countIfRoom(db, oncePerDay(key, now))).counted;
}

/** @param prefix only letters, digits, hyphens and colons, which all sort before `~` */
export const hasPrefix = (prefix: string) => sql`key >= ${prefix} and key < ${`${prefix}~`}`;

export type WindowStates = { limit: Limit; state: WindowState }[];

export function toStates(
  { windows }: RateWindows,
  result: StatementResult<WindowRow> | undefined,
): WindowStates {
  const rows = new Map(result?.rows.map((row) => [row.key, row]));
  return windows.map(({ key, limit }) => {
    const { count, started_at: startedAt } = rows.get(key) ?? { count: 0, started_at: null };
    return { limit, state: { count, startedAt } };
  });
}

export async function readWindows(db: Database, windows: RateWindows) {
  const statement = selectWindows(windows);
  return statement ? toStates(windows, await runStatement(db, statement)) : [];
}

/**
 * Counts an event in every window if all have room. Simultaneous calls can't exceed a limit either.
 * @param others windows that must have room too, but don't count the event
 * @returns `states`: the windows of both lists before this event
 */
export async function countIfRoom(db: Database, windows: RateWindows, others: RateWindow[] = []) {
  const all = { ...windows, windows: [...others, ...windows.windows] };
  const counting = countEvent(windows, hasRoom(all));
  if (!counting) return { counted: true, states: await readWindows(db, all) };
  const { states, counted } = await runBatch(db, {
    states: selectWindows(all),
    counted: counting,
  });
  return { counted: counted.changes > 0, states: toStates(all, states) };
}
