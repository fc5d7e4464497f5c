/**
 * `npm run deploy -- --env staging|production`: migrations first, then the Worker. Refuses, and says
 * why, when files are not committed or a secret is missing. A migration must leave the Worker that
 * is running in working order, for both are there at once for a moment (CONTRIBUTING.md).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ENVIRONMENTS, findDatabaseId, findObstacles } from "./lib/deploy-checks.mjs";
import { buildPages } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { ROOT, run, runMain, runWrangler } from "./lib/project.mjs";

/** Names of the secrets; null when there is no Worker of that name yet. */
async function listSecrets(environment) {
  try {
    const output = await runWrangler(["secret", "list", "--env", environment, "--format", "json"], {
      quiet: true,
    });
    return JSON.parse(output).map(({ name }) => name);
  } catch {
    return null;
  }
}

await runMain(async () => {
  const { values } = parseArgs({ options: { env: { type: "string" } } });
  const environment = values.env ?? "";
  if (!ENVIRONMENTS.includes(environment)) {
    throw new Error(`Usage: npm run deploy -- --env ${ENVIRONMENTS.join("|")}`);
  }
  await ensureInstalled();
  const status = await run("git", ["status", "--porcelain"], { quiet: true });
  const changes = status.split("\n").filter(Boolean);
  const databaseId = findDatabaseId(readFileSync(join(ROOT, "wrangler.toml"), "utf8"), environment);
  // Asked last: only this needs the network, and an account.
  const isReady = findObstacles(environment, { changes, databaseId, secrets: ["SESSION_SECRET"] });
  const secrets = isReady.length > 0 ? ["SESSION_SECRET"] : await listSecrets(environment);
  const obstacles = findObstacles(environment, { changes, databaseId, secrets });
  if (obstacles.length > 0) {
    throw new Error(
      `Not deployed to ${environment}.\n${obstacles.map((one) => `- ${one}`).join("\n")}`,
    );
  }
  const commit = (await run("git", ["rev-parse", "--short", "HEAD"], { quiet: true })).trim();
  await buildPages();
  const env = { CI: "true" };
  await runWrangler(["d1", "migrations", "apply", "DB", "--remote", "--env", environment], { env });
  await runWrangler([
    "deploy",
    "--env",
    environment,
    "--message",
    `commit ${commit}`,
    "--tag",
    commit,
  ]);
  console.log(
    `\nDeployed ${commit} to ${environment}. Roll back: npx wrangler rollback --env ${environment}`,
  );
});
