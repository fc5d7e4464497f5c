/**
 * `npm run shots -- --out DIR [--only PART,PART] [--large-text]`: takes screenshots of every screen and state with demo
 * data, at desktop 1280 and phone 390, light and dark, from temporary servers. DIR/index.html shows them all. The
 * README's two pictures and the sheet of the states (`docs/pictures`) are renewed too. `--large-text` doubles the
 * letters of all of them, and renews none.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { DEMO_PASSWORD } from "./demo-members.mjs";
import { launchOptions } from "./lib/browser-options.mjs";
import { findFreePort, launch } from "./lib/launch.mjs";
import { executeFile } from "./lib/local-database.mjs";
import { NODE, ROOT, run, runMain } from "./lib/project.mjs";
import {
  BROKEN_SHOTS,
  EMPTY_SHOTS,
  MANY_SHOTS,
  MEMBER_SHOTS,
  PUBLIC_SHOTS,
  STATE_SHOTS,
} from "./lib/shot-list.mjs";

/**
 * @typedef {import("@playwright/test").Browser} Browser
 * @typedef {import("./lib/shot-list.mjs").Demo} Demo
 * @typedef {import("./lib/shot-list.mjs").Shot} Shot
 * @typedef {import("./lib/shot-list.mjs").SignedIn} SignedIn
 * @typedef {{ device: "desktop" | "phone", scheme: "light" | "dark" }} Variant
 * @typedef {{ folder: string, only: string | undefined, largeText: boolean }} Options
 */

const DEVICES = /** @type {const} */ (["desktop", "phone"]);
const SCHEMES = /** @type {const} */ (["light", "dark"]);
/** @type {Variant[]} */
const VARIANTS = DEVICES.flatMap((device) => SCHEMES.map((scheme) => ({ device, scheme })));
const VIEWPORTS = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
const CONCURRENCY = 2;
const MS_PER_DAY = 86_400_000;
/** The number of members, enough for two pages of pairings. */
const MANY_MEMBERS = 26;
const NAMES = ["Maren Holt", "Tomas Lindqvist", "Yara Quist", "Ilse Brandt", "Wren Ashby"];

