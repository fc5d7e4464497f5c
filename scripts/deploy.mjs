/**
 * `npm run deploy -- --env staging|production`: applies the migrations, then deploys the Worker that serves, then the
 * one of the midnight run. Refuses, with the reason, if files are not committed or a secret is missing. The running
 * Worker must work after a migration, because both are used together for a moment (CONTRIBUTING.md).
 * `--built` uses the pages of an earlier `npm run build`, so that the step with the token runs only wrangler.
 * `--gradual` gives the new version its requests in steps (docs/deploy.md, 'In steps').
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  ENVIRONMENTS,
  findMailObstacles,
  findObstacles,
  findOrigin,
  nameMissingSecrets,
} from "./lib/deploy-checks.mjs";
import { buildPages } from "./lib/ensure-build.mjs";
import { ensureInstalled } from "./lib/ensure-install.mjs";
import { deployGradually, findNotGradual } from "./lib/gradual.mjs";
import { ROOT, run, runMain, runWrangler } from "./lib/project.mjs";
import { tagRelease } from "./lib/releases.mjs";

/** The Workers of an environment, in the order of their deployment, because the second refers to the first. */
const CONFIGS = ["wrangler.toml", "wrangler.midnight.toml"];

/** @param {string[]} args */
const git = (...args) => run("git", args, { quiet: true });

/**
 * Runs a wrangler command that prints JSON about a Worker.
 * @param {string[]} command
 * @param {string} config
 * @param {string} environment
 */
const readJson = async (command, config, environment) =>
  JSON.parse(
    await runWrangler([...command, "--config", config, "--env", environment], { quiet: true }),
  );

/**
 * Names of a Worker's secrets; null if there is no Worker of that name yet.
 * @param {string} config
 * @param {string} environment
 * @returns {Promise<string[] | null>}
 */
async function listSecrets(config, environment) {
  try {
    /** @type {{ name: string }[]} */
    const secrets = await readJson(["secret", "list", "--format", "json"], config, environment);
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
      gradual: { type: "boolean", default: false },
      from: { type: "string" },
      minutes: { type: "string", default: "10" },
      every: { type: "string", default: "15" },
    },
  });
  const environment = values.env ?? "";
  const [minutes, seconds] = [Number(values.minutes), Number(values.every)];
  if (!ENVIRONMENTS.includes(environment) || !(minutes >= 0 && seconds >= 0)) {
    throw new Error(
      `Usage: npm run deploy -- --env ${ENVIRONMENTS.join("|")} [--built] [--gradual [--minutes 10] [--every 15] [--from COMMIT]]`,
    );
  }
  await ensureInstalled();
  const changes = (await git("status", "--porcelain")).split("\n").filter(Boolean);
  const configs = CONFIGS.map((name) => ({ name, toml: readFileSync(join(ROOT, name), "utf8") }));
  const committed = findObstacles(environment, { changes, configs });
  // Checked last, because only this needs the network and an account.
  const obstacles = committed.length > 0 ? committed : await findMissing(environment, configs);
  if (obstacles.length > 0) throw refusal(environment, obstacles);
  const commit = (await git("rev-parse", "--short", "HEAD")).trim();
  const running = values.gradual ? await findRunning(environment, values.from) : [];
  if (!values.built) await buildPages();
  const label = ["--message", `commit ${commit}`, "--tag", commit];
  if (values.gradual) {
    const ports = {
      origin: findOrigin(configs[0]?.toml ?? "", environment) ?? "",
      everyMs: seconds * 1_000,
      leastMs: minutes * 60_000,
    };
    await deployInSteps(environment, { running, label, ports });
  } else {
    await migrate(environment);
    for (const config of CONFIGS) {
      await runWrangler(["deploy", "--config", config, "--env", environment, ...label]);
    }
  }
  if (environment === "production") console.log(`\nTagged ${await tagRelease()}.`);
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

