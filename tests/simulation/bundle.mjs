import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "../../scripts/lib/project.mjs";
import { buildSocketIo } from "../../worker/live/socket-io/bundle.mjs";

/**
 * The exports of `tests/simulation/main.ts`, as far as the command needs them.
 * @typedef {{ name: string, skip?: number }} Bug
 * @typedef {{ ground: unknown, runs: number, seed: number, bug?: Bug | null, isShrunk?: boolean, reached?: Map<string, number>, skip?: number }} Options
 * @typedef {{ runs: number, histories: number, steps: number, digest: number, failure: string | null }} Result
 * @typedef {(root: string) => Promise<unknown>} Prepare
 * @typedef {(options: Options) => Promise<Result>} Simulate
 * @typedef {{ BUGS: Bug[], prepareGround: Prepare, simulate: Simulate, NIGHT_BUGS: Bug[], prepareNightGround: Prepare, simulateNights: Simulate }} Simulation
 */

const STAND_INS = {
  "cloudflare:workers": "cloudflare-workers.ts",
  "bcrypt-ts": "nights/bcrypt.ts",
  "@block65/webcrypto-web-push": "nights/web-push.ts",
};

/**
 * The official server, which is a bundle of its own for the Worker too.
 * @returns {Promise<import("esbuild").Plugin>}
 */
async function socketIo() {
  const globals = join(import.meta.dirname, "socket-io-globals.cjs");
  const contents = await buildSocketIo({ timers: globals, base64id: globals });
  return {
    name: "socket.io",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /\/socket-io\/server$/ }, () => ({
        path: "server",
        namespace: "socket.io",
      }));
      onLoad({ filter: /./, namespace: "socket.io" }, () => ({ contents, resolveDir: ROOT }));
    },
  };
}

/**
 * Bundles the simulator with the unchanged product, with the browser builds of its packages and replacements for three
 * of them.
 * @returns {Promise<string>} the bundle's path; the caller removes the file
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
    // Replacements for the runtime's module, and for two packages whose slow results the simulation does not use.
    alias: Object.fromEntries(
      Object.entries(STAND_INS).map(([name, file]) => [name, join(ROOT, "tests/simulation", file)]),
    ),
    plugins: [await socketIo()],
    tsconfig: join(ROOT, "tsconfig.json"),
    sourcemap: "inline",
    minifyWhitespace: true,
    minifySyntax: true,
    // Stack traces only need positions, not the sources.
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