/** A server with a state folder of its own. `stop` removes both. */
async function startServer(env = {}) {
  const state = mkdtempSync(join(tmpdir(), "shots-"));
  const port = await findFreePort();
  const server = await launch([NODE, join(ROOT, "scripts/start.mjs")], {
    ready: /Happenstance is at/,
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port), STATE_DIR: state },
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    state,
    async stop() {
      await server.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/**
 * Makes one call of the API. A refusal is thrown as an error.
 * @param {string} origin
 * @param {string} method
 * @param {string} path
 * @param {{ token?: string, body?: object }} [options]
 */
async function call(origin, method, path, { token, body } = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer;
}

const signIn = (/** @type {string} */ origin, /** @type {string} */ slug) =>
  call(origin, "POST", "/api/auth/login", {
    body: { email: `${slug}@happenstance.example`, password: DEMO_PASSWORD },
  });

const register = (
  /** @type {string} */ origin,
  /** @type {string} */ slug,
  /** @type {string} */ name,
) =>
  call(origin, "POST", "/api/auth/register", {
    body: {
      name,
      email: `${slug}@happenstance.example`,
      password: DEMO_PASSWORD,
      dob: "1993-03-03",
      gender: null,
      preferred_match_gender: null,
    },
  });

/**
 * Demo members by their role, and the conversations of the shots.
 * @param {string} origin
 * @returns {Promise<Demo>}
 */
async function readDemo(origin) {
  const [admin, blocker, blocked, incomplete, newcomer] = await Promise.all([
    signIn(origin, "ines"),
    signIn(origin, "noor"),
    signIn(origin, "robin"),
    signIn(origin, "elias"),
    register(origin, "newcomer", "Wren Ashby"),
  ]);
  const current = await call(origin, "GET", "/api/pairings/current", admin);
  const past = await call(origin, "GET", "/api/pairings/past", admin);
  const blockerPast = await call(origin, "GET", "/api/pairings/past", blocker);
  const blocks = await call(origin, "GET", "/api/blocks", blocker);
  const quarrel = blockerPast.find(
    (/** @type {{ partner_id: string }} */ one) => one.partner_id === blocks[0].user_id,
  );
  return {
    // The demo's admin is also an ordinary member, with a conversation today.
    members: { admin, paired: admin, blocker, blocked, dayOff: blocked, incomplete, newcomer },
    today: current.conversation.id,
    partnerId: current.partner.user_id,
    past: past[0].conversation_id,
    quarrel: quarrel.conversation_id,
  };
}

/**
 * Opens a page for the shot's member, with the shot's time on its clock.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {Pick<Parameters<typeof takeShot>[1], "origin" | "demo" | "shot">} options
 */
async function openPage(context, { origin, demo, shot }) {
  if (shot.who) {
    const member = demo.members[shot.who];
    if (!member) throw new Error(`the demo has no ${shot.who}`);
    await context.addCookies([{ name: "session", value: member.token, url: origin }]);
  }
  if (shot.consent !== false) {
    await context.addInitScript(() => localStorage.setItem("cookieConsent", "declined"));
  }
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  if (shot.minutesLeft !== undefined) {
    const midnight = (Math.floor(Date.now() / MS_PER_DAY) + 1) * MS_PER_DAY;
    await page.clock.install({ time: midnight - shot.minutesLeft * 60_000 });
  }
  if (shot.movesClock) await page.clock.install();
  return page;
}

/**
 * @param {Browser} browser
 * @param {Options & { origin: string, demo: Demo, shot: Shot, variant: Variant }} options
 * @returns {Promise<string[]>} the faults
 */
async function takeShot(browser, { origin, demo, shot, variant, folder, largeText }) {
  const { device, scheme } = variant;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: VIEWPORTS[device],
    deviceScaleFactor: 1,
    isMobile: device === "phone",
    hasTouch: device === "phone",
    colorScheme: scheme,
    javaScriptEnabled: shot.scripts !== false,
    reducedMotion: "reduce",
  });
  /** @type {string[]} */
  const faults = [];
  try {
    const page = await openPage(context, { origin, demo, shot });
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(shot.path(demo), { waitUntil: "load" });
    // A live conversation polls forever, so the network never becomes idle.
    if (shot.scripts !== false) {
      await page.waitForFunction(
        () =>
          document.documentElement.dataset.scripts === "ready" &&
          document.fonts.status === "loaded",
      );
      await page.waitForTimeout(400);
    }
    if (shot.largeText || largeText) {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
    }
    if (shot.hold) await page.route("**/*.data*", () => {});
    await shot.act?.(page);
    if (shot.inReadme) {
      await page.evaluate(() => {
        document.documentElement.style.scrollbarWidth = "none";
      });
    }
    await page.waitForTimeout(250);
    const path = join(folder, `${shot.name}--${device}-${scheme}.png`);
    await page.screenshot({ path, fullPage: !shot.view });
    if (shot.inReadme && !largeText && device === "desktop" && scheme === "light") {
      copyFileSync(path, join(ROOT, "docs/pictures", `${shot.name}.png`));
    }
  } catch (error) {
    faults.push(String(error instanceof Error ? error.message.split("\n")[0] : error));
  } finally {
    await context.close();
  }
  return faults.map((fault) => `${shot.name} ${device} ${scheme}: ${fault}`);
}

/**
 * @param {Shot} shot
 * @param {string | undefined} only parts of names, separated by commas; if missing, all shots are wanted
 */
const isWanted = ({ name }, only) => !only || only.split(",").some((part) => name.includes(part));

/**
 * @param {Browser} browser
 * @param {Options & { origin: string, demo: Demo, shots: Shot[] }} options
 */
async function takeShots(browser, options) {
  const { shots, only } = options;
  const wanted = shots.filter((shot) => isWanted(shot, only));
  const jobs = wanted.flatMap((shot) =>
    VARIANTS.filter(({ device }) => !shot.only || shot.only === device).map((variant) => ({
      shot,
      variant,
    })),
  );
  /** @type {string[]} */
  const faults = [];
  const worker = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      faults.push(...(await takeShot(browser, { ...options, ...job })));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { names: wanted.map(({ name }) => name), faults };
}

/**
 * Writes a page with all pictures, a row per screen.
 * @param {string} folder
 * @param {string[]} names
 */
