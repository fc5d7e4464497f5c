import { Actor, type Schedule } from "./schedule";
import type { HistoryDatabase } from "./sqlite";

/** A trip fails before anything is written, or after everything is. */
export type DatabaseFault = "before" | "after";

interface Bound {
  sql: string;
  values: (string | number | null)[];
}

interface Answer {
  results: Record<string, unknown>[];
  success: true;
  meta: { changes: number };
}

/** D1 on SQLite: each call is a trip, and a batch is one transaction. */
export class SimulatedDatabase {
  /** Faults to come, with the number of trips before each. */
  faults: { trips: number; fault: DatabaseFault }[] = [];

  #schedule: Schedule;
  #database: HistoryDatabase;
  #delay: () => number;
  #own = new Actor("d1");

  constructor(schedule: Schedule, database: HistoryDatabase, delay: () => number) {
    this.#schedule = schedule;
    this.#database = database;
    this.#delay = delay;
  }

  /** The binding of a Worker. */
  get binding() {
    const batch = (statements: Bound[]) => {
      const work = () => statements.map((statement) => this.#run(statement));
      // A savepoint takes as long as a short statement, and is needed only for writes.
      const isReading = statements.every(({ sql }) => /^\s*select\b/i.test(sql));
      return this.#trip(() => (isReading ? work() : this.#database.transact(work)));
    };
    const prepare = (sql: string, values: Bound["values"] = []) => {
      const statement = { sql, values };
      const one = async () => (await this.#trip(() => [this.#run(statement)]))[0] as Answer;
      return {
        ...statement,
        bind: (...given: Bound["values"]) => prepare(sql, given),
        all: one,
        run: one,
        first: async () => (await one()).results[0] ?? null,
        raw: async () => (await one()).results.map((row) => Object.values(row)),
      };
    };
    return { prepare, batch };
  }

  #run({ sql, values }: Bound): Answer {
    const { rows, changes } = this.#database.run(sql, values);
    return { results: rows, success: true, meta: { changes } };
  }

  #trip(work: () => Answer[]): Promise<Answer[]> {
    const caller = this.#schedule.current;
    return new Promise((resolve, reject) => {
      this.#schedule.after(this.#delay(), this.#own, () => {
        const fault = this.#nextFault();
        let answer: () => void;
        try {
          if (fault === "before") throw new Error("D1_ERROR: D1 DB is overloaded, simulated");
          const result = work();
          if (fault === "after") throw new Error("D1_ERROR: simulated, after the commit");
          answer = () => resolve(result);
        } catch (error) {
          answer = () => reject(error);
        }
        this.#schedule.after(this.#delay(), caller, answer);
      });
    });
  }

  #nextFault(): DatabaseFault | null {
    if (this.faults.length === 0) return null;
    let due: DatabaseFault | null = null;
    this.faults = this.faults.filter((one) => {
      if (one.trips > 0) {
        one.trips -= 1;
        return true;
      }
      due = one.fault;
      return false;
    });
    return due;
  }
}
