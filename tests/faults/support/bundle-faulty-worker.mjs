import { join } from "node:path";
import { build } from "esbuild";
import { ROOT, stateDirectory } from "../../../scripts/lib/project.mjs";

/**
 * Bundles a build with the parts that can be broken (faulty-worker.ts), into the server's state. It calls esbuild directly,
 * because wrangler's own `--alias` resolves the name by tsconfig.json, to the sources and the last build.
 * @param {string} worker the build's Worker
 * @returns {Promise<string>} the path of the bundle
 */
export async function bundleFaultyWorker(worker) {
  // A folder of its own: wrangler watches the one that the script is in.
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