function writeIndex(folder, names) {
  const figure = (/** @type {string} */ name, /** @type {Variant} */ { device, scheme }) => {
    const file = `${name}--${device}-${scheme}.png`;
    if (!existsSync(join(folder, file))) return "";
    return `<a href="${file}"><img src="${file}" alt="${name}, ${device}, ${scheme}" class="${device}" loading="lazy"></a>`;
  };
  const rows = names.map(
    (name) =>
      `<section><h2>${name}</h2><div>${VARIANTS.map((variant) => figure(name, variant)).join("")}</div></section>`,
  );
  const style =
    "body{font:16px system-ui;margin:2rem;background:#888}div{display:flex;gap:1rem;align-items:start;overflow:auto}.desktop{width:640px}.phone{width:195px}";
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join("\n")}</html>\n`,
  );
}

/**
 * Writes `docs/pictures/states.png`: the first view of every state on a phone. It is not renewed if the picture of a
 * state is missing.
 * @param {Browser} browser
 * @param {Options} options
 */
async function writeStatesSheet(browser, { folder, largeText }) {
  const files = STATE_SHOTS.map(({ name }) => ({ name, file: `${name}--phone-light.png` }));
  if (largeText || !files.every(({ file }) => existsSync(join(folder, file)))) return;
  const figures = files.map(({ name, file }) => {
    const caption = name.replace("state-", "").replaceAll("-", " ");
    return `<figure><img src="${file}" alt=""><figcaption>${caption}</figcaption></figure>`;
  });
  const { width, height } = VIEWPORTS.phone;
  const style = `body{margin:0;padding:24px;background:#ddd;font:15px system-ui}main{display:grid;grid-template-columns:repeat(6,${width / 2}px);gap:20px}figure{margin:0}img{display:block;width:${width / 2}px;height:${height / 2}px;object-fit:cover;object-position:top}figcaption{padding-top:6px;text-align:center}`;
  const sheet = join(folder, "states.html");
  writeFileSync(
    sheet,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>States</title><style>${style}</style><main>${figures.join("")}</main></html>\n`,
  );
  const page = await browser.newPage({ viewport: { width: 1318, height: 800 } });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: join(ROOT, "docs/pictures/states.png"), fullPage: true });
  await page.close();
}

/**
 * @param {Browser} browser
 * @param {Options} options
 */
async function shootDemo(browser, options) {
  if (![...PUBLIC_SHOTS, ...MEMBER_SHOTS].some((shot) => isWanted(shot, options.only))) return [];
  const server = await startServer();
  try {
    const demo = await readDemo(server.origin);
    const shots = [...PUBLIC_SHOTS, ...MEMBER_SHOTS];
    return [await takeShots(browser, { ...options, ...server, demo, shots })];
  } finally {
    await server.stop();
  }
}

/** Places at sea, far from each other. @param {number} index */
const spot = (index) => ({
  latitude: -50 + 3 * index,
  longitude: -120.5,
  location: "Open Sea, Pacific",
  timezone: "UTC-08:00",
  distance_preference: 5,
});

/**
 * Brings a member into each state: by calls of an admin and of members, and by SQL statements for states that need time
 * to pass.
 * @param {Browser} browser
 * @param {Options} options
 */
async function shootStates(browser, options) {
  if (!STATE_SHOTS.some((shot) => isWanted(shot, options.only))) return [];
  const server = await startServer({ SEED_DEMO: "0", REQUIRE_VERIFIED_EMAIL: "1" });
  const { origin, state } = server;
  const sql = async (/** @type {string[]} */ statements) => {
    process.env.STATE_DIR = state;
    const file = join(state, "states.sql");
    writeFileSync(file, `${statements.join(";\n")};\n`);
    await executeFile(file);
  };
  let named = 0;
  const registerAt = async (/** @type {string} */ slug, /** @type {number} */ index) => {
    const member = await register(origin, slug, NAMES[named++ % NAMES.length] ?? slug);
    await call(origin, "PUT", "/api/users/profile", { ...member, body: spot(index) });
    return member;
  };
  try {
    const { user } = await register(origin, "ada", "Ada Winter");
    await run(NODE, [join(ROOT, "scripts/admin.mjs"), "grant", user.email], {
      env: { STATE_DIR: state },
      quiet: true,
    });
    const admin = await signIn(origin, "ada");
    /** @type {SignedIn[][]} */
    const couples = [];
    for (const [one, other] of [
      ["partner-not-here", "waits"],
      ["paired", "here"],
      ["ended-by-own-block", "ended-early"],
      ["suspended", "ended-early-first"],
    ]) {
      const index = couples.length;
      couples.push([await registerAt(`${one}`, index), await registerAt(`${other}`, index)]);
    }
    const leftOut = await registerAt("left-out", 8);
    await sql(["update members set email_verified_at = 1"]);
    await call(origin, "POST", "/api/pairings/trigger-pairings", admin);
    /** @type {Record<string, SignedIn>} */
    const members = { admin, "left-out": leftOut };
    for (const member of couples.flat()) {
      members[String(member.user.email.split("@")[0])] = member;
    }
    const late = ["in-the-draw", "unconfirmed", "skips", "paused", "incomplete", "too-young"];
    for (const [i, slug] of [...late, "away", "banned", "being-drawn"].entries()) {
      members[slug] = await registerAt(slug, 10 + i);
    }
    const find = (/** @type {string} */ slug) => {
      const member = members[slug];
      if (!member) throw new Error(`no ${slug}`);
      return member;
    };
    const here = find("here");
    const { conversation } = await call(origin, "GET", "/api/pairings/current", here);
    await call(origin, "GET", `/api/pairings/conversation/${conversation.id}/messages`, here);
    const ended = find("ended-early").user.id;
    await call(origin, "POST", `/api/blocks/${ended}`, find("ended-by-own-block"));
    for (const [slug, pause] of [
      ["skips", "tomorrow"],
      ["paused", "open"],
    ]) {
      await call(origin, "PUT", "/api/users/availability", {
        ...find(`${slug}`),
        body: { pause },
      });
    }
    for (const [slug, kind] of [
      ["suspended", { kind: "suspend", days: 3 }],
      ["banned", { kind: "ban" }],
    ]) {
      await call(origin, "POST", `/api/admin/members/${find(`${slug}`).user.id}/actions`, {
        ...admin,
        body: { ...Object(kind), reason: "spam", text: "You sold a course." },
      });
    }
    const day = (/** @type {number} */ days) =>
      new Date(Date.now() - days * MS_PER_DAY).toISOString().slice(0, 10);
    const change = (/** @type {string} */ slug, /** @type {string} */ columns) =>
      `update members set ${columns} where id = '${find(slug).user.id}'`;
    await sql([
      `update members set email_verified_at = 1 where id <> '${find("unconfirmed").user.id}'`,
      change("left-out", "waited = 3"),
      change("incomplete", "dob = '1990-02-31'"),
      change("too-young", `dob = '${day(17 * 365)}'`),
      change("away", `last_seen_on = '${day(20)}', absence_told_on = '${day(6)}'`),
    ]);
    const demo = { members };
    return [await takeShots(browser, { ...options, origin, demo, shots: STATE_SHOTS })];
  } finally {
    await server.stop();
  }
}

/**
 * Shots of empty pages, then of long lists, then of failures. Each state is made from the one before.
 * @param {Browser} browser
 * @param {Options} options
 */
async function shootExtremes(browser, options) {
  const extremes = [...EMPTY_SHOTS, ...MANY_SHOTS, ...BROKEN_SHOTS];
  if (!extremes.some((shot) => isWanted(shot, options.only))) return [];
  const server = await startServer({ SEED_DEMO: "0" });
  const { origin, state } = server;
  const take = (/** @type {Demo} */ demo, /** @type {Shot[]} */ shots) =>
    takeShots(browser, { ...options, origin, demo, shots });
  try {
    const { user } = await register(origin, "ada", "Ada Winter");
    const env = { STATE_DIR: state };
    await run(NODE, [join(ROOT, "scripts/admin.mjs"), "grant", user.email], {
      env,
      quiet: true,
    });
    // The grant has ended the session that the registration began.
    const admin = await signIn(origin, "ada");
    const demo = { members: { admin } };
    const empty = await take(demo, EMPTY_SHOTS);
    const members = [];
    for (let i = 1; i <= MANY_MEMBERS; i++) {
      members.push(
        await register(origin, `guest-${i}`, `Guest Number ${String(i).padStart(2, "0")}`),
      );
    }
    await call(origin, "POST", "/api/pairings/trigger-pairings", admin);
    for (const { user } of members.slice(0, 3)) {
      await call(origin, "POST", `/api/blocks/${user.id}`, admin);
    }
    const many = await take(demo, MANY_SHOTS);
    process.env.STATE_DIR = state;
    const file = join(state, "break.sql");
    writeFileSync(
      file,
      "drop view unblocked_pairings;\ndrop view blocked_pairs;\nalter table blocks rename to gone_blocks;\n",
    );
    await executeFile(file);
    return [empty, many, await take(demo, BROKEN_SHOTS)];
  } finally {
    await server.stop();
  }
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: "string" },
      only: { type: "string" },
      "large-text": { type: "boolean", default: false },
    },
  });
  if (!values.out) throw new Error("Say where to: npm run shots -- --out DIR");
  const folder = resolve(values.out);
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    ...launchOptions(),
    // Shows real scrollbars, because hidden ones leave an empty gutter.
    ignoreDefaultArgs: ["--hide-scrollbars"],
  });
  try {
    const options = { folder, only: values.only, largeText: values["large-text"] };
    const taken = [
      ...(await shootDemo(browser, options)),
      ...(await shootStates(browser, options)),
      ...(await shootExtremes(browser, options)),
    ];
    writeIndex(
      folder,
      taken.flatMap(({ names }) => names),
    );
    const faults = taken.flatMap((one) => one.faults);
    if (faults.length === 0) await writeStatesSheet(browser, options);
    for (const fault of faults) console.error(fault);
    console.log(
      `${taken.flatMap(({ names }) => names).length} screens and states are in ${join(folder, "index.html")}`,
    );
    if (faults.length > 0) throw new Error(`${faults.length} of them went wrong.`);
  } finally {
    await browser.close();
  }
});
