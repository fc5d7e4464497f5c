/**
 * `npm run bench:night -- [--members 100000] [--rows active,all] [--filled FOLDER]`: a whole night on a database of
 * many members, within the platform's limits.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeVapidKeys } from "../../scripts/lib/ensure-secrets.mjs";
import { ABSENCE_TICK, type Seeded, seedNight } from "./seed.ts";
import { BenchServer, type Sample } from "./server.ts";
import type { Phase } from "./worker.ts";

const { values } = parseArgs({
  options: {
    members: { type: "string", default: "100000" },
    rows: { type: "string", default: "active,all" },
    port: { type: "string", default: "9640" },
    pushes: { type: "string", default: "20" },
    rush: { type: "string", default: "400" },
    /** Folder that keeps the filled databases for another run of the benchmark on the same day. */
    filled: { type: "string" },
  },
});
const members = Number(values.members);
const port = Number(values.port);
const CONFIG = "bench/night/wrangler.toml";
const DAY_MS = 86_400_000;
const RUSH_AT_ONCE = 6;

const TICK_MS = 600_000;

/**
 * The platform's limits for one D1 call and for one invocation of a cron, and the goals of docs/scale.md.
 */
const LIMITS = {
  calls: 1_000,
  statementMs: 2_000,
  callMs: 30_000,
  answerMb: 1,
  memoryMb: 128,
  wallS: 900,
  whyMs: 20,
};

const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/**
 * V8's heap limit for each isolate, in MB. It is half of what an isolate has on the platform, buffers included. Without
 * a limit, V8 keeps garbage for as long as the machine has memory, so the measured memory would say nothing about the
 * run.
 */
const HEAP_MB = 64;

