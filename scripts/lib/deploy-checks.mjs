/** Secrets without which the Worker refuses to answer (worker/env.ts). */
const REQUIRED_SECRETS = ["SESSION_SECRET", "RECORD_SECRET"];
export const ENVIRONMENTS = ["staging", "production"];

const PLACEHOLDER_ID = "00000000-0000-0000-0000-000000000000";

/** The host of the sample addresses in wrangler.toml, reserved by RFC 2606. */
const PLACEHOLDER_HOST = "happenstance.example";

/**
 * Finds a line in a table of a wrangler.toml; null if there is none.
 * @param {string} toml
 * @param {string} table with its brackets
 * @param {RegExp} line
 */
function readLine(toml, table, line) {
  const [, section] = toml.split(table);
  return line.exec(section?.split("\n[")[0] ?? "")?.[1] ?? null;
}

/** The id of an environment's database. @param {string} toml @param {string} environment */
export const findDatabaseId = (toml, environment) =>
  readLine(toml, `[[env.${environment}.d1_databases]]`, /^database_id = "([^"]*)"/m);

/** The https address of an environment. @param {string} toml @param {string} environment */
export const findOrigin = (toml, environment) =>
  readLine(toml, `[env.${environment}.vars]`, /^ORIGIN = "([^"]*)"/m);

/** Whether an environment sends mails, which is so if it names a sender. @param {string} toml @param {string} environment */
const sendsMail = (toml, environment) =>
  readLine(toml, `[env.${environment}.vars]`, /^MAIL_FROM = "([^"]+)"/m) !== null;

/**
 * The obstacles to sending mails; empty if there are none, or if no mails are sent.
 * @param {string} environment
 * @param {{ configs: { name: string, toml: string }[], secrets: string[] | null }} state `configs` the Workers' files, the one
 *   that consumes the queue last; `secrets` the names that it has
 */
export function findMailObstacles(environment, { configs, secrets }) {
  const senders = configs.map(({ toml }) => sendsMail(toml, environment));
  if (!senders.includes(true)) return [];
  const names = configs.map(({ name }) => name).join(" and ");
  if (senders.includes(false)) return [`${names} name MAIL_FROM for ${environment} only in one.`];
  const consumer = configs.at(-1);
  const hasBinding = consumer?.toml.includes(`[[env.${environment}.send_email]]`);
  if (hasBinding || secrets?.includes("RESEND_API_KEY")) return [];
  return [
    `MAIL_FROM is set for ${environment}, and ${consumer?.name} has neither send_email nor the secret RESEND_API_KEY (docs/deploy.md).`,
  ];
}

/**
 * The reasons in the work tree why a deployment must not begin; empty if there are none.
 * @param {string} environment
 * @param {{ changes: string[], configs: { name: string, toml: string }[] }} state `changes` as
 *   `git status --porcelain` lists them; `configs` the Workers' files, which must name one database and one address
 */
export function findObstacles(environment, { changes, configs }) {
  const obstacles = [];
  if (changes.length > 0) {
    obstacles.push(
      `These files are not committed:\n${changes.map((line) => `    ${line}`).join("\n")}`,
    );
  }
  const databases = new Set(configs.map(({ toml }) => findDatabaseId(toml, environment)));
  const origins = new Set(configs.map(({ toml }) => findOrigin(toml, environment)));
  const names = configs.map(({ name }) => name).join(" and ");
  for (const id of databases) {
    if (id && id !== PLACEHOLDER_ID) continue;
    obstacles.push(
      `${names} need a database_id for ${environment}: npx wrangler d1 create happenstance-${environment} prints it.`,
    );
  }
  for (const origin of origins) {
    if (origin && !new URL(origin).hostname.endsWith(PLACEHOLDER_HOST)) continue;
    obstacles.push(`${names} need a domain of yours for ${environment}: ORIGIN, and the route.`);
  }
  if (databases.size > 1 || origins.size > 1) {
    obstacles.push(`${names} name different databases or addresses for ${environment}.`);
  }
  return obstacles;
}

/**
 * The secrets that a Worker lacks, each with the command that sets it.
 * @param {string} config
 * @param {string} environment
 * @param {string[] | null} secrets the names that the Worker has; null if it does not exist yet
 */
export function nameMissingSecrets(config, environment, secrets) {
  return REQUIRED_SECRETS.filter((name) => !secrets?.includes(name)).map(
    (name) =>
      `The secret ${name} is missing: npx wrangler secret put ${name} --config ${config} --env ${environment}, with the same value for both Workers (docs/deploy.md).`,
  );
}
