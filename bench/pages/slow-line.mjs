/**
 * When a page can be used on slow 3G: until its scripts have taken it over, as `data-scripts` on its root says. Beside it the
 * same of an earlier commit, built and served in a work tree of its own, in the same run.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PASSWORD } from "../../scripts/demo-members.mjs";
import { launch } from "../../scripts/lib/launch.mjs";
import { NODE, ROOT } from "../../scripts/lib/project.mjs";
import { startCompressingProxy } from "./compressing-proxy.mjs";

/** Two seconds there and back, 400 kbit/s either way. */
const SLOW_3G = {
  offline: false,
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const WITHIN_MS = 120_000;

/**
 * Every script of an earlier `npm start` but the one that installs packages: this commit's are used, which are more.
 * @param {string} folder the work tree
 */
const startScript = (folder) => `
import { ensureBuild } from "${folder}/scripts/lib/ensure-build.mjs";
import { ensureSecrets } from "${folder}/scripts/lib/ensure-secrets.mjs";
import { ensureDemo, ensureMigrated } from "${folder}/scripts/lib/local-database.mjs";
import { readPort, serve } from "${folder}/scripts/lib/serve.mjs";
await ensureSecrets();
const build = await ensureBuild();
await ensureMigrated();
await ensureDemo();
const args = [build.worker, "--no-bundle", \`--assets=\${build.assets}\`];
process.exitCode = await serve({ port: readPort(), args, onReady: () => console.log("ready") });
`;

/**
 * Serves an earlier commit with the demo.
 * @param {string} commit
 * @param {number} port
 * @returns {Promise<() => Promise<void>>} how to stop it; nothing of it stays
 */
async function serveCommit(commit, port) {
  const scratch = mkdtempSync(join(tmpdir(), "bench-commit-"));
  const folder = join(scratch, "tree");
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-C", ROOT, "worktree", ...args], { stdio: "ignore" });
  git("add", "--detach", folder, commit);
  const clear = () => {
    git("remove", "--force", folder);
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const script = join(scratch, "start.mjs");
    writeFileSync(script, startScript(folder));
    const server = await launch([NODE, script], {
      ready: /^ready$/m,
      cwd: folder,
      env: { ...process.env, PORT: String(port), STATE_DIR: join(scratch, "state") },
      withinMs: 400_000,
    });
    return async () => {
      await server.stop();
      clear();
    };
  } catch (error) {
    clear();
    throw error;
  }
}

/**
 * @param {string} origin
 * @returns {Promise<{ token: string, path: string }>} a demo member's session, and the address of the conversation
 */
async function signIn(origin) {
  const email = "ines@happenstance.example";
  const signedIn = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token } = await signedIn.json();
  const current = await fetch(`${origin}/api/pairings/current`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { conversation } = await current.json();
  return { token, path: `/conversation/${conversation.id}` };
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} origin
 * @param {string} path
 * @param {string | null} token
 * @returns {Promise<{ firstPaintMs: number, interactiveMs: number }>} from the navigation's beginning, with an empty cache
 */
async function timePage(browser, origin, path, token) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    serviceWorkers: "block",
  });
  if (token) await context.addCookies([{ name: "session", value: token, url: origin }]);
  await context.addInitScript(() => {
    const seen = /** @type {{ readyAt?: number }} */ (/** @type {unknown} */ (window));
    new MutationObserver(() => {
      if (document.documentElement?.dataset.scripts === "ready") seen.readyAt ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-scripts"] });
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_3G);
  await page.goto(origin + path, { waitUntil: "commit", timeout: WITHIN_MS });
  await page.waitForFunction(() => "readyAt" in window, null, { timeout: WITHIN_MS });
  const times = await page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    interactiveMs: /** @type {{ readyAt: number }} */ (/** @type {unknown} */ (window)).readyAt,
  }));
  await context.close();
  return times;
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {{ origin: string, port: number, runs: number, beside: string }} options `origin` serves this commit; from `port` on
 *   two ports are free; `beside` is the earlier commit
 * @returns {Promise<{ page: string, commit: string, firstPaintMs: number, interactiveMs: number }[]>} the medians, alternately
 *   measured
 */
export async function measureSlowLine(browser, { origin, port, runs, beside }) {
  const stop = await serveCommit(beside, port);
  const stopEdge = await startCompressingProxy(port + 1, port);
  const sites = [
    { commit: "now", origin },
    { commit: beside, origin: `http://127.0.0.1:${port + 1}` },
  ];
  const found = [];
  try {
    for (let run = 0; run < runs; run++) {
      for (const site of sites) {
        const { token, path } = await signIn(site.origin);
        for (const [page, at, who] of [
          ["/", "/", null],
          ["/conversation/:id", path, token],
        ]) {
          const times = await timePage(browser, site.origin, String(at), who ?? null);
          found.push({ page: String(page), commit: site.commit, ...times });
        }
      }
    }
  } finally {
    stopEdge();
    await stop();
  }
  const median = (/** @type {number[]} */ values) =>
    Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
  return ["/", "/conversation/:id"].flatMap((page) =>
    sites.map(({ commit }) => {
      const of = found.filter((one) => one.page === page && one.commit === commit);
      return {
        page,
        commit,
        firstPaintMs: median(of.map((one) => one.firstPaintMs)),
        interactiveMs: median(of.map((one) => one.interactiveMs)),
      };
    }),
  );
}
