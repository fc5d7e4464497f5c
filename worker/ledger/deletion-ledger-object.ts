import { DurableObject } from "cloudflare:workers";
import type { LedgerLine } from "~/core/operations/ledger-lines";
import { LEDGER_DAYS, MS_PER_DAY } from "~/core/shared/constants";
import type { Env } from "~/worker/env";

/**
 * The ledger is in an object, because a restore of D1 doesn't change the storage of objects. One object has all lines.
 */
export class DeletionLedgerObject extends DurableObject<Env> {
  readonly #sql = this.ctx.storage.sql;

  constructor(context: DurableObjectState, env: Env) {
    super(context, env);
    this.#sql.exec(`create table if not exists lines (
      position integer primary key autoincrement, id text not null unique, at integer not null, line text not null)`);
  }

  async add(line: LedgerLine): Promise<void> {
    this.#sql.exec(
      "insert into lines (id, at, line) values (?, ?, ?) on conflict (id) do nothing",
      ...[line.id, line.at, JSON.stringify(line)],
    );
  }

  /** Also deletes lines older than every backup. The health check calls this every ten minutes. */
  async list(since: number): Promise<LedgerLine[]> {
    this.#sql.exec("delete from lines where at < ?", Date.now() - LEDGER_DAYS * MS_PER_DAY);
    const select = "select line from lines where at >= ? order by at, position";
    const rows = this.#sql.exec<{ line: string }>(select, since).toArray();
    return rows.map(({ line }) => JSON.parse(line) as LedgerLine);
  }
}
