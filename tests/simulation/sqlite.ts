import { DatabaseSync, type StatementSync } from "node:sqlite";

type Value = string | number | bigint | null | Uint8Array;

interface Prepared {
  statement: StatementSync;
  /** Of its rows; none for a statement that has no rows. */
  columns: string[];
  isWrite: boolean;
}

/**
 * One SQLite database in memory that begins every history as it was prepared: the history runs in a transaction that is
 * rolled back in the end. Transactions of the history's own are savepoints.
 */
export class HistoryDatabase {
  #database = new DatabaseSync(":memory:");
  #prepared = new Map<string, Prepared>();
  #changes: StatementSync;

  constructor(schema = "") {
    this.#database.exec("pragma foreign_keys = on");
    if (schema !== "") this.#database.exec(schema);
    this.#changes = this.#database.prepare("select changes() as n");
  }

  begin(): void {
    this.#database.exec("begin");
  }

  reset(): void {
    this.#database.exec("rollback");
  }

  /** Several statements without values. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, values: Value[]): { rows: Record<string, unknown>[]; changes: number } {
    const { statement, columns, isWrite } = this.#prepare(sql);
    if (columns.length === 0)
      return { rows: [], changes: Number(statement.run(...values).changes) };
    const rows = (statement.all(...values) as unknown as Value[][]).map((row) =>
      toObject(columns, row),
    );
    return { rows, changes: isWrite ? Number(this.#changes.get()?.n) : 0 };
  }

  /** All of it, or nothing when it throws. */
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

  /** Undoes what `work` has written. */
  undo(work: () => void): void {
    this.#database.exec("savepoint undone");
    try {
      work();
    } finally {
      this.#database.exec("rollback to undone; release undone");
    }
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    // Half the time of rows as objects.
    if (columns.length > 0) statement.setReturnArrays(true);
    const prepared = { statement, columns, isWrite: !/^\s*(?:select|with)\b/i.test(sql) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function toObject(columns: string[], row: Value[]): Record<string, Value> {
  const object: Record<string, Value> = {};
  for (let i = 0; i < columns.length; i++) object[columns[i] as string] = row[i] as Value;
  return object;
}
