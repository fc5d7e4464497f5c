import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "../../scripts/lib/project.mjs";
import { buildSocketIo } from "../../worker/live/socket-io/bundle.mjs";

/**
 * The exports of `tests/simulation/main.ts`, as far as the command needs them.
 * @typedef {{ name: string }} Bug
 * @typedef {{ ground: unknown, runs: number, seed: number, bug?: Bug | null, isShrunk?: boolean }} Options
 * @typedef {{ histories: number, steps: number, failure: string | null }} Result
 * @typedef {{ BUGS: Bug[], prepareGround: (root: string) => Promise<unknown>, simulate: (options: Options) => Promise<Result> }} Simulation
 */

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
 * Bundles the simulator with the unchanged product and the browser builds of its packages, and loads it.
 * @returns {Promise<Simulation>}
 */
export async function bundleSimulation() {
  const folder = join(ROOT, "node_modules/.cache/simulation");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    target: "es2022",
    external: ["node:*", "fast-check"],
    alias: { "cloudflare:workers": join(import.meta.dirname, "cloudflare-workers.ts") },
    plugins: [await socketIo()],
    tsconfig: join(ROOT, "tsconfig.json"),
    sourcemap: "inline",
    minifyWhitespace: true,
    minifySyntax: true,
    // Stack traces only need positions, not the sources.
    sourcesContent: false,
    logLevel: "warning",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