async function startPushService(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => response.writeHead(201).end());
  });
  await new Promise<void>((resolve) => server.listen(port + 7, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${port + 7}`;
}

interface Session {
  conversationId: string | null;
  token: string;
}

async function rush(server: BenchServer, sessions: Session[]) {
  const waits: number[] = [];
  const ask = async (path: string, token: string, body?: object) => {
    const startedAt = performance.now();
    const answer = await fetch(server.url + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (!answer.ok && answer.status !== 404) throw new Error(`${path} answered ${answer.status}`);
    waits.push(performance.now() - startedAt);
  };
  const left = [...sessions];
  await Promise.all(
    Array.from({ length: RUSH_AT_ONCE }, async () => {
      for (let one = left.pop(); one; one = left.pop()) {
        const { conversationId, token } = one;
        await ask("/api/pairings/current", token);
        await ask("/api/pairings/past", token);
        await ask("/api/pairings/today/why", token);
        if (conversationId === null) continue;
        const body = { content: "Good morning", client_id: crypto.randomUUID() };
        await ask(`/api/pairings/conversation/${conversationId}/messages`, token, body);
      }
    }),
  );
  waits.sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.floor((waits.length - 1) * share)] ?? 0);
  return `${waits.length} calls of ${sessions.length} members beside it: half within ${at(0.5)} ms, 95 of 100 within ${at(0.95)}, all within ${at(1)}`;
}

const peakOf = (samples: Sample[], { startedAt, endedAt }: Phase) =>
  samples.reduce(
    (most, { at, mb }) => (at >= startedAt && at <= endedAt ? Math.max(most, mb) : most),
    0,
  );

const cpuAt = (samples: Sample[], at: number) =>
  samples.findLast((sample) => sample.at <= at)?.cpuSeconds ?? 0;

/**
 * The call and the statement that took the most CPU time. The CPU time is that of the whole process, with D1's SQLite,
 * so it is too high if the server does other work meanwhile, as in the rush. A batch's CPU time is divided among its
 * statements in proportion to their time by the clock.
 */
function findLongest(samples: Sample[], { slow }: Phase) {
  let call = { ms: 0, wallMs: 0 };
  let statement = { ms: 0, text: "" };
  for (const { startedAt, endedAt, statements } of slow) {
    const ms = 1000 * (cpuAt(samples, endedAt + SAMPLE_MS) - cpuAt(samples, startedAt));
    if (ms > call.ms) call = { ms, wallMs: endedAt - startedAt };
    const longest = statements.reduce((most, one) => (one.ms > most.ms ? one : most));
    const all = statements.reduce((sum, one) => sum + one.ms, 0);
    const share = all === 0 ? ms : (ms * longest.ms) / all;
    if (share > statement.ms) statement = { ms: share, text: longest.text };
  }
  return { call, statement };
}

const broken: string[] = [];
const SAMPLE_MS = 25;

/** @param d1Mb D1's share of the process's memory, if known */
function report(
  row: string,
  phases: Phase[],
  samples: Sample[],
  { d1Mb = 0, isQueue = false } = {},
): void {
  const calls = phases.reduce((sum, one) => sum + one.calls, 0);
  const wallS = ((phases.at(-1)?.endedAt ?? 0) - (phases[0]?.startedAt ?? 0)) / 1000;
  for (const phase of phases) {
    const { name } = phase;
    const { call, statement } = findLongest(samples, phase);
    const mb = peakOf(samples, phase);
    const answerMb = phase.largestBytes / 1e6;
    const faults = [
      // The limit is per invocation, and one invocation of the queue's consumer handles at most five messages.
      !isQueue && calls > LIMITS.calls && "calls",
      call.ms > LIMITS.callMs && "call",
      statement.ms > LIMITS.statementMs && `statement (${statement.text})`,
      answerMb > LIMITS.answerMb && "answer",
      mb - d1Mb > LIMITS.memoryMb && "memory",
      wallS > LIMITS.wallS && "wall",
    ].filter((fault) => fault !== false);
    if (faults.length > 0) broken.push(`${row}, ${name}: ${faults.join(", ")}`);
    const cells = [
      row,
      name,
      phase.calls,
      phase.rowsRead,
      phase.rowsWritten,
      statement.ms === 0 ? "< 100" : statement.ms.toFixed(0),
      call.ms === 0 ? "< 100" : `${call.ms.toFixed(0)} (${call.wallMs})`,
      answerMb.toFixed(2),
      mb === 0 ? "" : d1Mb === 0 ? mb.toFixed(0) : `${mb.toFixed(0)} (${d1Mb.toFixed(0)})`,
      ((phase.endedAt - phase.startedAt) / 1000).toFixed(1),
      faults.length === 0 ? "fits" : `**breaks**: ${faults.join(", ")}`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

async function rehearse(row: string, state: string, bundle: string, vars: Record<string, string>) {
  const options = { config: CONFIG, vars, heapMb: HEAP_MB };
  const notes: string[] = [];
  const readPhases = async (server: BenchServer) =>
    server
      .get<{ phases: Phase[]; matched: Record<string, unknown> }>("/phases")
      .then(({ phases, matched }) => ({
        phases: phases.filter(({ name }) => name !== "idle"),
        matched,
      }));
  const reading = await BenchServer.start(port, bundle, state, options);
  const read = await reading.sample(() => reading.deliver("2 0 * * *", midnight));
  await reading.stop();
  const d1Mb = read.reduce((most, { mb }) => Math.max(most, mb), 0);
  const server = await BenchServer.start(port, bundle, state, options);
  try {
    const samples = await server.sample(() => server.deliver("0 0 * * *", midnight));
    const { phases, matched } = await readPhases(server);
    const [run] = await server.get<Record<string, unknown>[]>("/runs");
    if (run?.state !== "published") throw new Error("the run is not published");
    report(row, phases, samples, { d1Mb });
    notes.push(
      `${run.members} in the draw, ${run.pairs} pairs, ${run.unmatched} left out, ${run.repeats} repeats (at least ${matched.repeatsAtLeast}); ${samples.at(-1)?.cpuSeconds.toFixed(0)} s of CPU, D1's part included`,
    );
    let queue = {};
    const told = await server.sample(async () => {
      queue = await server.get(`/queue?phase=notify&most=${values.pushes}`);
    });
    report(row, (await readPhases(server)).phases, told, { isQueue: true });
    notes.push(`queue: ${JSON.stringify(queue)}`);
  } finally {
    await server.stop();
  }
  // On the platform, the hourly cron is an invocation of its own. So it gets a new isolate here.
  const chores = await BenchServer.start(port, bundle, state, options);
  try {
    const sessions = await chores.get<Session[]>(`/sessions?count=${values.rush}`);
    const samples = await chores.sample(() => chores.deliver("50 * * * *", midnight + 50 * 60_000));
    report(row, (await readPhases(chores)).phases, samples);
    // Runs the hourly cron again, during members' calls. The first time it ran without them, because the memory of the
    // members' objects would have counted as the cron's.
    const [beside] = await Promise.all([
      rush(chores, sessions),
      chores.deliver("50 * * * *", midnight + 110 * 60_000),
    ]);
    await readPhases(chores);
    notes.push(beside, await askWhy(row, chores, sessions));
    for (const [cron, at, phase] of [
      ["*/10 * * * *", midnight + ABSENCE_TICK * TICK_MS, "tell of absences"],
      ["0 23 * * *", midnight + 23 * 3_600_000, "tell of the last hour"],
    ] as const) {
      const ticked = await chores.sample(() => chores.deliver(cron, at));
      report(row, (await readPhases(chores)).phases, ticked);
      let queue = {};
      const told = await chores.sample(async () => {
        queue = await chores.get(`/queue?phase=${phase}&most=${values.pushes}`);
      });
      report(row, (await readPhases(chores)).phases, told, { isQueue: true });
      notes.push(`${phase}: ${JSON.stringify(queue)}`);
    }
  } finally {
    await chores.stop();
  }
  return notes;
}

