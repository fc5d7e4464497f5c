/**
 * - `npm run build` builds the pages, and the matching engine as one file for `bench/pairing/solve.mjs`.
 * - `npm run build -- fonts|geo|languages|passwords` makes a committed file anew from its source
 * (docs/legal/licences.md).
 * - `npm run migration -- NAME` writes a migration that turns the last migration's schema into `db/schema`.
 */
import { join } from "node:path";
import { buildPages } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { NODE, ROOT, run, runMain, TOOLS } from "./lib/project.mjs";

const MAKERS = ["fonts", "geo", "languages", "passwords", "migration"];
const MIGRATION = [
  "node_modules/drizzle-kit/bin.cjs",
  "generate",
  "--config=tools/drizzle.config.ts",
];
const ENGINE = [
  ...["matching/src/index.ts", "--outfile=build/bench/pairing-engine.mjs", "--bundle"],
  ...["--format=esm", "--platform=neutral", "--target=es2022", "--log-level=warning"],
];

/** @param {string} what @param {string | undefined} name */
function findMaker(what, name) {
  if (!MAKERS.includes(what)) throw new Error(`Usage: npm run build [-- ${MAKERS.join("|")}]`);
  if (what !== "migration") return [`${what}.ts`];
  if (!name) throw new Error("Usage: npm run migration -- NAME, add_pronouns for example");
  return [...MIGRATION, `--name=${name}`];
}

await runMain(async () => {
  const [what, name] = process.argv.slice(2);
  await ensureInstalled();
  if (what === undefined) {
    await buildPages();
    await run(join(ROOT, "node_modules/.bin/esbuild"), ENGINE);
    return;
  }
  const [program = "", ...args] = findMaker(what, name);
  await ensureInstalled(TOOLS);
  await run(NODE, ["--disable-warning=ExperimentalWarning", join(TOOLS, program), ...args]);
});
