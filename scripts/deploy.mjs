/**
 * `npm run deploy -- --env staging|production`: applies the migrations, then deploys the Worker that serves, then the
 * one of the midnight run. Refuses, with the reason, if files are not committed or a secret is missing. The running
 * Worker must work after a migration, because both are used together for a moment (CONTRIBUTING.md).
 * `--built` uses the pages of an earlier `npm run build`, so that the step with the token runs only wrangler.
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

/** The Workers of an environment, in the order of their deployment, because the second refers to the first. */
const CONFIGS = ["wrangler.toml", "wrangler.midnight.toml"];

/** @param {string[]} args */
const git = (...args) => run("git", args, { quiet: true });

/**
 * Names of a Worker's secrets; null if there is no Worker of that name yet.
 * @param {string} config
 * @param {string} environment
 * @returns {Promise<string[] | null>}
 */
async function listSecrets(config, environment) {
  try {
    /** @type {{ name: string }[]} */
    const secrets = JSON.parse(
      await runWrangler(
        ["secret", "list", "--format", "json", "--config", config, "--env", environment],
        { quiet: true },
      ),
    );
    return secrets.map(({ name }) => name);
  } catch {
    return null;
  }
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      built: { type: "boolean", default: false },
    },
  });
  const environment = values.env ?? "";
  if (!ENVIRONMENTS.includes(environment)) {
    throw new Error(`Usage: npm run deploy -- --env ${ENVIRONMENTS.join("|")} [--built]`);
  }
  await ensureInstalled();
  const changes = (await git("status", "--porcelain")).split("\n").filter(Boolean);
  const configs = CONFIGS.map((name) => ({ name, toml: readFileSync(join(ROOT, name), "utf8") }));
  const committed = findObstacles(environment, { changes, configs });
  // Checked last, because only this needs the network and an account.
  const obstacles = committed.length > 0 ? committed : await findMissing(environment, configs);
  if (obstacles.length > 0) throw refusal(environment, obstacles);
  const commit = (await git("rev-parse", "--short", "HEAD")).trim();
  if (!values.built) await buildPages();
  const label = ["--message", `commit ${commit}`, "--tag", commit];
  await runWrangler(["d1", "migrations", "apply", "DB", "--remote", "--env", environment], {
    env: { CI: "true" },
  });
  for (const config of CONFIGS) {
    await runWrangler(["deploy", "--config", config, "--env", environment, ...label]);
  }
  console.log(
    `\nDeployed ${commit} to ${environment}. Roll back: npx wrangler rollback --env ${environment}`,
  );
});

/** @param {string} environment @param {string[]} obstacles */
function refusal(environment, obstacles) {
  return new Error(
    `Not deployed to ${environment}.\n${obstacles.map((one) => `- ${one}`).join("\n")}`,
  );
}

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
