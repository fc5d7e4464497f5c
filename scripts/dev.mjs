/**
 * `npm run dev` rebuilds the pages on every change. `wrangler dev` then rebuilds and restarts the Worker. Remix's own
 * build has no watch mode, and Vite's server can't run our Durable Objects. So two Vite watchers write into `build/`,
 * one for the client and one for the server. Restart the command after adding a route file.
 */
import { fork } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundleSocketIo } from "../worker/live/socket-io/bundle.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ensureSecrets } from "./lib/ensure-secrets.mjs";
import { announce, ensureDemo, ensureMigrated } from "./lib/local-database.mjs";
import { DEV_ASSETS, NODE, ROOT, runMain, TIED, toolEnvironment } from "./lib/project.mjs";
import { readPort, serve } from "./lib/serve.mjs";

/** A build creates many short-lived objects, so a large space for new objects saves a quarter of the time. */
const WATCH_FLAGS = [NODE, "--no-warnings", "--max-semi-space-size=64"];

/** @param {"client" | "server"} side @returns resolves when the first build is written */
function watchBuild(side) {
  return new Promise((resolve, reject) => {
    const options = { execPath: TIED, execArgv: WATCH_FLAGS, env: toolEnvironment() };
    const watcher = fork(join(ROOT, "scripts/lib/watch-build.ts"), [side], options);
    watcher.once("message", resolve);
    watcher.once("exit", () => reject(new Error(`The ${side} side could not be built.`)));
  });
}

await runMain(async () => {
  const port = readPort();
  await ensureInstalled();
  await ensureSecrets();
  console.log("Building …");
  rmSync(join(ROOT, "build"), { recursive: true, force: true });
  await bundleSocketIo();
  await watchBuild("client");
  await watchBuild("server");
  await ensureMigrated().then(ensureDemo);
  await serve({
    port,
    args: [`--assets=${DEV_ASSETS}`],
    onReady: (origin) => announce("Happenstance (development)", origin),
  });
});
// Without this call, the watchers would keep the process running.
process.exit();
