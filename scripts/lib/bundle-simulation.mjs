import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./project.mjs";

/**
 * The exports of `tests/simulation/main.ts`, as far as the command needs them.
 * @typedef {{ name: string }} Bug
 * @typedef {{ ground: unknown, runs: number, seed: number, bug?: Bug | null, isShrunk?: boolean }} Options
 * @typedef {{ runs: number, steps: number, failure: string | null }} Result
 * @typedef {{ BUGS: Bug[], prepareGround(root: string): Promise<unknown>, simulate(options: Options): Promise<Result> }} Simulation
 */

/**
 * Bundles the simulator with the product as it is, with the browser's builds of its packages and a stand-in for the
 * runtime's module.
 * @returns {Promise<string>} the file, which the caller removes
 */
export async function writeSimulation() {
  const folder = join(ROOT, "node_modules/.cache/simulation");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${process.pid}.mjs`);
  await build({
    entryPoints: [join(ROOT, "tests/simulation/main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    target: "es2022",
    external: ["node:*", "fast-check"],
    alias: { "cloudflare:workers": join(ROOT, "tests/simulation/cloudflare-workers.ts") },
    tsconfig: join(ROOT, "tsconfig.json"),
    sourcemap: "inline",
    minifyWhitespace: true,
    minifySyntax: true,
    // A stack needs only places.
    sourcesContent: false,
    logLevel: "warning",
  });
  return outfile;
}

/**
 * @param {string} file of {@link writeSimulation}
 * @returns {Promise<Simulation>}
 */
export const loadSimulation = (file) => import(pathToFileURL(file).href);

/** Bundles the simulator and loads it. */
export async function bundleSimulation() {
  const file = await writeSimulation();
  try {
    return await loadSimulation(file);
  } finally {
    rmSync(file);
  }
}
