/**
 * `npm run build`: the pages, and the matching engine as one file for `bench/pairing/solve.mjs`.
 * `npm run build -- fonts|geo|passwords` makes a committed file again from its source (docs/licences.md), and
 * `-- types` the types of the bindings from `wrangler.toml`.
 */
import { join } from "node:path";
import { buildPages } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { NODE, ROOT, run, runMain, runWrangler, WRITE_TYPES } from "./lib/project.mjs";

const COMMITTED = ["fonts", "geo", "passwords", "types"];
const ENGINE = [
  "core/matching/index.ts",
  "--bundle",
  "--format=esm",
  "--platform=neutral",
  "--target=es2022",
  "--outfile=build/bench/pairing-engine.mjs",
  "--log-level=warning",
];

await runMain(async () => {
  const [name] = process.argv.slice(2);
  await ensureInstalled();
  if (name === undefined) {
    await buildPages();
    await run(join(ROOT, "node_modules/.bin/esbuild"), ENGINE);
    return;
  }
  if (!COMMITTED.includes(name)) {
    throw new Error(`Usage: npm run build [-- ${COMMITTED.join("|")}]`);
  }
  if (name === "types") await runWrangler(WRITE_TYPES);
  else await run(NODE, [join(ROOT, `scripts/build-${name}.ts`)]);
});
