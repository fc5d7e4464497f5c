/**
 * `npm run bench:pages`: what each page costs on the production build, and Lighthouse's scores on its mobile profile
 * for the public pages and three pages of a member. Writes `bench/pages/results.json` and the tables of the README.
 * `--no-lighthouse` measures bytes only and keeps the recorded scores. `--runs N` takes the median of N runs (default
 * 3). `--only /,/faq` measures these routes and keeps the results of the others, which helps on a machine that is
 * rarely quiet.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../scripts/lib/browser.mjs";
import { ensureInstalled } from "../../scripts/lib/ensure-install.mjs";
import { launch } from "../../scripts/lib/launch.mjs";
import { DEMO_PASSWORD } from "../../scripts/lib/local-database.mjs";
import { NODE, ROOT, runMain, TOOLS } from "../../scripts/lib/project.mjs";
import { writeSection } from "../readme-section.mjs";
import { startCompressingProxy } from "./compressing-proxy.mjs";
import { ROUTES } from "./routes.mjs";
import { pageTables, README, RESULTS } from "./tables.mjs";

const PORT = Number(process.env.PORT ?? 9555);
const ORIGIN = `http://127.0.0.1:${PORT}`;
const EDGE = `http://127.0.0.1:${PORT + 2}`;

const startServer = (state) =>
  launch([NODE, join(ROOT, "scripts/start.mjs")], {
    ready: /Happenstance is at/,
    cwd: ROOT,
    env: { ...process.env, PORT: String(PORT), STATE_DIR: state },
  });

async function call(path, { token, body } = {}) {
  const response = await fetch(ORIGIN + path, {
    method: body ? "POST" : "GET",
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

async function readPaths() {
  const email = "ines@happenstance.example";
  const { token } = await call("/api/auth/login", { body: { email, password: DEMO_PASSWORD } });
  const { conversation, partner } = await call("/api/pairings/current", { token });
  const paths = {
    "/conversation/:id": `/conversation/${conversation.id}`,
    "/user/:id": `/user/${partner.user_id}`,
  };
  return { token, pathOf: ({ name }) => paths[name] ?? name };
}

/** The size as deployed. Text is gzipped here, because the local server sends it plain. */
function sizeOf(url, type, body) {
  const isText =
    /script|document|stylesheet|fetch|manifest|image\/svg/.test(type) || url.endsWith(".svg");
  return isText ? gzipSync(body, { level: 9 }).length : body.length;
}

/** Everything that a first visit with an empty cache loads, until 1.5 s after the page's `load` event. */
async function weigh(browser, route, { token, pathOf }) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  if (route.who) await context.addCookies([{ name: "session", value: token, url: ORIGIN }]);
  const page = await context.newPage();
  const files = [];
  const waiting = [];
  page.on("response", (response) => {
    const url = new URL(response.url());
    // The calls of a live conversation are left out, because its connection never ends.
    if (url.origin !== ORIGIN || /^\/(api|socket\.io)/.test(url.pathname)) return;
    const type = response.request().resourceType();
    const read = response.body().then(
      (body) => files.push({ type, sent: sizeOf(url.pathname, type, body) }),
      () => undefined,
    );
    waiting.push(read);
  });
  await page.goto(ORIGIN + pathOf(route), { waitUntil: "load" });
  await page.waitForTimeout(1_500);
  await Promise.all(waiting);
  await context.close();
  const sum = (wanted) =>
    files.filter(({ type }) => wanted.includes(type)).reduce((total, { sent }) => total + sent, 0);
  return {
    total: files.reduce((total, { sent }) => total + sent, 0),
    script: sum(["script"]),
    style: sum(["stylesheet"]),
    font: sum(["font"]),
    document: sum(["document"]),
    requests: files.length,
  };
}

/**
 * Signs a member in, in the browser context that Lighthouse uses. The cookie has an expiry, because the browser drops
 * session cookies when Lighthouse closes its page after a run.
 */
async function signIn(browser, token) {
  const session = await browser.newBrowserCDPSession();
  const cookie = {
    name: "session",
    value: token,
    url: EDGE,
    httpOnly: true,
    expires: Date.now() / 1_000 + 86_400,
  };
  await session.send("Storage.setCookies", { cookies: [cookie] });
  await session.detach();
}

function keepResults(results) {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  for (const [name, lines] of Object.entries(pageTables())) {
    writeSection(README, name, lines);
    console.log(`\n${lines.join("\n")}`);
  }
  for (const { name, score } of results.scores) {
    if (score.failed.length > 0) console.log(`\n${name} fails ${score.failed.join(", ")}`);
  }
}

function inOrder(now, before) {
  return ROUTES.flatMap(({ name }) => {
    const one = now.find((row) => row.name === name) ?? before.find((row) => row.name === name);
    return one ? [one] : [];
  });
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      lighthouse: { type: "boolean", default: true },
      runs: { type: "string", default: "3" },
      only: { type: "string" },
    },
    allowNegative: true,
  });
  const only = values.only?.split(",");
  const isWanted = ({ name }) => !only || only.includes(name);
  const before = JSON.parse(readFileSync(RESULTS, "utf8"));
  const state = mkdtempSync(join(tmpdir(), "bench-pages-"));
  const server = await startServer(state);
  const stopEdge = await startCompressingProxy(PORT + 2, PORT);
  const debugPort = PORT + 1;
  const options = launchOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...options.args, `--remote-debugging-port=${debugPort}`],
  });
  try {
    const asked = await readPaths();
    const pages = [];
    for (const route of ROUTES.filter(isWanted)) {
      pages.push({ ...route, weight: await weigh(browser, route, asked) });
    }
    const scores = [];
    if (values.lighthouse) {
      await ensureInstalled(TOOLS);
      const { judge } = await import("../../tools/lighthouse.mjs");
      for (const route of ROUTES.filter((one) => (one.isPublic || one.isJudged) && isWanted(one))) {
        console.log(`Lighthouse: ${route.name}`);
        // The session is a cookie and no extra header, because Lighthouse's extra headers get lost when the page sets a
        // cookie.
        if (route.who) await signIn(browser, asked.token);
        const score = await judge(EDGE + asked.pathOf(route), {
          port: debugPort,
          runs: Number(values.runs),
        });
        scores.push({ name: route.name, score });
      }
    }
    keepResults({
      measuredAt: new Date().toISOString(),
      machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
      browser: browser.version(),
      pages: inOrder(pages, before.pages),
      scores: inOrder(scores, before.scores),
    });
  } finally {
    await browser.close();
    stopEdge();
    await server.stop();
    rmSync(state, { recursive: true, force: true });
  }
});