/** @param {string} environment */
async function migrate(environment) {
  await runWrangler(["d1", "migrations", "apply", "DB", "--remote", "--env", environment], {
    env: { CI: "true" },
  });
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

/**
 * The version of each Worker that gets all requests now.
 * @param {string} environment
 * @param {string} [from] the commit that runs, needed if the versions don't name it
 * @throws Error with the reason why a release can't be deployed in steps
 */
async function findRunning(environment, from) {
  const running = [];
  const commits = new Set(from ? [from] : []);
  for (const config of CONFIGS) {
    const status = ["deployments", "status", "--json"];
    /** @type {{ versions: { version_id: string }[] } | null} */
    const deployment = await readJson(status, config, environment).catch(() => null);
    const [version, other] = deployment?.versions ?? [];
    if (!version || other) {
      const state = other
        ? "two versions already: npx wrangler versions deploy ends that"
        : "no version yet: the first deployment goes without --gradual";
      throw refusal(environment, [`${config} has ${state}.`]);
    }
    running.push(version.version_id);
    if (from) continue;
    const view = ["versions", "view", version.version_id, "--json"];
    const { annotations } = await readJson(view, config, environment);
    commits.add(annotations?.["workers/tag"] ?? "");
  }
  const [commit = "", another] = commits;
  const isKnown = commit !== "" && (await hasCommit(commit));
  if (another !== undefined || !isKnown) {
    throw refusal(environment, [
      another === undefined
        ? `The commit of the running version (${commit || "it names none, as after a secret was set"}) is not in this clone: fetch it, or name it by --from COMMIT.`
        : `The two Workers run different commits (${[...commits].join(", ")}): deploy without --gradual, or name one by --from COMMIT.`,
    ]);
  }
  const added = [
    "diff",
    "--name-only",
    "--diff-filter=AM",
    commit,
    "HEAD",
    "--",
    "migrations/*.sql",
  ];
  const names = (await git(...added)).split("\n").filter(Boolean);
  const read = (/** @type {string} */ name) => readFileSync(join(ROOT, name), "utf8");
  const before = await Promise.all(CONFIGS.map((config) => git("show", `${commit}:${config}`)));
  const obstacles = findNotGradual({
    tomls: { before: before.join("\n"), now: CONFIGS.map(read).join("\n") },
    migrations: names.map((name) => ({ name, sql: read(name) })),
  });
  if (obstacles.length > 0) {
    throw refusal(environment, [...obstacles, "Deploy it without --gradual."]);
  }
  return running;
}

/** @param {string} commit */
async function hasCommit(commit) {
  return git("cat-file", "-e", `${commit}^{commit}`).then(
    () => true,
    () => false,
  );
}

/**
 * Uploads both Workers before it changes the database, so that a refusal by the platform comes first.
 * @param {string} environment
 * @param {{ running: string[], label: string[], ports: { origin: string, everyMs: number, leastMs: number } }} release
 */
async function deployInSteps(environment, { running, label, ports }) {
  /** @type {{ config: string, before: string, name: string, next: string }[]} */
  const parts = [];
  for (const [i, config] of CONFIGS.entries()) {
    parts.push({ config, before: running[i] ?? "", ...(await upload(config, environment, label)) });
  }
  const [web, midnight] = parts;
  if (!web || !midnight) return;
  await migrate(environment);
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => interrupted.abort(new Error("Interrupted.")));
  }
  await deployGradually(
    { web, midnight },
    {
      ...ports,
      signal: interrupted.signal,
      report: (line) => console.log(`\n${line}`),
      async split({ name, before, next }, percent) {
        const config = parts.find((one) => one.name === name)?.config ?? "";
        const shares =
          percent === 100
            ? [`${next}@100%`]
            : [`${before}@${100 - percent}%`, `${next}@${percent}%`];
        const where = ["--config", config, "--env", environment, "--yes"];
        await runWrangler(["versions", "deploy", ...shares, ...where]);
      },
    },
  );
  // Crons, consumers and the domain do not belong to a version, so they are deployed separately.
  for (const config of CONFIGS) {
    await runWrangler(["triggers", "deploy", "--config", config, "--env", environment]);
  }
}

/**
 * @param {string} config
 * @param {string} environment
 * @param {string[]} label
 * @returns {Promise<{ name: string, next: string }>} the Worker's name, and the id of the new version
 */
async function upload(config, environment, label) {
  const folder = mkdtempSync(join(tmpdir(), "upload-"));
  const path = join(folder, "output.ndjson");
  try {
    await runWrangler(["versions", "upload", "--config", config, "--env", environment, ...label], {
      env: { WRANGLER_OUTPUT_FILE_PATH: path },
    });
    const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
    const uploaded = lines
      .map((line) => JSON.parse(line))
      .find(({ type }) => type === "version-upload");
    return { name: uploaded.worker_name, next: uploaded.version_id };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
