import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { FOUNDERS, type Founded, runModel } from "~/tests/model/run-model";
import { SQL_BUGS, type SqlBug } from "~/tests/model/sql-bugs";
import { bcryptPasswords } from "~/worker/adapters/passwords";
import { callApi, emptyDatabase, runOneCron } from "../../support/api";
import { seedMember } from "../../support/seed";
import worker from "../../support/test-worker";

/*
 * Compares the API with a model of it (tests/model) over sequences of calls, which fast-check draws, and shrinks if an
 * answer differs from the model's. `npm run simulate -- --api N --seed S` draws other and more sequences.
 */

const [RUNS, SEED] = [Number(env.MODEL_RUNS), Number(env.MODEL_SEED)];
const TIMEOUT_MS = 60_000 + RUNS * 60_000;

/** Counts for the command's reporter (`tests/model/reporter.mjs`). */
declare module "vitest" {
  interface TaskMeta {
    line?: string;
    counts?: { runs: number; calls: number; digest: number; reached: Record<string, number> };
  }
}

const PASSWORD = "a fine day for tea";
let hash = "";
let prepare: D1Database["prepare"];

beforeAll(async () => {
  hash = await bcryptPasswords.hash(PASSWORD);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  prepare = Object.getPrototypeOf(env.DB).prepare;
});

afterEach(() => {
  vi.useRealTimers();
});

/** Mulberry32: numbers that follow from a seed. */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Resolves after the call's deferred work too, so that none of it runs during the next call. */
async function fetchAndSettle(request: Request): Promise<Response> {
  const context = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, context);
  await waitOnExecutionContext(context);
  return response;
}

let [chance, events] = [0, 0];
let draw = drawFrom(0);

/** Gives each call or cron its own random numbers, so that a late draw by an object does not shift them. */
function beginEvent(): void {
  events++;
  draw = drawFrom(Math.imul(chance, 31) + Math.imul(events, 0x9e3779b1));
}

const system: Founded = {
  call(method, path, options) {
    beginEvent();
    return callApi(method, path, options, fetchAndSettle);
  },
  setTime: (now) => {
    vi.setSystemTime(now);
  },
  setChance(seed) {
    [chance, events] = [seed, 0];
    beginEvent();
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = draw();
      return array;
    });
  },
  runCron(now) {
    beginEvent();
    return runOneCron("0 0 * * *", now);
  },
  runChores(now) {
    beginEvent();
    return runOneCron("50 * * * *", now);
  },
  async confirmEmail(memberId) {
    const statement = env.DB.prepare(
      "update members set email_verified_at = created_at where id = ?",
    );
    await statement.bind(memberId).run();
  },
  async found() {
    await emptyDatabase();
    const members = [];
    for (const { isAdmin, ...fields } of FOUNDERS) {
      const verified = { password_hash: hash, email_verified_at: Date.now() };
      members.push(await seedMember({ ...fields, ...verified, is_admin: isAdmin ? 1 : 0 }));
    }
    const { email, token } = await seedMember({
      is_admin: 1,
      paused_from: "2030-01-01",
      password_hash: hash,
    });
    return { members, clerk: { email, password: PASSWORD, token } };
  },
};

/** Plants a mistake in the Worker and its objects. @returns a function that counts the changed statements */
function plant({ change }: SqlBug): () => number {
  let changed = 0;
  vi.spyOn(Object.getPrototypeOf(env.DB), "prepare").mockImplementation(function (
    this: D1Database,
    ...[statement]: unknown[]
  ) {
    const other = change(String(statement));
    if (other !== statement) changed++;
    return prepare.call(this, other);
  });
  return () => changed;
}

const ASKED = env.MODEL_BUG.split("; ");
const BUGS = SQL_BUGS.filter(({ name }) => ASKED.includes(name) || ASKED[0] === "all");

it.runIf(env.MODEL_BUG === "")(
  "the API answers sequences of calls as a model of the contract does",
  async ({ task }) => {
    const { calls, digest, reached, failure } = await runModel(system, { runs: RUNS, seed: SEED });
    // An assertion would cut off the sequence in its message.
    if (failure) throw new Error(failure.message);
    task.meta.counts = { runs: RUNS, calls, digest, reached };
  },
  TIMEOUT_MS,
);

it("SQL_BUGS has at least ten mistakes, and the requested ones are among them", () => {
  expect(SQL_BUGS.length).toBeGreaterThanOrEqual(10);
  expect(BUGS.length > 0).toBe(env.MODEL_BUG !== "");
});

it.for(BUGS)(
  "the model finds a Worker that $name",
  { timeout: TIMEOUT_MS },
  async (bug, { task }) => {
    const startedAt = performance.now();
    const countChanged = plant(bug);
    const options = { runs: RUNS, seed: SEED, isShrunk: BUGS.length === 1 };
    const { failure } = await runModel(system, options);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    expect(countChanged()).toBeGreaterThan(0);
    expect(failure).not.toBeNull();
    const line = `${bug.name}: run ${failure?.run}, ${seconds} s`;
    task.meta.line = options.isShrunk ? `${line}\n${failure?.message}` : line;
  },
);
