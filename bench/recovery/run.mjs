/**
 * `npm run bench -- recovery [PROJECT] [PAIRS]`: whether the time of 'forgot password' tells that an address has an account.
 * Each pair is a request for a member's address and one for an unknown address, in the order of a coin, each mailbox once. The server is
 * `npm start` of this project, or of an earlier one in another folder, and its queue has time to carry out what a request leaves.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort, launch } from "../../scripts/lib/launch.mjs";
import { ROOT, runMain } from "../../scripts/lib/project.mjs";

/** Requests that are not measured: the first ones of a server take longer. */
const WARM_UP = 20;
/** After each request, for the queue's consumer. */
const REST_MS = 120;
/** An address may ask 60 times per hour. */
const REQUESTS_PER_ADDRESS = 40;

const [project = ROOT, pairsText = "400"] = process.argv.slice(2);
const pairs = Number(pairsText);

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
/** @param {string} who @param {number} i */
const emailOf = (who, i) => `${who}-${String(i).padStart(4, "0")}@example.org`;

/** @param {string} url */
async function measure(url) {
  let sent = 0;
  /** @param {string} path @param {object} body */
  const post = async (path, body) => {
    const network = Math.floor(sent++ / REQUESTS_PER_ADDRESS);
    const since = performance.now();
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "cf-connecting-ip": `198.${18 + (network >> 8)}.${network & 255}.7`,
      },
      body: JSON.stringify(body),
    });
    await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return performance.now() - since;
  };
  /** @param {string} who @param {number} i */
  const ask = async (who, i) => {
    const ms = await post("/api/auth/forgot-password", { email: emailOf(who, i) });
    await pause(REST_MS);
    return ms;
  };
  const member = {
    name: "Ada",
    dob: "1990-01-01",
    gender: null,
    preferred_match_gender: null,
    password: "a fine day for tea",
  };
  const all = WARM_UP + pairs;
  for (let i = 0; i < all; i++) {
    // Each from the loopback address, whose registrations have no limit.
    const answer = await fetch(`${url}/api/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...member, email: emailOf("known", i) }),
    });
    if (answer.status !== 201) throw new Error(`register: ${answer.status}`);
  }
  /** @type {{ known: number, other: number }[]} */
  const measured = [];
  for (let i = 0; i < all; i++) {
    const isKnownFirst = Math.random() < 0.5;
    const first = await ask(isKnownFirst ? "known" : "other", i);
    const second = await ask(isKnownFirst ? "other" : "known", i);
    measured.push(isKnownFirst ? { known: first, other: second } : { known: second, other: first });
  }
  return measured.slice(WARM_UP);
}

await runMain(async () => {
  if (process.argv.includes("--help")) {
    console.log("Usage: npm run bench -- recovery [PROJECT] [PAIRS]");
    return;
  }
  const state = mkdtempSync(join(tmpdir(), "bench-recovery-"));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await launch(["npm", "start"], {
    ready: /Happenstance is at/,
    cwd: project,
    env: { ...process.env, PORT: String(port), STATE_DIR: state, SEED_DEMO: "0" },
  });
  try {
    const measured = await measure(url);
    const slower = measured.filter(({ known, other }) => known > other).length / measured.length;
    const told = Math.max(slower, 1 - slower);
    const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
    console.log(`${measured.length} pairs, each a member's address and an unknown one`);
    for (const who of /** @type {const} */ (["known", "other"])) {
      console.log(`${who}: median ${median(measured.map((one) => one[who])).toFixed(2)} ms`);
    }
    console.log(
      `the member's is the slower one in ${percent(slower)}; told apart: ${percent(told)}`,
    );
  } finally {
    await server.killGroup("SIGTERM");
    rmSync(state, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
});
