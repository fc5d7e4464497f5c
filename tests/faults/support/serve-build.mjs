// What `npm start` does once everything is in place: serves one build, whatever happens to the sources meanwhile.
// With `faulty` as third argument the parts around it can be broken (faulty-worker.ts).
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/project.mjs";
import { readPort, serve } from "../../../scripts/lib/serve.mjs";
import { bundleFaultyWorker } from "./bundle-faulty-worker.mjs";

const [worker = "", assets, kind] = process.argv.slice(2);
const { SECRETS_FILE } = process.env;
const script = kind === "faulty" ? await bundleFaultyWorker(worker) : worker;
process.exitCode = await serve({
  port: readPort(),
  // In place of the local server's own secrets.
  args: [
    script,
    "--no-bundle",
    // Wrangler looks for it around the script.
    `--config=${join(ROOT, "wrangler.toml")}`,
    `--assets=${assets}`,
    ...(SECRETS_FILE ? [`--env-file=${SECRETS_FILE}`] : []),
  ],
  onReady: () => console.log("ready"),
});
