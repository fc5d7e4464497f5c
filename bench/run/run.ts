/**
 * The midnight run on a database of many members, day after day, through the real scheduled handler
 * in workerd: `npm run bench -- run [--members 100000] [--days 8] [--port 9600]`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { collect } from "../../matching/tests/oracle/populations.ts";
import { BenchServer } from "./server.ts";

const { values } = parseArgs({
  options: {
    members: { type: "string", default: "100000" },
    days: { type: "string", default: "8" },
    port: { type: "string", default: "9600" },
    population: { type: "string", default: "realistic" },
  },
});
const size = Number(values.members);
const days = Number(values.days);
const port = Number(values.port);
const DAY = 86_400_000;
const CHUNK = 2_000;

interface RunRow {
  members: number;
  pairs: number;
  unmatched: number;
  repeats: number;
  proven_maximum: number;
  state: string;
}

async function seed(state: string): Promise<void> {
  const { members, blocks } = collect(values.population as "realistic", size, 1);
  const server = await BenchServer.start(port, bundle, state);
  try {
    for (let i = 0; i < members.length; i += CHUNK) {
      const rows = members
        .slice(i, i + CHUNK)
        .map((m) =>
          [m.id, m.dob, m.gender, m.preferred_match_gender, m.latitude, m.longitude].concat([
            m.distance_preference,
            m.minimum_age_preference,
            m.maximum_age_preference,
          ]),
        );
      await server.post("/members", rows);
    }
    for (let i = 0; i < blocks.length; i += CHUNK) {
      await server.post("/blocks", blocks.slice(i, i + CHUNK));
    }
  } finally {
    await server.stop();
  }
}

/** One day on a freshly started server, so that nothing of the day before is in its memory. */
async function runDay(state: string, at: number, isLast: boolean) {
  const counts = { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0 };
  if (isLast) {
    // Counted on a copy: counting makes objects of rows, and so changes what is measured.
    const copy = `${state}-counted`;
    cpSync(state, copy, { recursive: true });
    const server = await BenchServer.start(port, bundle, copy);
    await server.deliverCron(at, "counted");
    Object.assign(counts, await server.get("/"));
    await server.stop();
    rmSync(copy, { recursive: true });
  }
  const reading = await BenchServer.start(port, bundle, state);
  const d1 = await reading.measure(() => reading.deliverCron(at, "read"));
  await reading.stop();
  const server = await BenchServer.start(port, bundle, state);
  try {
    const usage = await server.measure(() => server.deliverCron(at));
    const run = (await server.get<RunRow[]>("/runs")).at(-1);
    if (run?.state !== "published") throw new Error("the run is not published");
    const repeatsAtLeast = await server.get<number | null>("/bound");
    return { usage, d1, run, repeatsAtLeast, counts };
  } finally {
    await server.stop();
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const folder = mkdtempSync(join(tmpdir(), "bench-run-"));
const state = join(folder, "state");
const bundle = BenchServer.build(join(folder, "bundle"));
try {
  const wrangler = ["d1", "migrations", "apply", "DB", "--local", "-c", "bench/run/wrangler.toml"];
  execFileSync("wrangler", [...wrangler, "--persist-to", state], {
    env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
  });
  await seed(state);
  console.log(
    "| Day | Members | Pairs | Left out | Repeats | Proven | MB above idle | of it D1 | CPU s | Wall s | D1 calls | Statements | Rows read | Rows written |",
  );
  console.log(`|${" --: |".repeat(14)}`);
  for (let day = 1; day <= days; day++) {
    // All before today: nothing is open, as at midnight, when yesterday's pairings have expired.
    const at = Date.now() - (days - day + 1) * DAY;
    const { usage, d1, run, repeatsAtLeast, counts } = await runDay(
      state,
      at,
      day === 1 || day === days,
    );
    const counted = Object.values(counts).map((n) => n || "");
    const cells = [
      day,
      run.members,
      run.pairs,
      run.unmatched,
      `${run.repeats}, at least ${repeatsAtLeast ?? "?"}`,
      run.proven_maximum ? "yes" : "no",
    ];
    const measured = [
      usage.peakMb.toFixed(0),
      d1.peakMb.toFixed(0),
      usage.cpuSeconds.toFixed(1),
      usage.wallSeconds.toFixed(1),
    ];
    console.log(`| ${[...cells, ...measured, ...counted].join(" | ")} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
