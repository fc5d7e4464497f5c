import type { SQLiteTable } from "drizzle-orm/sqlite-core";

type Columns<Table extends SQLiteTable> = Table["_"]["columns"];
type Stored<Column extends { data: unknown; notNull: boolean }> =
  | (Column["data"] extends boolean ? number : Column["data"])
  | (Column["notNull"] extends true ? never : null);

/**
 * A row as `sql` statements return it: column names of the table, booleans as 0 or 1.
 * `$inferSelect` is a row of the query builder.
 */
export type StoredRow<Table extends SQLiteTable> = {
  [Key in keyof Columns<Table> as Columns<Table>[Key]["_"]["name"]]: Stored<
    Columns<Table>[Key]["_"]
  >;
};
