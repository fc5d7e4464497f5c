// Serves one build with the parts that can be broken (faulty-worker.ts), by Miniflare alone: wrangler takes seconds to serve
// again after its workerd was killed, while Miniflare starts the next one immediately.
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { ROOT, stateDirectory } from "../../../scripts/lib/project.mjs";
import { readPort } from "../../../scripts/lib/serve.mjs";
import { bundleFaultyWorker } from "./bundle-faulty-worker.mjs";

const [worker = "", assets = ""] = process.argv.slice(2);
const { SECRETS_FILE } = process.env;
process.chdir(ROOT);
const path = await bundleFaultyWorker(worker);
const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", undefined, {
  overrides: { assets: { directory: assets } },
  // Replaces the secrets of the local server.
  ...(SECRETS_FILE ? { envFiles: [SECRETS_FILE] } : {}),
});
const server = new Miniflare({
  ...convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: readPort(),
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.NONE),
    unsafeTriggerHandlers: true,
    workers: [
      {
        ...workerOptions,
        bindings: { ...workerOptions.bindings, LOCAL_OUTBOX: `http://127.0.0.1:${readPort()}` },
        name: "happenstance",
        modulesRoot: stateDirectory(),
        modules: [{ type: "ESModule", path }],
      },
    ],
  }),
  resourcePersistencePath: join(stateDirectory(), "v3"),
});
await server.ready;
