/** A deployment in steps: 0 % and a smoke test, 10 % and a watch, 100 %; or back (docs/deploy.md, 'In steps'). */
import { setTimeout as pause } from "node:timers/promises";

/** A version is known everywhere a few seconds after it was deployed. */
const KNOWN_TRIES = 60;
const KNOWN_POLL_MS = 1_000;
/** The watch looks every ten minutes; two missed looks and some minutes. */
const LOOK_LATE_MS = 25 * 60_000;
const ANSWER_WITHIN_MS = 20_000;

/** Statements that a Worker which does not know them can live with: they add. */
const ADDS = /^(?:create table|create index|create view|alter table \S+ add)\b/i;

/**
 * Statements of a migration that take away, replace or rewrite: the version before would meet them for as long as both run.
 * @param {string} sql
 */
export const findNotAdditive = (sql) =>
  sql
    .replaceAll(/^\s*--.*$|--> statement-breakpoint/gm, "")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim().replaceAll(/\s+/g, " "))
    .filter((statement) => statement !== "" && !ADDS.test(statement));

/** The lists of object classes, an environment's own too. @param {string} toml */
const readClasses = (toml) =>
  toml
    .match(/^\[\[(?:env\.[\w-]+\.)?migrations\]\]\n(?:(?!\[).*\n?)*/gm)
    ?.map((block) => block.trim()) ?? [];

/**
 * Why a release can't be deployed in steps; empty when it can.
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
 * @property {(part: Part, percent: number) => Promise<void>} split gives the new version of a Worker its share of the requests
 * @property {(line: string) => void} report
 * @property {AbortSignal} signal ends the watch, and goes back
 * @property {number} everyMs between two questions
 * @property {number} leastMs how long the watch lasts at least
 */

/**
 * Leads requests to the new version step by step. The Worker of the crons and the queue follows at the end: it answers no request
 * that could be tested.
 * @param {{ web: Part, midnight: Part }} parts
 * @param {Ports} ports
 * @throws Error with what was bad, when it has led them back
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
 * Asks the new version, whatever its share.
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
 * @throws Error when the version has not answered for itself after a minute
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

/** Expected answers to a visitor. @type {[path: string, status: number, type: string][]} */
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
 * @throws Error that names the entrance which does not answer as it should
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
 * Reads what the watch found at its last look, whichever version answers.
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
 * Repeats the smoke test, and reads what the watch found, until it has looked often enough.
 * @param {Part} web
 * @param {{ lookedAt: string | null, bad: string[] }} known facts that were bad before the deployment
 * @param {{ looks: number, leastMs: number }} duration
 * @param {Ports} ports
 * @throws Error when an entrance fails, a fact turns bad, or the watch does not look
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
