import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Actor, type Schedule } from "./schedule";

type Row = Record<string, unknown>;

/** A SQLite database that is the same at the beginning of each history, which runs in a transaction. */
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

  /** Runs one statement with its values, or several without. */
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

interface Bound {
  sql: string;
  values: SQLInputValue[];
}

/**
 * D1 on SQLite, as far as messages need it: each call is a trip, which can fail. They only read, apart from one flag that
 * may be set again, so a failure before a trip is like one after it.
 */
export class SimulatedDatabase {
  /** How many of the next trips fail. */
  failures = 0;

  #schedule: Schedule;
  #database: HistoryDatabase;
  #delay: () => number;
  #actor = new Actor();

  constructor(schedule: Schedule, database: HistoryDatabase, delay: () => number) {
    this.#schedule = schedule;
    this.#database = database;
    this.#delay = delay;
  }

  /** The binding of a Worker. */
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
    const caller = this.#schedule.current;
    return new Promise((resolve, reject) => {
      this.#schedule.after(this.#delay(), this.#actor, () => {
        const answer = this.#takeFailure()
          ? () => reject(new Error("D1_ERROR: D1 DB is overloaded, simulated"))
          : this.#run(statements, resolve);
        this.#schedule.after(this.#delay(), caller, answer);
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
    if (this.failures === 0) return false;
    this.failures -= 1;
    return true;
  }
}
