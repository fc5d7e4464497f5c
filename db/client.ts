import { fillPlaceholders, type Placeholder, type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";

/** The binding itself: of Drizzle there are the schema, the migrations and the templates (docs/decisions/raw-sql.md). */
export type Database = D1Database;

const dialect = new SQLiteSyncDialect();

/** The result of one statement: its rows, and how many rows it changed. */
export interface StatementResult<Row = Record<string, unknown>> {
  rows: Row[];
  changes: number;
}

/** A statement of a batch: `sql<Row>`, whose rows come as SQLite returns them. */
export type Statement = SQL | ReadyStatement<unknown>;

/** The text of a statement that was made before, with its values. */
export interface ReadyStatement<Row> {
  sql: string;
  params: unknown[];
  /** Never there: it is for the compiler. */
  row?: Row;
}

/** A value of a statement that is built, or its place in one that is built once. */
export type Given<Value> = Value | Placeholder;
export type GivenAll<Values> = { [Name in keyof Values]: Given<Values[Name]> };

/**
 * A statement of nearly every request: its text is made at the first use, and not again.
 * @param names of the values
 * @param build gets a placeholder for each of the values
 */
export function buildOnce<Row, Values extends object>(
  names: readonly (keyof Values & string)[],
  build: (places: GivenAll<Values>) => SQL<Row>,
): (values: Values) => ReadyStatement<Row> {
  const places = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  let query: ReadyStatement<Row> | undefined;
  return (values) => {
    query ??= dialect.sqlToQuery(build(places as GivenAll<Values>));
    return {
      sql: query.sql,
      params: fillPlaceholders(query.params, values as Record<string, unknown>),
    };
  };
}

type ResultOf<One> = One extends SQL<infer Row> | ReadyStatement<infer Row>
  ? StatementResult<Row>
  : StatementResult<unknown>;
export type Results<Statements> = {
  [Name in keyof Statements]: undefined extends Statements[Name]
    ? ResultOf<NonNullable<Statements[Name]>> | undefined
    : ResultOf<Statements[Name]>;
};

function prepare(db: Database, statement: Statement): D1PreparedStatement {
  const query = "getSQL" in statement ? dialect.sqlToQuery(statement) : statement;
  return db.prepare(query.sql).bind(...query.params);
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
  const results = await db.batch(given.map(([, one]) => prepare(db, one)));
  return Object.fromEntries(results.map((result, i) => [given[i]?.[0], toResult(result)]));
}

/** {@link runBatch} for reading: the rows of each statement under its name. */
export async function selectBatch<Rows extends object>(
  db: Database,
  statements: { [Name in keyof Rows]: SQL<Rows[Name]> },
): Promise<{ [Name in keyof Rows]: Rows[Name][] }> {
  const results: object = await runBatch(db, statements);
  const lists = Object.entries(results).map(([name, { rows }]) => [name, rows]);
  return Object.fromEntries(lists) as { [Name in keyof Rows]: Rows[Name][] };
}

/** Runs one statement in one round trip. */
export async function runStatement<Row>(
  db: Database,
  statement: SQL<Row> | ReadyStatement<Row>,
): Promise<StatementResult<Row>> {
  return toResult(await prepare(db, statement).all<Row>());
}

/** The rows of one statement, in one round trip. */
export async function selectRows<Row>(
  db: Database,
  statement: SQL<Row> | ReadyStatement<Row>,
): Promise<Row[]> {
  return (await runStatement(db, statement)).rows;
}

/** The first row of one statement; undefined without any. */
export async function selectRow<Row>(
  db: Database,
  statement: SQL<Row> | ReadyStatement<Row>,
): Promise<Row | undefined> {
  return (await selectRows(db, statement))[0];
}

/** Runs one statement and returns its rows as arrays: half the memory of objects, for the pairing run's pages. */
export async function readRows<Row extends unknown[]>(
  db: Database,
  statement: SQL<Row>,
): Promise<Row[]> {
  return prepare(db, statement).raw<Row>();
}
