import { join } from "node:path";
import { build } from "esbuild";
import { ROOT, stateDirectory } from "../../../scripts/lib/project.mjs";

/**
 * Bundles a build with `faulty-worker.ts`, whose parts can be broken, into the server's state folder. It calls esbuild
 * directly. With wrangler's `--alias`, the paths of tsconfig.json would lead to the sources instead of to `worker`.
 * @param {string} worker the build's Worker
 * @returns {Promise<string>} the path of the bundle
 */
export async function bundleFaultyWorker(worker) {
  // The bundle has a folder of its own, because wrangler watches the folder of the script that it serves.
  const path = join(stateDirectory(), "faulty-worker", "index.js");
  await build({
    entryPoints: [join(import.meta.dirname, "faulty-worker.ts")],
    outfile: path,
    bundle: true,
    format: "esm",
    target: "es2022",
    alias: { "~/worker/index": worker },
    external: ["cloudflare:*", "node:*"],
    tsconfig: join(ROOT, "tsconfig.json"),
    logLevel: "warning",
  });
  return path;
}
