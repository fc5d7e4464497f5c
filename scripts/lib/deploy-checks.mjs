/** Secrets without which the Worker refuses to answer (worker/env.ts). */
export const REQUIRED_SECRETS = ["SESSION_SECRET"];
export const ENVIRONMENTS = ["staging", "production"];

const PLACEHOLDER_ID = "00000000-0000-0000-0000-000000000000";

/** The id of an environment's database in the text of wrangler.toml; null where there is none. */
export function findDatabaseId(toml, environment) {
  const [, section] = toml.split(`[[env.${environment}.d1_databases]]`);
  return /^database_id = "([^"]*)"/m.exec(section?.split("\n[")[0] ?? "")?.[1] ?? null;
}

/**
 * Why a deployment must not begin; empty when it may.
 * @param {{ changes: string[], databaseId: string | null, secrets: string[] | null }} state
 *   `changes` as `git status --porcelain` lists them; `secrets` the names that the Worker has, null
 *   when it is not there yet
 */
export function findObstacles(environment, { changes, databaseId, secrets }) {
  const obstacles = [];
  if (changes.length > 0) {
    obstacles.push(
      `These files are not committed:\n${changes.map((line) => `    ${line}`).join("\n")}`,
    );
  }
  if (!databaseId || databaseId === PLACEHOLDER_ID) {
    obstacles.push(
      `wrangler.toml has no database_id for ${environment}: npx wrangler d1 create happenstance-${environment} prints it.`,
    );
  }
  for (const name of REQUIRED_SECRETS) {
    if (!secrets?.includes(name)) {
      obstacles.push(
        `The secret ${name} is missing: openssl rand -base64 48 | npx wrangler secret put ${name} --env ${environment}`,
      );
    }
  }
  return obstacles;
}
