import { DrizzleQueryError, type SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "./schema";

/** See docs/decisions/statements.md. */
export const createDatabase = (binding: D1Database) => drizzle(binding, { schema });
export type Database = ReturnType<typeof createDatabase>;

const dialect = new SQLiteSyncDialect();

/**
 * Drizzle's error quotes the statement's values, which must not be logged. The error's cause comes from D1 and quotes
 * no values.
 */
export const withoutValues = (error: unknown): unknown =>
  error instanceof DrizzleQueryError && error.cause ? error.cause : error;

type Columns<Table extends SQLiteTable> = Table["_"]["columns"];
type Stored<Column extends { data: unknown; notNull: boolean }> =
  | (Column["data"] extends boolean ? number : Column["data"])
  | (Column["notNull"] extends true ? never : null);

/** A row as a raw `sql` statement returns it: the keys are column names, and booleans are 0 or 1. */
export type StoredRow<Table extends SQLiteTable> = {
  [Key in keyof Columns<Table> as Columns<Table>[Key]["_"]["name"]]: Stored<
    Columns<Table>[Key]["_"]
  >;
};

export interface StatementResult<Row = Record<string, unknown>> {
  rows: Row[];
  changes: number;
}

type ResultOf<One> = StatementResult<One extends SQL<infer Row> ? Row : unknown>;
export type Results<Statements> = {
  [Name in keyof Statements]: undefined extends Statements[Name]
    ? ResultOf<NonNullable<Statements[Name]>> | undefined
    : ResultOf<Statements[Name]>;
};

function prepare(db: Database, statement: SQL): D1PreparedStatement {
  const query = dialect.sqlToQuery(statement);
  return db.$client.prepare(query.sql).bind(...query.params);
}

function toResult<Row>(result: D1Result<Row>): StatementResult<Row> {
  return { rows: result.results ?? [], changes: result.meta.changes ?? 0 };
}

/**
 * Runs the defined statements in order, in one transaction and one round trip. Drizzle's `batch` can't replace this
 * function, because it doesn't bind the parameters of `sql` statements. Two columns of one statement must not have the
 * same name, because D1 merges them.
 */
export async function runBatch<const Statements extends Record<string, SQL | undefined>>(
  db: Database,
  statements: Statements,
): Promise<Results<Statements>> {
  const given = Object.entries(statements).filter(
    (entry): entry is [string, SQL] => entry[1] !== undefined,
  );
  const results = await db.$client.batch(given.map(([, one]) => prepare(db, one)));
  return Object.fromEntries(
    given.map(([name], i) => [name, toResult(results[i] as D1Result)]),
  ) as Results<Statements>;
}

export async function selectBatch<Rows extends object>(
  db: Database,
  statements: { [Name in keyof Rows]: SQL<Rows[Name]> },
): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const results: object = await runBatch(db, statements);
  const lists = Object.entries(results).map(([name, { rows }]) => [name, rows]);
  return Object.fromEntries(lists) as { [Name in keyof Rows]: Rows[Name][] };
}

export async function runStatement<Row>(
  db: Database,
  statement: SQL<Row>,
): Promise<StatementResult<Row>> {
  return toResult(await prepare(db, statement).all<Row>());
}

export async function selectRows<Row>(db: Database, statement: SQL<Row>): Promise<Row[]> {
  return (await runStatement(db, statement)).rows;
}

export async function selectRow<Row>(db: Database, statement: SQL<Row>): Promise<Row | undefined> {
  return (await selectRows(db, statement))[0];
}

/** A pairing run reads its pages as arrays, which take half the memory of objects. */
export async function readRows<Row extends unknown[]>(
  db: Database,
  statement: SQL<Row>,
): Promise<Row[]> {
  return prepare(db, statement).raw<Row>();
}
