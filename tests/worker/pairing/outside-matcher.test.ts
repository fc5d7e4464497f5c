import { env } from "cloudflare:workers";
import { answerFrames, receiveResult, sendResult } from "@happenstance/matching";
import { beforeEach, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import type { OutsideMatcher } from "~/core/ports";
import { createMatcher } from "~/worker/adapters/matcher";
import { MatcherObject } from "~/worker/matcher/matcher-object";
import { emptyDatabase } from "../../support/api";
import {
  block,
  countLeftovers,
  createTestDeps,
  type Hooks,
  listDayOffs,
  listPairs,
  listRuns,
  seedMembers,
} from "./support";

beforeEach(emptyDatabase);

type Match = OutsideMatcher["match"];

const toStream = (parts: Iterable<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
/** The container's own code, in this process. */
const matchHere: Match = async (frames) => toStream(await answerFrames(frames));

const at = Date.now();
const ids = { id: () => "the-same-run", secret: () => "secret" };

/** Runs with an outside matcher for runs of every size. The default time limit is never reached. */
const run = (
  match: Match | null,
  { hooks = {}, patienceMs = 600_000 }: { hooks?: Hooks; patienceMs?: number } = {},
) =>
  runPairing(
    {
      ...createTestDeps(hooks),
      random: ids,
      matcher: match && { above: 0, patienceMs, match },
    },
    { at, trigger: "cron" },
  );

/** Removes all runs and waits, as if there had been no night. */
const forget = () =>
  env.DB.exec(
    "delete from pairing_runs; update members set waited = 0, waited_before = 0, waited_on = null",
  );

/** Stores 40 men and 20 women of several ages, so that some men stay without a partner. */
async function seedTown() {
  const people = Array.from({ length: 60 }, (_, i) => [
    `m${i}`,
    {
      gender: i % 3 === 0 ? "Female" : "Male",
      preferred: i % 3 === 0 ? "Male" : "Female",
      dob: `${1970 + (i % 30)}-06-15`,
    },
  ]);
  await seedMembers(Object.fromEntries(people));
  await env.DB.exec("update members set languages = '[\"en\"]' where rowid % 2 = 0");
  await block("m0", "m1", 1);
  return people.length;
}

it("a run has the same pairs whether it is matched in the Worker or outside", async () => {
  await seedTown();
  const left = async () => ({
    pairs: await listPairs({ runId: "the-same-run" }),
    dayOffs: await listDayOffs("the-same-run"),
    runs: (await listRuns()).map(({ pairs, unmatched, repeats }) => [pairs, unmatched, repeats]),
  });
  expect(await run(null)).toMatchObject({ outcome: "complete", pairs: 20, unmatched: 20 });
  const inside = await left();
  await forget();
  let pages = 0;
  await run((frames, signal) => {
    pages++;
    return matchHere(frames, signal);
  });
  expect(pages).toBe(1);
  expect(await left()).toEqual(inside);
});

/** Makes a matcher that changes the right result. */
const matchBadly =
  (change: (pairs: Float64Array, isWoman: (key?: number) => boolean) => void): Match =>
  async (frames) => {
    const result = await receiveResult(toStream(await answerFrames(frames)), 60);
    const { results } = await env.DB.prepare(
      "select rowid as k from members where gender = 'Female'",
    ).all<{ k: number }>();
    const women = new Set<unknown>(results.map(({ k }) => k));
    change(result.pairs, (key) => women.has(key));
    return toStream(sendResult(result));
  };

const cutOff: Match = async (frames) => {
  const [head = new Uint8Array(0)] = await answerFrames(frames);
  return toStream([head]);
};

it.each<[string, Match, number?]>([
  ["can't be reached", () => Promise.reject(new Error("refused"))],
  [
    "dies while it reads the request",
    async (frames) => {
      await frames.getReader().read();
      throw new Error("connection lost");
    },
  ],
  ["dies during its answer", cutOff],
  ["answers before it has read everything", async () => toStream([new Uint8Array(80)])],
  [
    "answers nonsense",
    async (frames) => {
      await new Response(frames).arrayBuffer();
      return toStream([new TextEncoder().encode("<html>what is this, a page of an error</html>")]);
    },
  ],
  ["pairs a member twice", matchBadly((pairs) => void pairs.set([pairs[2] ?? 0]))],
  [
    "pairs incompatible members",
    matchBadly((pairs, isWoman) => {
      // Swaps two pairs so that the women are paired with each other, and so are the men.
      const [a = 0, b = 0, c = 0, d = 0] = pairs;
      pairs.set(isWoman(a) === isWoman(c) ? [a, c, b, d] : [a, d, b, c]);
    }),
  ],
  ["pairs an unknown member", matchBadly((pairs) => void pairs.set([12_345]))],
  ["never reads a page", () => new Promise(() => {}), 100],
  [
    "never answers",
    async (frames) => {
      await new Response(frames).arrayBuffer();
      return new Promise(() => {});
    },
    100,
  ],
])(
  "a run whose matcher %s leaves no rows, and its retry is complete",
  async (_, match, patienceMs) => {
    await seedTown();
    await expect(run(match, { ...(patienceMs !== undefined && { patienceMs }) })).rejects.toThrow();
    expect(await countLeftovers()).toBe(0);
    expect(await listRuns()).toEqual([]);
    expect(await run(matchHere)).toMatchObject({ outcome: "complete", pairs: 20, unmatched: 20 });
    expect(await listRuns()).toHaveLength(1);
  },
);

it("a run calls no outside matcher up to the configured size, nor without a configured matcher", async () => {
  expect(createMatcher(undefined, { matcher: { url: null, above: 0 } })).toBeNull();
  await seedTown();
  const never: Match = () => Promise.reject(new Error("was asked"));
  const deps = {
    ...createTestDeps(),
    matcher: { above: 60, patienceMs: 1, match: never },
  };
  expect(await runPairing(deps, { at, trigger: "cron" })).toMatchObject({ outcome: "complete" });
});

/** A container as the platform gives it to its object. It listens only some polls after its start. */
function createContainer({ startsAfter = 3, answers = true } = {}) {
  const calls: string[] = [];
  let polls = 0;
  const container = {
    running: false,
    start(options: { enableInternet: boolean }) {
      calls.push(`start ${JSON.stringify(options)}`);
      this.running = true;
    },
    setInactivityTimeout: async () => void calls.push("idle"),
    getTcpPort: (port: number) => ({
      async fetch(input: string | Request) {
        const { pathname } = new URL(typeof input === "string" ? input : input.url);
        if (++polls < startsAfter) throw new Error("connection refused");
        calls.push(`${port} ${pathname}`);
        if (!answers) container.running = false;
        if (typeof input === "string") return new Response("ok", { status: answers ? 200 : 500 });
        return new Response(toStream(await answerFrames(input.body as ReadableStream<Uint8Array>)));
      },
    }),
  };
  const object = Object.assign(Object.create(MatcherObject.prototype), { ctx: { container } });
  const matcher = createMatcher(
    { idFromName: () => "id", get: () => object } as unknown as Parameters<typeof createMatcher>[0],
    { matcher: { url: null, above: 0 } },
  );
  if (!matcher) throw new Error("no matcher");
  return { calls, container, matcher };
}

it("the matcher starts its container once, without internet access, and finds it running the next time", async () => {
  await seedTown();
  const { calls, matcher } = createContainer();
  for (const time of ["cold", "warm"]) {
    calls.push(time);
    expect(await run(matcher.match)).toMatchObject({ outcome: "complete", pairs: 20 });
    await forget();
  }
  const request = ["8080 /health", "idle", "8080 /v1/match"];
  expect(calls).toEqual(["cold", 'start {"enableInternet":false}', ...request, "warm", ...request]);
});

it("a run fails and leaves no rows if the matcher's container ends at its start", async () => {
  await seedTown();
  const { matcher } = createContainer({ answers: false });
  await expect(run(matcher.match)).rejects.toThrow("did not start");
  expect(await countLeftovers()).toBe(0);
});
