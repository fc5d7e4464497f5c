import { DurableObject } from "cloudflare:workers";
import type { KeyedDigest, LedgerEntry } from "~/core/ports";
import { LEDGER_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import type { KeptDecision } from "~/db/queries/ledger";
import type { Env } from "~/worker/env";

/**
 * Deleted members, blocks and restrictions, with keyed digests for ids. It has its own storage, so that a restore of D1 to an
 * earlier moment does not restore the ledger with it (docs/decisions/deletion-ledger.md). There is one object for all.
 */
export class DeletionLedgerObject extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql.exec(`create table if not exists deletions (
      position integer primary key autoincrement, subject text not null unique, key_id text not null, deleted_at integer not null)`);
    this.#sql.exec(`create table if not exists kept_decisions (
      position integer primary key autoincrement, id text not null unique, decision text not null, ends_at integer not null)`);
  }

  /** Records a deletion once, even if it is reported several times. @returns its position */
  async record({ digest, keyId }: KeyedDigest, deletedAt: number): Promise<number> {
    const find = () =>
      this.#sql
        .exec<{ position: number }>("select position from deletions where subject = ?", digest)
        .toArray()[0]?.position;
    const known = find();
    if (known !== undefined) return known;
    const insert = "insert into deletions (subject, key_id, deleted_at) values (?, ?, ?)";
    this.#sql.exec(insert, digest, keyId, deletedAt);
    return find() ?? 0;
  }

  /** Lists the oldest entries after a position. Deletes entries that are older than every backup. */
  async list(after: number, limit: number): Promise<LedgerEntry[]> {
    this.#sql.exec(
      "delete from deletions where position in (select position from deletions where deleted_at < ? limit 1000)",
      Date.now() - LEDGER_DAYS * MS_PER_DAY,
    );
    return this.#sql
      .exec<{ position: number; subject: string; deletedAt: number }>(
        "select position, subject, deleted_at as deletedAt from deletions where position > ? order by position limit ?",
        after,
        limit,
      )
      .toArray();
  }

  /** Stores decisions, each once. @returns the newest position */
  async keepDecisions(decisions: KeptDecision[]): Promise<number> {
    const now = Date.now();
    for (const decision of decisions) this.#keep(decision, now);
    const newest = "select coalesce(max(position), 0) as position from kept_decisions";
    return this.#sql.exec<{ position: number }>(newest).one().position;
  }

  /** Lists the oldest decisions after a position. Deletes decisions that have ended or are older than every backup. */
  async listDecisions(
    after: number,
    limit: number,
  ): Promise<(KeptDecision & { position: number })[]> {
    this.#sql.exec("delete from kept_decisions where ends_at <= ?", Date.now());
    const rows = this.#sql.exec<{ position: number; decision: string }>(
      "select position, decision from kept_decisions where position > ? order by position limit ?",
      after,
      limit,
    );
    return rows
      .toArray()
      .map(({ position, decision }) => ({ ...(JSON.parse(decision) as KeptDecision), position }));
  }

  #keep(decision: KeptDecision, now: number): void {
    const { id, until } = decision;
    const endsAt = Math.min(until ?? Number.POSITIVE_INFINITY, now + LEDGER_DAYS * MS_PER_DAY);
    if (endsAt <= now) return;
    this.#sql.exec(
      "insert into kept_decisions (id, decision, ends_at) values (?, ?, ?) on conflict (id) do nothing",
      ...[id, JSON.stringify(decision), endsAt],
    );
  }
}
