import { DurableObject } from "cloudflare:workers";
import type { AlertState } from "~/core/ports";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import type { Env } from "~/worker/env";

/** The time for which a tally, which is counted by the minute, is kept: a little longer than the longest window. */
const TALLY_MS = MS_PER_DAY + MS_PER_MINUTE;
/** The lease of a look. If a look dies, the next one can begin after this time. */
const LEASE_MS = 2 * MS_PER_MINUTE;
/** The number of the local server's points that are kept: the newest. */
const MOST_POINTS = 100_000;

/** A point of `Metrics`; `labels` and `content` (its values by name) are JSON. */
export type Point = { at: number; name: string; labels: string; content: string };

/** The watch's memory, outside of the database that it watches. There is one object, and it has no member's data. */
export class WatchObject extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql.exec(
      "create table if not exists tallies (name text not null, minute integer not null, count integer not null, primary key (minute, name))",
    );
    this.#sql.exec("create table if not exists states (key text primary key, state text not null)");
    this.#sql.exec(
      "create table if not exists looks (id integer primary key check (id = 1), lease_until integer not null, looked_at integer)",
    );
    this.#sql.exec("insert or ignore into looks (id, lease_until) values (1, 0)");
    this.#sql.exec(
      "create table if not exists points (id integer primary key, at integer not null, name text not null, labels text not null, content text not null)",
    );
  }

  /** Counts events, and stores points of the local server, which has no Analytics Engine. */
  async add({
    counts,
    points,
  }: {
    counts: Record<string, number>;
    points: Point[];
  }): Promise<void> {
    const now = Date.now();
    const minute = Math.floor(now / MS_PER_MINUTE);
    for (const [name, count] of Object.entries(counts)) {
      this.#sql.exec(
        "insert into tallies (name, minute, count) values (?, ?, ?) on conflict do update set count = count + excluded.count",
        ...[name, minute, count],
      );
    }
    this.#sql.exec("delete from tallies where minute < ?", (now - TALLY_MS) / MS_PER_MINUTE);
    for (const { at, name, labels, content } of points) {
      this.#sql.exec(
        "insert into points (at, name, labels, content) values (?, ?, ?, ?)",
        ...[at, name, labels, content],
      );
    }
    this.#sql.exec("delete from points where id <= (select max(id) from points) - ?", MOST_POINTS);
  }

  async sum(windows: Record<string, number>): Promise<Record<string, number>> {
    const now = Date.now();
    const sums = Object.entries(windows).map(([name, windowMs]) => {
      const { count } = this.#sql
        .exec<{ count: number }>(
          "select coalesce(sum(count), 0) as count from tallies where name = ? and minute > ?",
          ...[name, (now - windowMs) / MS_PER_MINUTE - 1],
        )
        .one();
      return [name, count] as const;
    });
    return Object.fromEntries(sums);
  }

  async begin(now: number): Promise<Record<string, AlertState> | null> {
    const leased = "update looks set lease_until = ? where lease_until <= ? returning id";
    if (this.#sql.exec(leased, now + LEASE_MS, now).toArray().length === 0) return null;
    return this.#readStates();
  }

  async end(states: Record<string, AlertState>, now: number): Promise<void> {
    this.ctx.storage.transactionSync(() => {
      this.#sql.exec("delete from states");
      for (const [key, state] of Object.entries(states)) {
        this.#sql.exec("insert into states (key, state) values (?, ?)", key, JSON.stringify(state));
      }
      this.#sql.exec("update looks set lease_until = 0, looked_at = ?", now);
    });
  }

  async look(): Promise<{ lookedAt: number | null; bad: Record<string, number> }> {
    const bad: Record<string, number> = {};
    for (const [key, { since }] of Object.entries(this.#readStates())) {
      const fact = key.slice(key.indexOf(":") + 1);
      bad[fact] = Math.min(since, bad[fact] ?? since);
    }
    const looked = this.#sql.exec<{ looked_at: number | null }>("select looked_at from looks");
    return { lookedAt: looked.one().looked_at, bad };
  }

  #readStates(): Record<string, AlertState> {
    const rows = this.#sql.exec<{ key: string; state: string }>("select key, state from states");
    return Object.fromEntries(
      rows.toArray().map(({ key, state }) => [key, JSON.parse(state) as AlertState]),
    );
  }
}
