import { DatabaseSync, type StatementSync } from "node:sqlite";

type Value = string | number | bigint | null | Uint8Array;

interface Prepared {
  statement: StatementSync;
  returnsRows: boolean;
  isWrite: boolean;
}

/**
 * A SQLite database in memory that begins each history as it was prepared: the history runs in a transaction that is
 * rolled back at the end. The history's own transactions are savepoints.
 */
export class HistoryDatabase {
  readonly #database = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, Prepared>();
  readonly #changes: StatementSync;

  constructor(schema = "") {
    this.#database.exec("pragma foreign_keys = on");
    // SQLite draws some ids, which must be the same for the same seed.
    this.#database.function("randomblob", (length) =>
      Uint8Array.from({ length: Number(length) }, () => Math.floor(256 * Math.random())),
    );
    if (schema !== "") this.#database.exec(schema);
    this.#changes = this.#database.prepare("select changes() as n");
  }

  begin(): void {
    this.#database.exec("begin");
  }

  reset(): void {
    this.#database.exec("rollback");
  }

  /** Runs several statements without values. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, values: Value[]): { rows: Record<string, unknown>[]; changes: number } {
    const { statement, returnsRows, isWrite } = this.#prepare(sql);
    if (!returnsRows) return { rows: [], changes: Number(statement.run(...values).changes) };
    const rows = statement.all(...values) as Record<string, unknown>[];
    return { rows, changes: isWrite ? Number(this.#changes.get()?.n) : 0 };
  }

  /** Runs `work` in a savepoint, which is rolled back if `work` throws. */
  transact<Result>(work: () => Result): Result {
    this.#database.exec("savepoint step");
    try {
      const result = work();
      this.#database.exec("release step");
      return result;
    } catch (error) {
      this.#database.exec("rollback to step; release step");
      throw error;
    }
  }

  /** Runs `work` and undoes its writes. */
  undo(work: () => void): void {
    this.#database.exec("savepoint step");
    try {
      work();
    } finally {
      this.#database.exec("rollback to step; release step");
    }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const returnsRows = statement.columns().length > 0;
    const prepared = { statement, returnsRows, isWrite: !/^\s*(?:select|with)\b/i.test(sql) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
