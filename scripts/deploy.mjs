/**
 * `npm run deploy -- --env staging|production`: migrations first, then the Worker that serves, then the one of the
 * midnight run. Refuses, and says why, when files are not committed or a secret is missing. A migration must leave
 * the Worker that is running in working order, because both run for a moment (CONTRIBUTING.md).
 * `--built` takes the pages as `npm run build` left them, so that the step with the token runs wrangler alone.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  ENVIRONMENTS,
  findMailObstacles,
  findObstacles,
  nameMissingSecrets,
} from "./lib/deploy-checks.mjs";
import { buildPages } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ROOT, run, runMain, runWrangler } from "./lib/project.mjs";

/** The Workers of an environment, in the order of their deployment: the second refers to the first. */
const CONFIGS = ["wrangler.toml", "wrangler.midnight.toml"];

/**
 * Names of a Worker's secrets; null when there is no Worker of that name yet.
 * @param {string} config
 * @param {string} environment
 * @returns {Promise<string[] | null>}
 */
async function listSecrets(config, environment) {
  const args = ["secret", "list", "--config", config, "--env", environment, "--format", "json"];
  try {
    /** @type {{ name: string }[]} */
    const secrets = JSON.parse(await runWrangler(args, { quiet: true }));
    return secrets.map(({ name }) => name);
  } catch {
    return null;
  }
}

await runMain(async () => {
  const { values } = parseArgs({
    options: { env: { type: "string" }, built: { type: "boolean", default: false } },
  });
  const environment = values.env ?? "";
  if (!ENVIRONMENTS.includes(environment)) {
    throw new Error(`Usage: npm run deploy -- --env ${ENVIRONMENTS.join("|")} [--built]`);
  }
  await ensureInstalled();
  const status = await run("git", ["status", "--porcelain"], { quiet: true });
  const changes = status.split("\n").filter(Boolean);
  const configs = CONFIGS.map((name) => ({ name, toml: readFileSync(join(ROOT, name), "utf8") }));
  const committed = findObstacles(environment, { changes, configs });
  // Asked last: only this needs the network, and an account.
  const obstacles = committed.length > 0 ? committed : await findMissing(environment, configs);
  if (obstacles.length > 0) {
    throw new Error(
      `Not deployed to ${environment}.\n${obstacles.map((one) => `- ${one}`).join("\n")}`,
    );
  }
  const commit = (await run("git", ["rev-parse", "--short", "HEAD"], { quiet: true })).trim();
  if (!values.built) await buildPages();
  const env = { CI: "true" };
  await runWrangler(["d1", "migrations", "apply", "DB", "--remote", "--env", environment], { env });
  const label = ["--message", `commit ${commit}`, "--tag", commit];
  for (const config of CONFIGS) {
    await runWrangler(["deploy", "--config", config, "--env", environment, ...label]);
  }
  console.log(
    `\nDeployed ${commit} to ${environment}. Roll back: npx wrangler rollback --env ${environment}`,
  );
});

/**
 * @param {string} environment
 * @param {{ name: string, toml: string }[]} configs
 */
async function findMissing(environment, configs) {
  const missing = [];
  let secrets = null;
  for (const { name } of configs) {
    secrets = await listSecrets(name, environment);
    missing.push(...nameMissingSecrets(name, environment, secrets));
  }
  return [...missing, ...findMailObstacles(environment, { configs, secrets })];
}
