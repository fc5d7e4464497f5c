import { expect, it } from "vitest";
import { README as COST_README, costTable } from "~/bench/cost/cost.mjs";
import { README as PAGES_README, pageTables } from "~/bench/pages/tables.mjs";
import { readSection } from "~/bench/readme-section.mjs";

it("what a month costs is in its README as the table of the calls' costs yields it (npm run bench -- cost)", () => {
  expect(readSection(COST_README, "cost")).toEqual(costTable());
});

it("what the pages cost is in its README as it was measured (npm run bench:pages)", () => {
  const tables: Record<string, string[]> = pageTables();
  for (const [name, lines] of Object.entries(tables)) {
    expect(readSection(PAGES_README, name), name).toEqual(lines);
  }
});
