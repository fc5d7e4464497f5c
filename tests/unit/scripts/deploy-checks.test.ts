import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENVIRONMENTS, findDatabaseId, findObstacles } from "~/scripts/lib/deploy-checks.mjs";

const ready = {
  changes: [],
  databaseId: "5b8f6a52-7c5e-4a34-9c1c-0f8f6d8a2b11",
  secrets: ["SESSION_SECRET"],
};

describe("findObstacles", () => {
  it("lets a clean, complete state pass", () => {
    expect(findObstacles("staging", ready)).toEqual([]);
  });

  it.each([
    ["a changed file", { changes: [" M worker/index.ts"] }, / M worker\/index\.ts/],
    ["no database", { databaseId: null }, /wrangler d1 create happenstance-staging/],
    [
      "the placeholder's database",
      { databaseId: "00000000-0000-0000-0000-000000000000" },
      /database_id/,
    ],
    ["a missing secret", { secrets: ["OTHER"] }, /SESSION_SECRET is missing.*--env staging/],
    ["no Worker yet", { secrets: null }, /SESSION_SECRET is missing/],
  ])("refuses %s, and says which", (_, change, words) => {
    const obstacles = findObstacles("staging", { ...ready, ...change });
    expect(obstacles).toHaveLength(1);
    expect(obstacles[0]).toMatch(words);
  });

  it("names everything at once", () => {
    const nothing = { changes: ["?? x"], databaseId: null, secrets: null };
    expect(findObstacles("production", nothing)).toHaveLength(3);
  });
});

describe("findDatabaseId", () => {
  const toml = readFileSync(new URL("../../../wrangler.toml", import.meta.url), "utf8");

  it.each(ENVIRONMENTS)("finds the one of %s in wrangler.toml", (environment) => {
    expect(findDatabaseId(toml, environment)).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("keeps to the environment's own section", () => {
    const text = `[[env.staging.d1_databases]]\nbinding = "DB"\n[[env.production.d1_databases]]\ndatabase_id = "p"\n`;
    expect(findDatabaseId(text, "staging")).toBeNull();
    expect(findDatabaseId(text, "production")).toBe("p");
    expect(findDatabaseId(text, "elsewhere")).toBeNull();
  });
});
