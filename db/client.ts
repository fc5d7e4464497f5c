import type { SQL, SQLWrapper } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

export type Database = DrizzleD1Database & { $client: D1Database };

/** The typed client over one D1 binding. */
export const createDatabase = (binding: D1Database): Database => drizzle(binding);

const dialect = new SQLiteSyncDialect();

/** The result of one statement: its rows, and how many rows it changed. */
export interface StatementResult<Row = Record<string, unknown>> {
  rows: Row[];
  changes: number;
}

/**
 * A statement of a batch: `sql<Row>`, whose rows come as SQLite returns them, or a builder's insert, update or delete,
 * of which only the number of changes counts (docs/decisions/raw-sql.md).
 */
export type Statement = SQL | SQLWrapper;

type ResultOf<One> = One extends SQL<infer Row> ? StatementResult<Row> : StatementResult<unknown>;
export type Results<Statements> = {
  [Name in keyof Statements]: undefined extends Statements[Name]
    ? ResultOf<NonNullable<Statements[Name]>> | undefined
    : ResultOf<Statements[Name]>;
};

function prepare(db: Database, statement: Statement): D1PreparedStatement {
  const query = dialect.sqlToQuery(statement.getSQL());
  return db.$client.prepare(query.sql).bind(...query.params);
}

function toResult<Row>(result: D1Result<Row>): StatementResult<Row> {
  return { rows: result.results ?? [], changes: result.meta.changes ?? 0 };
}

/**
 * Runs statements as one transaction in one round trip, in their order; all or nothing. Each result has its
 * statement's name. An undefined statement is left out.
 *
 * Not drizzle's `batch`: it binds no parameters of a `sql` statement, and gives results by position.
 */
export async function runBatch<const Statements extends Record<string, Statement | undefined>>(
  db: Database,
  statements: Statements,
): Promise<Results<Statements>> {
  const given = Object.entries(statements).filter(
    (entry): entry is [string, Statement] => entry[1] !== undefined,
  );
  const results = await db.$client.batch(given.map(([, one]) => prepare(db, one)));
  return Object.fromEntries(results.map((result, i) => [given[i]?.[0], toResult(result)]));
}

/** {@link runBatch} for reading: the rows of each statement under its name. */
export async function selectBatch<Lists extends { [Name in keyof Lists]: unknown[] }>(
  db: Database,
  statements: { [Name in keyof Lists]: SQL<Lists[Name][number]> },
): Promise<Lists> {
  const results: object = await runBatch(db, statements);
  const lists = Object.entries(results).map(([name, { rows }]) => [name, rows]);
  return Object.fromEntries(lists) as Lists;
}

/** Runs one statement in one round trip. */
export async function runStatement<Row>(
  db: Database,
  statement: SQL<Row>,
): Promise<StatementResult<Row>> {
  return toResult(await prepare(db, statement).all<Row>());
}

/** The rows of one statement, in one round trip. */
export async function selectRows<Row>(db: Database, statement: SQL<Row>): Promise<Row[]> {
  return (await runStatement(db, statement)).rows;
}

/** The first row of one statement; undefined without any. */
export async function selectRow<Row>(db: Database, statement: SQL<Row>): Promise<Row | undefined> {
  return (await selectRows(db, statement))[0];
}

/** Runs one statement and returns its rows as arrays: half the memory of objects, for the pairing run's pages. */
export async function readRows<Row extends unknown[]>(
  db: Database,
  statement: SQL,
): Promise<Row[]> {
  return prepare(db, statement).raw<Row>();
}
