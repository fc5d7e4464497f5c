// Serves one build as `npm start` does after building, even if the sources change meanwhile.
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
    // Wrangler would look for it beside the script.
    `--config=${join(ROOT, "wrangler.toml")}`,
    `--assets=${assets}`,
    // Replaces the secrets of the local server.
    ...(SECRETS_FILE ? [`--env-file=${SECRETS_FILE}`] : []),
  ],
  onReady: () => console.log("ready"),
});
