// What `npm start` does once everything is in place: serves one build, whatever happens to the sources meanwhile.
// With a third argument that script is served, for which `~/worker/index` is the build.
import { readPort, serve } from "../../../scripts/lib/serve.mjs";

const [worker, assets, wrapper] = process.argv.slice(2);
const { SECRETS_FILE } = process.env;
const script = wrapper ? [wrapper, `--alias=~/worker/index:${worker}`] : [worker, "--no-bundle"];
process.exitCode = await serve({
  port: readPort(),
  // In place of the local server's own secrets.
  args: [...script, `--assets=${assets}`, ...(SECRETS_FILE ? [`--env-file=${SECRETS_FILE}`] : [])],
  onReady: () => console.log("ready"),
});