/**
 * CPU time of 'why no match' for left-out members, one after another. Another call of the same members is measured too,
 * because it shows the fixed cost of a request here, the simulated platform included.
 */
async function askWhy(row: string, server: BenchServer, sessions: Session[]): Promise<string> {
  const leftOut = sessions.filter(({ conversationId }) => conversationId === null);
  const measure = async (path: string) => {
    const samples = await server.sample(async () => {
      for (const { token } of leftOut) {
        const headers = { authorization: `Bearer ${token}` };
        await (await fetch(server.url + path, { headers })).arrayBuffer();
      }
    });
    return (1000 * (samples.at(-1)?.cpuSeconds ?? 0)) / leftOut.length;
  };
  const other = await measure("/api/pairings/current");
  const why = await measure("/api/pairings/today/why");
  if (why - other > LIMITS.whyMs) broken.push(`${row}, 'why no match'`);
  return `'why no match' of ${leftOut.length} members: ${why.toFixed(1)} ms of CPU each, D1 and the simulated platform included, where 'today's conversation' takes ${other.toFixed(1)} (${LIMITS.whyMs} more are the goal)`;
}

function fill(name: string, activeShare: number, pushService: string) {
  const state = join(values.filled ?? folder, name);
  const mark = join(state, "filled.json");
  const given = { members, activeShare, midnight, pushService };
  if (existsSync(mark)) {
    const kept = JSON.parse(readFileSync(mark, "utf8")) as {
      given: object;
      seeded: Seeded & { seconds: number };
    };
    if (JSON.stringify(kept.given) === JSON.stringify(given)) return { state, ...kept.seeded };
  }
  rmSync(state, { recursive: true, force: true });
  const migrate = ["d1", "migrations", "apply", "DB", "--local", "-c", CONFIG];
  execFileSync("wrangler", [...migrate, "--persist-to", state], {
    env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const startedAt = performance.now();
  const filled = seedNight(state, given);
  const seeded = { ...filled, seconds: Math.round((performance.now() - startedAt) / 1000) };
  writeFileSync(mark, JSON.stringify({ given, seeded }));
  return { state, ...seeded };
}

const folder = mkdtempSync(join(tmpdir(), "bench-night-"));
const bundle = BenchServer.build(join(folder, "bundle"), CONFIG);
try {
  const pushService = await startPushService();
  const vars = { ...makeVapidKeys(), PUSH_TEST_SERVICE: pushService };
  const shares: Record<string, number> = { active: 0.3, all: 1 };
  console.log(
    `| ${members.toLocaleString("en")} members | Phase | D1 calls | Rows read | Rows written | Longest statement (ms of CPU) | Longest call (ms of CPU, by the clock) | Largest answer (MB) | MB above idle (of it D1) | Wall s | Within the limits |`,
  );
  console.log("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|");
  const { calls, statementMs, callMs, answerMb, memoryMb, wallS } = LIMITS;
  console.log(
    `| | limit | ${calls} per invocation | | | ${statementMs} | ${callMs} | ${answerMb} | ${memoryMb} | ${wallS} per invocation | |`,
  );
  const notes: string[] = [];
  for (const name of values.rows.split(",")) {
    const activeShare = shares[name];
    if (activeShare === undefined) throw new Error(`no row is named ${name}`);
    const who = name === "all" ? "all in the draw" : "30 % active";
    const { state, ...seeded } = fill(name, activeShare, pushService);
    notes.push(
      `- ${who}: ${seeded.pairings} pairings of 30 days and ${seeded.devices} devices behind it, ${seeded.megabytes.toFixed(0)} MB in D1, filled in ${seeded.seconds} s`,
    );
    let night = state;
    if (values.filled !== undefined) {
      night = join(folder, name);
      cpSync(state, night, { recursive: true });
    }
    const found = await rehearse(who, night, bundle, vars);
    notes.push(...found.map((note) => `  - ${note}`));
    rmSync(night, { recursive: true });
  }
  console.log(`\n${notes.join("\n")}`);
  console.log(
    broken.length === 0
      ? "\nNothing breaks."
      : `\nBreaks:\n${broken.map((one) => `- ${one}`).join("\n")}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
