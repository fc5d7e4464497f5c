import { DurableObject } from "cloudflare:workers";
import type { LedgerEntry } from "~/core/ports";
import { LEDGER_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import type { KeptDecision } from "~/db/queries/ledger";
import type { Env } from "~/worker/env";

/**
 * The members who were deleted, by id and moment, in a storage of its own: what brings D1 back to an earlier moment does
 * not bring this back with it (docs/decisions/deletion-ledger.md). One object for all.
 */
export class DeletionLedgerObject extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql.exec(`create table if not exists entries (
      position integer primary key autoincrement, member_id text not null unique, deleted_at integer not null)`);
    this.#sql.exec(`create table if not exists decisions (
      position integer primary key autoincrement, id text not null unique, member_id text not null, other_id text,
      decision text not null, at integer not null)`);
  }

  /** Records a deletion, once however often it is reported; entries past every backup's life go, and decisions that name the member. */
  async record(memberId: string, deletedAt: number): Promise<void> {
    this.#sql.exec(
      "insert into entries (member_id, deleted_at) values (?, ?) on conflict (member_id) do nothing",
      memberId,
      deletedAt,
    );
    this.#sql.exec("delete from decisions where ? in (member_id, other_id)", memberId);
    this.#sql.exec(
      "delete from entries where position in (select position from entries where deleted_at < ? limit 1000)",
      Date.now() - LEDGER_DAYS * MS_PER_DAY,
    );
  }

  /** The oldest entries after a position. */
  async list(after: number, limit: number): Promise<LedgerEntry[]> {
    const rows = this.#sql.exec<{ position: number; member_id: string }>(
      "select position, member_id from entries where position > ? order by position limit ?",
      after,
      limit,
    );
    return rows.toArray().map((row) => ({ position: row.position, memberId: row.member_id }));
  }

  /** Keeps decisions, each once; those past every backup's life go. @returns the newest position */
  async keepDecisions(decisions: KeptDecision[]): Promise<number> {
    for (const decision of decisions) {
      const { id, memberId, at } = decision;
      const otherId = decision.kind === "block" ? decision.otherId : null;
      this.#sql.exec(
        "insert into decisions (id, member_id, other_id, decision, at) values (?, ?, ?, ?, ?) on conflict (id) do nothing",
        ...[id, memberId, otherId, JSON.stringify(decision), at],
      );
    }
    const oldest = Date.now() - LEDGER_DAYS * MS_PER_DAY;
    this.#sql.exec("delete from decisions where at < ?", oldest);
    const newest = "select coalesce(max(position), 0) as position from decisions";
    return this.#sql.exec<{ position: number }>(newest).one().position;
  }

  /** The oldest decisions after a position. */
  async listDecisions(
    after: number,
    limit: number,
  ): Promise<(KeptDecision & { position: number })[]> {
    const rows = this.#sql.exec<{ position: number; decision: string }>(
      "select position, decision from decisions where position > ? order by position limit ?",
      after,
      limit,
    );
    return rows
      .toArray()
      .map(({ position, decision }) => ({ ...(JSON.parse(decision) as KeptDecision), position }));
  }
}
