import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as {
  forbidden: IForbiddenRuleType[];
};

/** For each rule, imports that it forbids: the importing file, and what it imports. */
const WRONG: Record<string, readonly (readonly [from: string, to: string])[]> = {
  "no-cycles": [
    ["core/pairing/index.ts", "core/pairing/b.ts"],
    ["core/pairing/b.ts", "core/pairing/index.ts"],
  ],
  "worker-is-the-outermost": [["core/profile/worker.ts", "worker/app.ts"]],
  "core-knows-no-entrance": [["core/profile/app.ts", "app/lib/form.ts"]],
  "core-knows-no-framework": [["core/profile/hono.ts", "node_modules/hono/index.js"]],
  "shared-stands-alone": [["core/shared/age.ts", "core/profile/rule.ts"]],
  "db-knows-only-itself": [
    ["db/profile/core.ts", "core/profile/rule.ts"],
    ["db/profile/answer.ts", "core/shared/contract/user.ts"],
  ],
  "matching-is-a-library": [["matching/src/match.ts", "core/shared/text.ts"]],
  "matching-is-layered": [["matching/src/cardinality/a.ts", "matching/src/weighted/b.ts"]],
  "population-knows-no-search": [["matching/src/population/a.ts", "matching/src/candidates/b.ts"]],
  "sql-stays-in-db": [["core/profile/sql.ts", "node_modules/drizzle-orm/index.js"]],
  "no-database-in-pages-and-calls": [["worker/api/profile.ts", "db/profile/profiles.ts"]],
  "pages-import-only-types-of-the-contract": [
    ["app/routes/faq.ts", "core/shared/contract/user.ts"],
  ],
  "remix-stays-in-pages": [["worker/scheduled.ts", "node_modules/@remix-run/cloudflare/index.js"]],
  "only-the-server-calls-use-cases": [["app/features/profile/card.ts", "core/profile/rule.ts"]],
  "messaging-knows-no-screen": [["app/messaging/outbox.ts", "app/features/home/card.ts"]],
  "components-know-no-domain": [["app/components/button.ts", "app/features/home/card.ts"]],
  "features-know-no-route": [["app/features/home/ring.ts", "app/routes/home.ts"]],
  "no-tests-in-the-product": [["db/profile/test.ts", "tests/support/api.ts"]],
  "everything-resolves": [["app/lib/nowhere.ts", "app/lib/missing.ts"]],
};

describe("the directions of imports", () => {
  let root: string;
  let violations: ICruiseResult["summary"]["violations"];

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "directions-"));
    const files = new Map<string, string>();
    for (const [from, to] of Object.values(WRONG).flat()) {
      const path = relative(dirname(from), to.replace(/\.ts$/, ""));
      const line = `import { one } from "${path.startsWith(".") ? path : `./${path}`}";\nexport const two = one;\n`;
      files.set(from, line);
      if (!to.includes("missing") && !files.has(to)) files.set(to, "export const one = 1;\n");
    }
    for (const [path, text] of files) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { output } = await cruise(["app", "core", "db", "worker", "matching"], {
      baseDir: root,
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: ["node_modules"] },
    });
    if (typeof output === "string") throw new Error(output);
    violations = output.summary.violations;
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test.each(forbidden.map(({ name }) => name ?? ""))("%s refuses a wrong import", (rule) => {
    const refused = violations.filter((violation) => violation.rule.name === rule);
    // The linter reports a cycle once, for either of its files.
    const planted = (WRONG[rule] ?? []).map(([from]) => from);
    expect(planted).toContain(refused[0]?.from);
  });
});
