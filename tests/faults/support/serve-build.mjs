// Serves a given build as `npm start` does. It builds nothing, so the sources may change meanwhile.
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/project.mjs";
import { readPort, serve } from "../../../scripts/lib/serve.mjs";

const [worker = "", assets] = process.argv.slice(2);
const { SECRETS_FILE } = process.env;
process.exitCode = await serve({
  port: readPort(),
  args: [
    worker,
    "--no-bundle",
    // By default, wrangler would look for its configuration beside the script.
    `--config=${join(ROOT, "wrangler.toml")}`,
    `--assets=${assets}`,
    // These secrets replace those of `.dev.vars`.
    ...(SECRETS_FILE ? [`--env-file=${SECRETS_FILE}`] : []),
  ],
  onReady: () => console.log("ready"),
});
