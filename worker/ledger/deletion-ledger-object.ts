import { DurableObject } from "cloudflare:workers";
import type { KeyedDigest, LedgerEntry } from "~/core/ports";
import { LEDGER_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import type { KeptDecision } from "~/db/queries/ledger";
import { createRecordKeys } from "~/worker/adapters/record-keys";
import { type Env, readConfig } from "~/worker/env";

/** A decision in the ledger's former form, which named members by id. */
type FormerDecision = { id: string; memberId: string; otherId?: string; at: number } & Record<
  string,
  unknown
>;

/**
 * Deleted members, blocks and restrictions, with keyed digests for ids. It has its own storage, so that a restore of D1 to an
 * earlier moment does not restore the ledger with it (docs/decisions/deletion-ledger.md). There is one object for all.
 */
export class DeletionLedgerObject extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;
  #isReady: Promise<void> | undefined;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql.exec(`create table if not exists deletions (
      position integer primary key autoincrement, subject text not null unique, key_id text not null, deleted_at integer not null)`);
    this.#sql.exec(`create table if not exists kept_decisions (
      position integer primary key autoincrement, id text not null unique, decision text not null, ends_at integer not null)`);
  }

  /** Records a deletion once, even if it is reported several times. @returns its position */
  async record({ digest, keyId }: KeyedDigest, deletedAt: number): Promise<number> {
    await this.#convertFormer();
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
    await this.#convertFormer();
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
    await this.#convertFormer();
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
    await this.#convertFormer();
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

  #keep(decision: KeptDecision, now: number, position: number | null = null): void {
    const { id, until } = decision;
    const endsAt = Math.min(until ?? Number.POSITIVE_INFINITY, now + LEDGER_DAYS * MS_PER_DAY);
    if (endsAt <= now) return;
    this.#sql.exec(
      "insert into kept_decisions (position, id, decision, ends_at) values (?, ?, ?, ?) on conflict (id) do nothing",
      ...[position, id, JSON.stringify(decision), endsAt],
    );
  }

  /** Replaces ids, which the ledger had in its first weeks, with digests. Each row keeps its position. */
  #convertFormer(): Promise<void> {
    this.#isReady ??= this.#convert();
    return this.#isReady;
  }

  async #convert(): Promise<void> {
    const [former] = this.#sql.exec("select 1 from sqlite_master where name = 'entries'");
    if (!former) return;
    const records = createRecordKeys(readConfig(this.env).recordSecrets);
    const toSubject = (id: string) => records.digest("member", id);
    const entries = this.#sql
      .exec<{ position: number; member_id: string; deleted_at: number }>("select * from entries")
      .toArray();
    const subjects = await Promise.all(entries.map(({ member_id }) => toSubject(member_id)));
    const decisions = this.#sql
      .exec<{ position: number; decision: string }>("select position, decision from decisions")
      .toArray();
    const kept = await Promise.all(
      decisions.map(async ({ position, decision }) => {
        const { memberId, otherId, ...rest } = JSON.parse(decision) as FormerDecision;
        const sides = {
          member: { ...(await toSubject(memberId)), address: null },
          ...(otherId ? { other: { ...(await toSubject(otherId)), address: null } } : {}),
        };
        return { position, decision: { until: null, ...rest, ...sides } as KeptDecision };
      }),
    );
    entries.forEach(({ position, deleted_at }, i) => {
      const { digest = "", keyId = "" } = subjects[i] ?? {};
      const insert =
        "insert into deletions (position, subject, key_id, deleted_at) values (?, ?, ?, ?) on conflict do nothing";
      this.#sql.exec(insert, position, digest, keyId, deleted_at);
    });
    for (const { position, decision } of kept) this.#keep(decision, decision.at, position);
    this.#sql.exec("drop table entries");
    this.#sql.exec("drop table decisions");
  }
}
