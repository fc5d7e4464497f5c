import { readFileSync } from "node:fs";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import * as schema from "~/db/schema";

it("a copy of the database (docs/operations.md) has every table", () => {
  const document = readFileSync("docs/operations.md", "utf8");
  const [, list = ""] = /\$\(for t in ([\w\s\\]+); do/.exec(document) ?? [];
  const copied = list.replaceAll("\\", " ").trim().split(/\s+/);
  const tables = Object.values(schema).flatMap((entry) =>
    is(entry, SQLiteTable) ? [getTableName(entry)] : [],
  );
  expect(copied.sort()).toEqual(tables.sort());
});
