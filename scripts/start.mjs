/**
 * `npm start`: takes a fresh clone to a running server. Each step is skipped if it is already done
 * (docs/rules.md#running). It reads PORT (8787), STATE_DIR (.wrangler/state) and SEED_DEMO (1).
 */
import { ensureBuild } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ensureSecrets } from "./lib/ensure-secrets.mjs";
import { announce, ensureDemo, ensureMigrated } from "./lib/local-database.mjs";
import { runMain } from "./lib/project.mjs";
import { readPort, serve } from "./lib/serve.mjs";

const MS_PER_DAY = 86_400_000;

/**
 * @param {string} origin
 * @param {string} cron one of wrangler.midnight.toml's
 */
async function runCron(origin, cron) {
  const midnight = Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY;
  const query = new URLSearchParams({ cron, time: String(midnight) });
  await fetch(`${origin}/cdn-cgi/handler/scheduled?${query}`);
}

/**
 * @param {boolean} hasDemo
 * @returns whether the demo members were loaded now
 */
async function prepareDatabase(hasDemo) {
  await ensureMigrated();
  return hasDemo && (await ensureDemo());
}

await runMain(async () => {
  const port = readPort();
  const origin = `http://127.0.0.1:${port}`;
  const hasDemo = process.env.SEED_DEMO !== "0";
  await ensureInstalled();
  await ensureSecrets();
  const [build, isNewDemo] = await Promise.all([ensureBuild(), prepareDatabase(hasDemo)]);
  console.log("Starting …");
  process.exitCode = await serve({
    port,
    args: [build.worker, "--no-bundle", `--assets=${build.assets}`],
    async onReady() {
      // Writes the demo's messages, and runs the jobs that an earlier server left.
      await runCron(origin, "*/10 * * * *");
      // The demo's conversations of an earlier start are over by now, so this makes today's pairs, as the run at
      // midnight would have.
      if (hasDemo && !isNewDemo) await runCron(origin, "0 0 * * *");
      announce("Happenstance", origin, hasDemo);
    },
  });
});
