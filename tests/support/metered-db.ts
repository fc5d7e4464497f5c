/** One call to the database. The rows are the sums over its statements. */
export interface RoundTrip {
  statements: { sql: string; values: unknown[] }[];
  rowsRead: number;
  rowsWritten: number;
}

interface Metered {
  statement: D1PreparedStatement;
  sql: string;
  values: unknown[];
}

const meteredOf = new WeakMap<D1PreparedStatement, Metered>();

export function meterDatabase(binding: D1Database): { db: D1Database; trips: RoundTrip[] } {
  const trips: RoundTrip[] = [];
  const note = (asked: Metered[], results: D1Result[]) => {
    const sum = (of: "rows_read" | "rows_written") =>
      results.reduce((all, { meta }) => all + (meta[of] ?? 0), 0);
    const statements = asked.map(({ sql, values }) => ({ sql, values }));
    trips.push({ statements, rowsRead: sum("rows_read"), rowsWritten: sum("rows_written") });
  };
  const wrap = (metered: Metered): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) =>
        wrap({ ...metered, statement: metered.statement.bind(...values), values }),
      async all() {
        const result = await metered.statement.all();
        note([metered], [result]);
        return result;
      },
      async run() {
        const result = await metered.statement.run();
        note([metered], [result]);
        return result;
      },
      async raw() {
        const result = await metered.statement.all();
        note([metered], [result]);
        return result.results.map((row) => Object.values(row));
      },
      async first(column?: string) {
        const result = await metered.statement.all<Record<string, unknown>>();
        note([metered], [result]);
        const [row = null] = result.results;
        return column === undefined ? row : (row?.[column] ?? null);
      },
    } as unknown as D1PreparedStatement;
    meteredOf.set(wrapped, metered);
    return wrapped;
  };
  const db = {
    prepare: (sql: string) => wrap({ statement: binding.prepare(sql), sql, values: [] }),
    async batch(statements: D1PreparedStatement[]) {
      const asked = statements.map((one) => {
        const metered = meteredOf.get(one);
        if (!metered) throw new Error("a statement of another database");
        return metered;
      });
      const results = await binding.batch(asked.map(({ statement }) => statement));
      note(asked, results);
      return results;
    },
  } as unknown as D1Database;
  return { db, trips };
}
