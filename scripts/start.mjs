/**
 * `npm start` takes a fresh clone to a running server, and skips steps that are already done (docs/rules.md#running).
 * The command reads PORT (8787), STATE_DIR (.wrangler/state) and SEED_DEMO (1).
 */
import { ensureBuild } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ensureSecrets } from "./lib/ensure-secrets.mjs";
import { announce, ensureDemo, ensureMigrated, HAS_DEMO } from "./lib/local-database.mjs";
import { runMain } from "./lib/project.mjs";
import { readPort, serve } from "./lib/serve.mjs";

const MS_PER_DAY = 86_400_000;

await runMain(async () => {
  const port = readPort();
  await ensureInstalled();
  await ensureSecrets();
  const [build, isNewDemo] = await Promise.all([ensureBuild(), ensureMigrated().then(ensureDemo)]);
  console.log("Starting …");
  await serve({
    port,
    args: [build.worker, "--no-bundle", `--assets=${build.assets}`],
    async onReady(origin) {
      const time = String(Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY);
      // The first cron imports the demo's messages, and runs the jobs that an earlier server left. The midnight cron
      // pairs everyone again if the demo was loaded on an earlier day, because its conversations have ended.
      for (const cron of ["*/10 * * * *", ...(HAS_DEMO && !isNewDemo ? ["0 0 * * *"] : [])]) {
        const query = new URLSearchParams({ cron, time });
        await fetch(`${origin}/cdn-cgi/handler/scheduled?${query}`);
      }
      announce("Happenstance", origin);
    },
  });
});
