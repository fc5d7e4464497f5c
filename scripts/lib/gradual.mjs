/**
 * A deployment in steps: 0 % and a smoke test, 10 % and a watch, 100 %. If a step fails, it goes back (docs/deploy.md,
 * 'In steps').
 */
import { setTimeout as pause } from "node:timers/promises";

/** The platform knows a version everywhere a few seconds after its deployment. */
const KNOWN_TRIES = 60;
const KNOWN_POLL_MS = 1_000;
/** The watch looks every ten minutes. It is late after two missed looks and some minutes. */
const LOOK_LATE_MS = 25 * 60_000;
const ANSWER_WITHIN_MS = 20_000;

/** Statements that only add something, so a Worker that does not know them still works. */
const ADDS = /^(?:create table|create index|create view|alter table \S+ add)\b/i;

/**
 * Statements of a migration that remove, replace or rewrite something. The earlier version would meet the result while
 * both run.
 * @param {string} sql
 */
export const findNotAdditive = (sql) =>
  sql
    .replaceAll(/^\s*--.*$|--> statement-breakpoint/gm, "")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim().replaceAll(/\s+/g, " "))
    .filter((statement) => statement !== "" && !ADDS.test(statement));

/** The lists of object classes, including those of an environment. @param {string} toml */
const readClasses = (toml) =>
  toml
    .match(/^\[\[(?:env\.[\w-]+\.)?migrations\]\]\n(?:(?!\[).*\n?)*/gm)
    ?.map((block) => block.trim()) ?? [];

/**
 * The reasons why a release can't be deployed in steps; empty if there are none.
 * @param {{ tomls: { before: string, now: string }, migrations: { name: string, sql: string }[] }} release
 *   `tomls` the files of both Workers; `migrations` those that the running version doesn't have
 */
export function findNotGradual({ tomls, migrations }) {
  const obstacles = [];
  if (readClasses(tomls.before).join() !== readClasses(tomls.now).join()) {
    obstacles.push(
      "The list of object classes changes ([[migrations]]): the platform takes no two versions with different lists (error 10211).",
    );
  }
  for (const { name, sql } of migrations) {
    const [statement] = findNotAdditive(sql);
    if (!statement) continue;
    obstacles.push(
      `${name} does more than add, and the running version meets it for as long as both run: ${statement.slice(0, 80)}`,
    );
  }
  return obstacles;
}

/**
 * @typedef {object} Part a Worker of the deployment
 * @property {string} name as the platform knows it
 * @property {string} before the version that runs
 * @property {string} next the version that was uploaded
 *
 * @typedef {object} Ports
 * @property {string} origin the address at which members reach it
 * @property {(part: Part, percent: number) => Promise<void>} split gives the new version of a Worker this share of the requests
 * @property {(line: string) => void} report
 * @property {AbortSignal} signal aborts the watch, and returns to the earlier version
 * @property {number} everyMs between two requests
 * @property {number} leastMs how long the watch lasts at least
 */

/**
 * Gives the new version its requests step by step. The Worker of the crons and the queue follows at the end, because it
 * answers no requests, so it can't be tested.
 * @param {{ web: Part, midnight: Part }} parts
 * @param {Ports} ports
 * @throws Error with the failure, after the earlier version has all requests again
 */
export async function deployGradually({ web, midnight }, ports) {
  const { split, report } = ports;
  const known = await readWatch(ports);
  const moved = [web];
  try {
    report("0 %: smoke test of the new version …");
    await split(web, 0);
    await waitUntilKnown(web, ports);
    await smoke(web, ports);
    report("10 %: watching …");
    await split(web, 10);
    await watch(web, known, { looks: 2, leastMs: ports.leastMs }, ports);
    report("100 %: one more look of the watch, by the new crons …");
    await split(web, 100);
    moved.push(midnight);
    await split(midnight, 100);
    await watch(web, known, { looks: 1, leastMs: 0 }, ports);
  } catch (error) {
    report("Back to the version before …");
    for (const part of moved) await split({ ...part, before: part.next, next: part.before }, 100);
    throw ports.signal.aborted ? ports.signal.reason : error;
  }
}

/**
 * Sends a request to the new version, whatever its share is.
 * @param {Part} web
 * @param {string} path
 * @param {Ports} ports
 */
async function ask({ name, next }, path, { origin, signal }) {
  return fetch(`${origin}${path}`, {
    headers: { "Cloudflare-Workers-Version-Overrides": `${name}="${next}"` },
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
}

/**
 * @param {Part} web
 * @param {Ports} ports
 * @throws Error if /healthz does not answer from the new version within a minute
 */
async function waitUntilKnown(web, ports) {
  for (let tries = 1; ; tries++) {
    const answer = await ask(web, "/healthz", ports).catch(() => null);
    const health = await answer?.json().catch(() => null);
    if (health?.version === web.next) return;
    ports.signal.throwIfAborted();
    if (tries === KNOWN_TRIES) {
      throw new Error(
        `/healthz answered ${answer?.status ?? "nothing"} from version ${health?.version ?? "unknown"}, not from ${web.next}.`,
      );
    }
    await pause(Math.min(KNOWN_POLL_MS, ports.everyMs), undefined, { signal: ports.signal });
  }
}

/** The expected answers to a visitor. @type {[path: string, status: number, type: string][]} */
const ENTRANCES = [
  ["/healthz", 200, "application/json"],
  ["/", 200, "text/html"],
  ["/login", 200, "text/html"],
  ["/draw.json", 200, "application/json"],
  ["/api/users/me", 401, "application/json"],
];

/**
 * @param {Part} web
 * @param {Ports} ports
 * @throws Error that names the address with an unexpected answer
 */
async function smoke(web, ports) {
  for (const [path, status, type] of ENTRANCES) {
    const answer = await ask(web, path, ports);
    const text = await answer.text();
    if (answer.status !== status || !answer.headers.get("content-type")?.startsWith(type)) {
      throw new Error(`${path} answered ${answer.status} ${answer.headers.get("content-type")}.`);
    }
    if (path !== "/") continue;
    const [script] = /\/assets\/[\w./-]+\.js/.exec(text) ?? [];
    if (!script) throw new Error("/ names no script.");
    const file = await ask(web, script, ports);
    await file.arrayBuffer();
    if (file.status !== 200) throw new Error(`${script}, named by /, answered ${file.status}.`);
  }
}

/**
 * Reads the result of the watch's last look. Either version may answer.
 * @param {Ports} ports
 * @returns {Promise<{ lookedAt: string | null, bad: string[] }>}
 */
async function readWatch({ origin, signal }) {
  const answer = await fetch(`${origin}/healthz?deep`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  /** @type {{ status: string, watch?: { lookedAt: string | null, bad: { fact: string }[] } }} */
  const { status, watch: found } = await answer.json();
  const facts = found?.bad.map(({ fact }) => fact) ?? [];
  return {
    lookedAt: found?.lookedAt ?? null,
    bad: status === "down" ? [...facts, "/healthz is down"] : facts,
  };
}

/**
 * Repeats the smoke test and reads the watch's results, until the watch has looked often enough.
 * @param {Part} web
 * @param {{ lookedAt: string | null, bad: string[] }} known facts that were bad before the deployment
 * @param {{ looks: number, leastMs: number }} duration
 * @param {Ports} ports
 * @throws Error if an address fails, a fact turns bad, or the watch does not look
 */
async function watch(web, known, { looks, leastMs }, ports) {
  const begunAt = Date.now();
  const seen = new Set([(await readWatch(ports)).lookedAt]);
  for (;;) {
    await pause(ports.everyMs, undefined, { signal: ports.signal });
    await smoke(web, ports);
    const { lookedAt, bad } = await readWatch(ports);
    const news = bad.filter((fact) => !known.bad.includes(fact));
    if (news.length > 0) {
      throw new Error(`Bad since the deployment: ${news.join(", ")} (docs/runbooks.md).`);
    }
    seen.add(lookedAt);
    const hasLooked = seen.size > looks;
    const passedMs = Date.now() - begunAt;
    if (hasLooked && passedMs >= leastMs) return;
    if (!hasLooked && passedMs > leastMs + looks * LOOK_LATE_MS) {
      throw new Error("The watch has not looked since: do the crons run?");
    }
  }
}
