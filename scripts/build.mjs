/**
 * `npm run build`: builds the pages, and the matching engine as one file for `bench/pairing/solve.mjs`.
 * `npm run build -- fonts|geo|languages|passwords` makes a committed file again from its source (docs/legal/licences.md).
 * `npm run migration -- NAME` writes the statements that change the last migration's schema to `db/schema`.
 */
import { join } from "node:path";
import { buildPages } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { NODE, ROOT, run, runMain, TOOLS } from "./lib/project.mjs";

const MIGRATION = [
  "node_modules/drizzle-kit/bin.cjs",
  "generate",
  "--config=tools/drizzle.config.ts",
];
/** Programs of `TOOLS`. @type {Record<string, (name?: string) => string[]>} */
const MAKERS = {
  fonts: () => ["fonts.ts"],
  geo: () => ["geo.ts"],
  languages: () => ["languages.ts"],
  passwords: () => ["passwords.ts"],
  migration(name) {
    if (!name) throw new Error("Usage: npm run migration -- NAME, add_pronouns for example");
    return [...MIGRATION, `--name=${name}`];
  },
};
const ENGINE = [
  "matching/src/index.ts",
  "--bundle",
  "--format=esm",
  "--platform=neutral",
  "--target=es2022",
  "--outfile=build/bench/pairing-engine.mjs",
  "--log-level=warning",
];

await runMain(async () => {
  const [what, name] = process.argv.slice(2);
  await ensureInstalled();
  if (what === undefined) {
    await buildPages();
    await run(join(ROOT, "node_modules/.bin/esbuild"), ENGINE);
    return;
  }
  const [program = "", ...args] = MAKERS[what]?.(name) ?? [];
  if (!program) {
    throw new Error(`Usage: npm run build [-- ${Object.keys(MAKERS).join("|")}]`);
  }
  await ensureInstalled(TOOLS);
  await run(NODE, ["--disable-warning=ExperimentalWarning", join(TOOLS, program), ...args]);
});
