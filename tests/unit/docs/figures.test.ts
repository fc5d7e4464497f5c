import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { README as COST_README, costTable } from "~/bench/cost/cost.mjs";
import { README as PAGES_README, pageTables } from "~/bench/pages/tables.mjs";
import { readSection } from "~/bench/readme-section.mjs";
import { EMAIL_LINK_MS, RESET_LINK_MS, UNVERIFIED_HOLD_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";

it("bench/cost/README.md shows the table that npm run bench:cost measured", () => {
  expect(readSection(COST_README, "cost")).toEqual(costTable());
});

it("bench/pages/README.md shows the tables that npm run bench:pages measured", () => {
  const tables: Record<string, string[]> = pageTables();
  for (const [name, lines] of Object.entries(tables)) {
    expect(readSection(PAGES_README, name), name).toEqual(lines);
  }
});

const reset = formatDuration(RESET_LINK_MS);
const confirm = formatDuration(EMAIL_LINK_MS);

it.each([
  ["docs/decisions/mail.md", `a link that is valid for ${reset}`],
  ["docs/decisions/mail.md", `no one verified in ${formatDuration(UNVERIFIED_HOLD_MS)}`],
  ["docs/security.md", `their end (${reset} to ${confirm})`],
  ["docs/operations.md", `a link for a new password lives ${reset}`],
  ["docs/security.md", `one address and ${reset} or ${confirm}`],
])("%s has the durations of the links in mails: %s", (path, words) => {
  expect(readFileSync(path, "utf8").replaceAll(/\s+/g, " ")).toContain(words);
});
