/**
 * What the commands take, on a fresh clone of the last commit: `npm run bench -- commands`. Beside them a
 * bare `wrangler dev` of a Worker of one line, the floor of whatever starts or reloads one.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../scripts/lib/launch.mjs";
import { runMain, toolEnvironment } from "../../scripts/lib/project.mjs";

const ROUNDS = 5;
const GIVE_UP_MS = 120_000;
/** The route whose title the reload changes. */
const ROUTE = "app/routes/about.tsx";
const ROOT = new URL("../..", import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), "bench-commands-"));
const clone = join(folder, "clone");
const environment = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
const started = new Set();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

function start(program, args, { cwd, env = environment }) {
  const child = spawn(program, args, { cwd, env, stdio: "ignore", detached: true });
  started.add(child);
  child.once("exit", () => started.delete(child));
  return child;
}

async function stop(child) {
  const isGone = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGTERM");
  await isGone;
}

/** Seconds from `since` until the page of a server holds the words. */
async function waitFor(child, url, words, since) {
  while (performance.now() - since < GIVE_UP_MS) {
    if (!started.has(child)) throw new Error(`the server of ${url} ended`);
    const text = await fetch(url).then(
      (answer) => answer.text(),
      () => "",
    );
    if (text.includes(words)) return (performance.now() - since) / 1000;
    // Asking more often takes the time from what it waits for.
    await pause(50);
  }
  throw new Error(`${url} never said ${words}`);
}

async function timeStart(state) {
  const port = await findFreePort();
  const env = { ...environment, PORT: String(port), STATE_DIR: join(folder, state) };
  const since = performance.now();
  const child = start("npm", ["start"], { cwd: clone, env });
  const seconds = await waitFor(child, `http://127.0.0.1:${port}/about`, "</html>", since);
  await stop(child);
  return seconds;
}

/** Median seconds from a change of a file to the page that shows it. */
async function timeReloads(child, url, change) {
  const seconds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const words = `round-${round}-${Date.now()}`;
    change(words);
    seconds.push(await waitFor(child, url, words, performance.now()));
    // Until what follows on the change is done as well: no developer saves every second.
    await pause(4_000);
  }
  return median(seconds);
}

async function timeDev() {
  const port = await findFreePort();
  const env = { ...environment, PORT: String(port), STATE_DIR: join(folder, "dev") };
  const url = `http://127.0.0.1:${port}/about`;
  const child = start("npm", ["run", "dev"], { cwd: clone, env });
  await waitFor(child, url, "</html>", performance.now());
  await pause(3_000);
  const file = join(clone, ROUTE);
  const source = readFileSync(file, "utf8");
  const title = /title: "[^"]*"/;
  if (!title.test(source)) throw new Error(`${ROUTE} has no title to change`);
  const seconds = await timeReloads(child, url, (words) =>
    writeFileSync(file, source.replace(title, `title: "${words}"`)),
  );
  writeFileSync(file, source);
  await stop(child);
  return seconds;
}

async function timeFloor() {
  const bare = join(folder, "bare");
  mkdirSync(bare);
  const file = join(bare, "index.js");
  const write = (words) =>
    writeFileSync(file, `export default { fetch: () => new Response("${words}") };\n`);
  write("hello");
  writeFileSync(
    join(bare, "wrangler.toml"),
    'name = "bare"\nmain = "index.js"\ncompatibility_date = "2026-01-01"\n',
  );
  const port = await findFreePort();
  const wrangler = join(clone, "node_modules/wrangler/bin/wrangler.js");
  const args = ["dev", "--port", String(port), "--inspector-port", "0"];
  const url = `http://127.0.0.1:${port}/`;
  const since = performance.now();
  const child = start(process.execPath, [wrangler, ...args], {
    cwd: bare,
    env: { ...toolEnvironment(), CI: "true", WRANGLER_SEND_METRICS: "false" },
  });
  const startTime = await waitFor(child, url, "hello", since);
  await pause(1_000);
  const reload = await timeReloads(child, url, write);
  await stop(child);
  return { start: startTime, reload };
}

function measureSizes() {
  const wrangler = join(clone, "node_modules/wrangler/bin/wrangler.js");
  const args = ["deploy", "--dry-run", "--env", "production", "--outdir", join(folder, "out")];
  const printed = execFileSync(process.execPath, [wrangler, ...args], {
    cwd: clone,
    env: { ...toolEnvironment(), CI: "true", WRANGLER_SEND_METRICS: "false" },
    encoding: "utf8",
  });
  const [, raw, gzip] = /Total Upload: ([\d.]+ KiB) \/ gzip: ([\d.]+ KiB)/.exec(printed) ?? [];
  const used = execFileSync("du", ["-sm", "node_modules"], { cwd: clone, encoding: "utf8" });
  return { raw, gzip, installed: `${used.split("\t")[0]} MB` };
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => {
  for (const child of started) process.kill(-child.pid, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

function print(what, seconds, floor) {
  const times = floor === undefined ? "" : (seconds / floor).toFixed(1);
  console.log(`| ${what} | ${seconds.toFixed(1)} s | ${times} |`);
}

await runMain(async () => {
  console.log("| What | Time | Times the floor |\n|---|--:|--:|");
  execFileSync("git", ["clone", "--quiet", "--local", ROOT, clone]);
  const since = performance.now();
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: clone, env: environment });
  print("`npm ci`", (performance.now() - since) / 1000);
  const floor = await timeFloor();
  print("the floor: a bare `wrangler dev` starts", floor.start);
  print("the floor: a bare `wrangler dev` reloads", floor.reload);
  const first = await timeStart("first");
  print("`npm start`, first: builds, migrates, fills in the demo", first, floor.start);
  print("`npm start` again, on the same state", await timeStart("first"), floor.start);
  print("`npm start` on a new state", await timeStart("second"), floor.start);
  print("`npm run dev`: from a change in a route to the page", await timeDev(), floor.reload);
  const { raw, gzip, installed } = measureSizes();
  console.log(`\nWorker ${raw}, gzip ${gzip}; node_modules ${installed}`);
});
