// Serves one build as `npm start` does after building, even if the sources change meanwhile. With `faulty` as third argument
// parts of it can be broken (faulty-worker.ts).
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/project.mjs";
import { readPort, serve } from "../../../scripts/lib/serve.mjs";
import { bundleFaultyWorker } from "./bundle-faulty-worker.mjs";

const [worker = "", assets, kind] = process.argv.slice(2);
const { SECRETS_FILE } = process.env;
const script = kind === "faulty" ? await bundleFaultyWorker(worker) : worker;
process.exitCode = await serve({
  port: readPort(),
  args: [
    script,
    "--no-bundle",
    // Wrangler would look for it beside the script.
    `--config=${join(ROOT, "wrangler.toml")}`,
    `--assets=${assets}`,
    // Replaces the secrets of the local server.
    ...(SECRETS_FILE ? [`--env-file=${SECRETS_FILE}`] : []),
  ],
  onReady: () => console.log("ready"),
});
