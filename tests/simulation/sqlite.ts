import { DatabaseSync, type StatementSync } from "node:sqlite";

type Value = string | number | bigint | null | Uint8Array;

interface Prepared {
  statement: StatementSync;
  /** Makes an object of a row; null if the statement returns no rows. */
  toObject: ((row: Value[]) => Record<string, unknown>) | null;
  isWrite: boolean;
}

/** Statements that make the tables of an object's storage. */
const IS_SCHEMA = /^\s*create\b/;

/** A SQLite database in memory, in a transaction while a history is run. */
class Connection {
  readonly #database = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, Prepared>();
  readonly #changes: StatementSync;
  readonly #steps: string[];
  readonly #followers = new Map<string, Connection>();
  /** Whether the history has written to it. */
  isWritten = false;

  constructor(schema: string, steps: string[] = []) {
    this.#steps = steps;
    this.#database.exec("pragma foreign_keys = on");
    // SQLite draws some ids, which must be the same for the same seed.
    this.#database.function("randomblob", (length) => {
      const bytes = new Uint8Array(Number(length));
      for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(256 * Math.random());
      return bytes;
    });
    if (schema !== "") this.#database.exec(schema);
    for (const step of steps) this.execute(step);
    this.#changes = this.#database.prepare("select changes() as n");
  }

  /** The database with one more step of a schema. Each is made once and kept. */
  follow(step: string): Connection {
    let follower = this.#followers.get(step);
    if (!follower) {
      follower = new Connection("", [...this.#steps, step]);
      this.#followers.set(step, follower);
    }
    return follower;
  }

  execute(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, values: Value[]): { rows: Record<string, unknown>[]; changes: number } {
    const { statement, toObject, isWrite } = this.#prepare(sql);
    this.isWritten ||= isWrite;
    if (!toObject) return { rows: [], changes: Number(statement.run(...values).changes) };
    const rows = (statement.all(...values) as unknown as Value[][]).map(toObject);
    return { rows, changes: isWrite ? Number(this.#changes.get()?.n) : 0 };
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    // Rows as arrays take half the time of rows as objects.
    if (columns.length > 0) statement.setReturnArrays(true);
    const toObject = columns.length > 0 ? createToObject(columns) : null;
    const prepared = { statement, toObject, isWrite: !/^\s*(?:select|with)\b/i.test(sql) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * A SQLite database in memory that begins each history as it was prepared: the history runs in a transaction that is
 * rolled back at the end. The history's own transactions are savepoints.
 *
 * An object makes its tables at its first write, which takes SQLite longer than all messages of a history. So until
 * something else is written, each step of a schema switches to another database that was made with this step.
 */
export class HistoryDatabase {
  #root: Connection;
  /** Databases that this history has entered, the current one last. */
  #begun: Connection[] = [];
  #present: Connection;

  constructor(schema = "") {
    this.#root = new Connection(schema);
    this.#present = this.#root;
  }

  begin(): void {
    this.#enter(this.#root);
  }

  reset(): void {
    for (const one of this.#begun) one.execute("rollback");
    this.#begun = [];
    this.#present = this.#root;
  }

  /** Runs several statements without values. */
  execute(sql: string): void {
    if (this.#isStep(sql)) {
      this.#enter(this.#present.follow(sql));
      return;
    }
    this.#present.isWritten = true;
    this.#present.execute(sql);
  }

  run(sql: string, values: Value[]): { rows: Record<string, unknown>[]; changes: number } {
    if (!this.#isStep(sql)) return this.#present.run(sql, values);
    this.#enter(this.#present.follow(sql));
    return { rows: [], changes: 0 };
  }

  /** Runs `work` in a savepoint, which is rolled back if `work` throws. */
  transact<Result>(work: () => Result): Result {
    const undo = this.#save();
    try {
      const result = work();
      undo.release();
      return result;
    } catch (error) {
      undo.rollBack();
      throw error;
    }
  }

  /** Sets a savepoint for {@link goBack}. Call it outside of a transaction and after the first write. */
  bookmark(name: string): void {
    this.#present.execute(`savepoint ${name}`);
  }

  /** Rolls the database back to a bookmark, which is kept. */
  goBack(name: string): void {
    this.#present.execute(`rollback to ${name}`);
  }

  /** Runs `work` and undoes its writes. */
  undo(work: () => void): void {
    const { rollBack } = this.#save();
    try {
      work();
    } finally {
      rollBack();
    }
  }

  #isStep(sql: string): boolean {
    return !this.#present.isWritten && IS_SCHEMA.test(sql);
  }

  #enter(connection: Connection): void {
    connection.execute("begin");
    connection.isWritten = false;
    this.#begun.push(connection);
    this.#present = connection;
  }

  #save() {
    const [at, depth] = [this.#present, this.#begun.length];
    const { isWritten } = at;
    at.execute("savepoint step");
    return {
      release: () => at.execute("release step"),
      rollBack: () => {
        for (const one of this.#begun.splice(depth)) one.execute("rollback");
        at.execute("rollback to step; release step");
        at.isWritten = isWritten;
        this.#present = at;
      },
    };
  }
}

/** Compiles an object literal: it takes a third of the time of setting one property after the other. */
function createToObject(columns: string[]) {
  const fields = columns.map((name, i) => `${JSON.stringify(name)}: row[${i}]`);
  return new Function("row", `return { ${fields.join(", ")} };`) as Prepared["toObject"];
}

/** Databases that histories reuse: making one takes longer than all that a history stores in it. */
export class StoragePool {
  #all: HistoryDatabase[] = [];
  #taken = 0;

  /** Returns an empty database, in use until {@link reset}. */
  take(): HistoryDatabase {
    const found = this.#all[this.#taken] ?? new HistoryDatabase();
    this.#all[this.#taken++] = found;
    found.begin();
    return found;
  }

  reset(): void {
    for (const one of this.#all.slice(0, this.#taken)) one.reset();
    this.#taken = 0;
  }
}
