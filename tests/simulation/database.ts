import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Actor, type Schedule } from "./schedule";

type Row = Record<string, unknown>;

/**
 * An SQLite database. Each history runs in a transaction that is rolled back, so that all histories begin with the same
 * data.
 */
export class HistoryDatabase {
  readonly #database = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, StatementSync>();

  constructor(schema = "") {
    this.#database.exec(schema);
  }

  begin(): void {
    this.#database.exec("begin");
  }

  reset(): void {
    this.#database.exec("rollback");
  }

  run(sql: string, values: SQLInputValue[]): Row[] {
    if (/;\s*\S/.test(sql)) {
      this.#database.exec(sql);
      return [];
    }
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement.all(...values) as Row[];
  }
}

interface DatabaseParts {
  schedule: Schedule;
  delay(): number;
  chance(): number;
}

interface Bound {
  sql: string;
  values: SQLInputValue[];
}

/**
 * D1 on SQLite, with the calls that messages need. A call can fail only before its statements run. A failure afterwards
 * needs no simulation: all statements only read, except for one that sets a flag and can be repeated.
 */
export class SimulatedDatabase {
  /** How many calls are still to fail. While this is above 0, each call fails with a probability of one half. */
  failures = 0;

  #parts: DatabaseParts;
  #database: HistoryDatabase;
  #actor = new Actor();

  constructor(parts: DatabaseParts, database: HistoryDatabase) {
    this.#parts = parts;
    this.#database = database;
  }

  get binding() {
    const batch = (statements: Bound[]) => this.#trip(statements);
    const prepare = (sql: string, values: SQLInputValue[] = []) => {
      const statement = { sql, values };
      const one = async () => (await this.#trip([statement]))[0] as { results: Row[] };
      return {
        ...statement,
        bind: (...given: SQLInputValue[]) => prepare(sql, given),
        run: one,
        all: one,
        raw: async () => (await one()).results.map((row) => Object.values(row)),
      };
    };
    return { prepare, batch };
  }

  #trip(statements: Bound[]): Promise<{ results: Row[]; meta: object }[]> {
    const { schedule, delay } = this.#parts;
    const caller = schedule.current;
    return new Promise((resolve, reject) => {
      schedule.after(delay(), this.#actor, () => {
        const answer = this.#takeFailure()
          ? () => reject(new Error("D1_ERROR: D1 DB is overloaded, simulated"))
          : this.#run(statements, resolve);
        schedule.after(delay(), caller, answer);
      });
    });
  }

  #run(statements: Bound[], resolve: (answers: { results: Row[]; meta: object }[]) => void) {
    const answers = statements.map(({ sql, values }) => ({
      results: this.#database.run(sql, values),
      meta: {},
    }));
    return () => resolve(answers);
  }

  #takeFailure(): boolean {
    if (this.failures === 0 || this.#parts.chance() < 0.5) return false;
    this.failures -= 1;
    return true;
  }
}
