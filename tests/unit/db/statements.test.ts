import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Random } from "@happenstance/matching";
import { is } from "drizzle-orm";
import { getTableConfig, getViewConfig, SQLiteTable, SQLiteView } from "drizzle-orm/sqlite-core";
import { build } from "esbuild";
import { expect, it } from "vitest";
import * as schema from "~/db/schema";
import { countTemplates, type Queries, type RowShape, readQueries } from "./statements";

/*
 * Prepares every statement of `db` against the schema that the migrations make, and compares its columns with its
 * row type. Each exported function is called with random values of its parameters' types, over a database that answers
 * random rows. A number in the text of each template shows which templates a statement is made of.
 */

/** Number of calls of each function, each with other values and rows. */
const ROUNDS = 60;

type Functions = Record<string, (...given: unknown[]) => unknown>;

interface Loaded {
  /** The modules of `db` with the numbers in their templates, by file. */
  modules: Map<string, Functions>;
  sql: (strings: string[], ...values: unknown[]) => unknown;
  SQLiteSyncDialect: new () => { sqlToQuery(one: unknown): { sql: string } };
}

async function loadMarked({ marked }: Queries): Promise<Loaded> {
  const folder = join(process.cwd(), "node_modules/.cache/statements");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${process.pid}.mjs`);
  const files = [...marked.keys()];
  const exported = [
    ...files.map((file, i) => `export * as _${i} from ${JSON.stringify(file)};`),
    'export { sql } from "drizzle-orm";',
    'export { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";',
  ];
  await build({
    stdin: { contents: exported.join("\n"), resolveDir: process.cwd() },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
    plugins: [
      {
        name: "marked-templates",
        setup({ onLoad }) {
          onLoad({ filter: /\/db\/[^/]+\/[^/]+\.ts$/ }, ({ path }) => {
            const contents = marked.get(path);
            return contents === undefined ? undefined : { contents, loader: "ts" };
          });
        },
      },
    ],
  });
  try {
    const { sql, SQLiteSyncDialect, ...modules } = await import(pathToFileURL(outfile).href);
    return {
      sql,
      SQLiteSyncDialect,
      modules: new Map(files.map((file, i) => [file, modules[`_${i}`]])),
    };
  } finally {
    rmSync(outfile);
  }
}

const numbersIn = (text: string) =>
  [...text.matchAll(/\/\*#(\d+)\*\//g)].map(([, number]) => Number(number));

/** A D1 binding that records the text of each statement, and answers random rows of its row type. */
function createRecorder({ templates }: Queries, choose: (choices: number) => number) {
  const texts = new Set<string>();
  const answer = (text: string) => {
    const root = numbersIn(text).find((one) => templates[one]?.row) ?? -1;
    const results = Array.from({ length: choose(3) }, () => templates[root]?.sampleRow(choose));
    return { results, success: true, meta: { changes: choose(3) } };
  };
  const prepare = (text: string) => {
    texts.add(text);
    const statement = {
      text,
      bind: () => statement,
      all: async () => answer(text),
      raw: async () => answer(text).results,
    };
    return statement;
  };
  const batch = async (all: { text: string }[]) => all.map(({ text }) => answer(text));
  return { texts, binding: { prepare, batch } };
}

/** The texts that the functions prepare; for a function that returns a condition, a statement that selects it. */
async function collectTexts(queries: Queries, { modules, sql, SQLiteSyncDialect }: Loaded) {
  const random = new Random("statements");
  const choose = (choices: number) => random.below(choices);
  const { texts, binding } = createRecorder(queries, choose);
  const dialect = new SQLiteSyncDialect();
  const conditions = new Set<string>();
  for (const { file, name, parameters, returnsSql } of queries.functions) {
    const takesDatabase = parameters.includes(null);
    if (!takesDatabase && !returnsSql) continue;
    for (let round = 0; round < ROUNDS; round++) {
      const given = parameters.map((toValue) => (toValue ? toValue(choose) : binding));
      try {
        const result = await modules.get(file)?.[name]?.(...given);
        if (returnsSql) conditions.add(dialect.sqlToQuery(sql(["select ", ""], result)).sql);
      } catch {
        // No statement answers such rows, so a function may throw. The test lists templates that no call reaches.
      }
    }
  }
  return { texts, conditions };
}

function openMigrated(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const files = readdirSync("migrations").filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) database.exec(readFileSync(join("migrations", file), "utf8"));
  return database;
}

/** The fault of a statement's columns, or null. A statement without a row type may answer only a 1. */
function compare(columns: string[], row: RowShape | null): string | null {
  const expected = row?.columns ?? (columns.length > 0 ? ["1"] : []);
  const isMet = row?.isTuple
    ? columns.join() === expected.join()
    : columns.every((one) => expected.includes(one)) &&
      expected.every((one) => columns.includes(one) || row?.optional.includes(one));
  if (isMet) return null;
  return `answers ${columns.join(", ")}; ${row ? `its row type has ${expected.join(", ")}` : "it has no row type"}`;
}

it("every statement of db fits the migrated schema, and its columns are those of its row type", async () => {
  const queries = readQueries(() => loaded.sql(["1"]));
  const { templates } = queries;
  const loaded = await loadMarked(queries);
  const { texts, conditions } = await collectTexts(queries, loaded);
  const database = openMigrated();
  const reached = new Set<number>();
  const faults = new Set<string>();
  for (const text of texts) {
    const parts = numbersIn(text);
    const place = templates[parts[0] ?? -1]?.place ?? `'${text}', which no template begins`;
    try {
      const columns = database.prepare(text).columns();
      for (const part of parts) reached.add(part);
      // A statement that selects the columns of another template has that one's row type.
      const typed = columns.length > 0 ? parts : parts.slice(0, 1);
      const row = typed.map((part) => templates[part]?.row).find(Boolean) ?? null;
      const fault = compare(
        columns.map(({ name }) => name),
        row,
      );
      if (fault) faults.add(`${place} ${fault}`);
    } catch (error) {
      faults.add(`${place} ${error instanceof Error ? error.message : error}`);
    }
  }
  for (const text of conditions) {
    try {
      database.prepare(text);
      for (const part of numbersIn(text)) reached.add(part);
    } catch {
      // A condition on tables of its statement is prepared as part of that statement.
    }
  }
  expect([...faults].sort()).toEqual([]);
  expect(templates.length).toBe(countTemplates());
  const left = templates.filter((_, i) => !reached.has(i)).map(({ place }) => place);
  expect(left, "templates that are in no statement which was prepared").toEqual([]);
});

it("db/schema has the tables, views and columns that the migrations make", () => {
  const database = openMigrated();
  const made = database
    .prepare(
      `select m.name as name, group_concat(c.name, ' ') as columns
         from sqlite_master m join pragma_table_xinfo(m.name) c
         where m.type in ('table', 'view') and m.name not like 'sqlite_%' group by m.name order by m.name`,
    )
    .all();
  const described = Object.values(schema).flatMap((one) => {
    if (is(one, SQLiteTable)) {
      const { name, columns } = getTableConfig(one);
      return [{ name, columns: columns.map((column) => column.name) }];
    }
    if (!is(one, SQLiteView)) return [];
    const { name, selectedFields } = getViewConfig(one);
    return [
      {
        name,
        columns: Object.values(selectedFields).map((column) => (column as { name: string }).name),
      },
    ];
  });
  const sorted = (columns: string[]) => columns.sort().join(" ");
  expect(Object.fromEntries(described.map(({ name, columns }) => [name, sorted(columns)]))).toEqual(
    Object.fromEntries(made.map(({ name, columns }) => [name, sorted(String(columns).split(" "))])),
  );
});
