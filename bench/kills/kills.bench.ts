import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { QuestionDto } from "~/core/shared/contract";
import { orderFaults, STOP_HEADER, type Stop } from "~/tests/faults/support/faults";
import { LiveServer, type Pair } from "~/tests/faults/support/live-server";
import { runSoak } from "~/tests/faults/support/soak";

/**
 * `npm run bench -- kills/kills`: kills workerd under load, first at each step of every call that decides about a
 * conversation, then at random moments.
 */
const KILLS = Number(process.env.KILLS ?? 1_000);
const WITHIN_MS = 60_000 * Number(process.env.WITHIN_MINUTES ?? 600);
/**
 * After this many kills, new pairs begin to write. Otherwise the list of messages, which is read after each kill, would
 * grow without end.
 */
const KILLS_PER_ROUND = 50;
const PAIRS_PER_ROUND = 6;
const SEND_EVERY_MS = 1_500;
const POLL_MS = 10;

let directory: string;
let server: LiveServer;
let pairs: Pair[];
const sockets: Socket[] = [];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "kills-"));
  ({ server, pairs } = await LiveServer.open(directory));
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server?.kill();
  await rm(directory, { recursive: true, force: true });
});

function takePair(): Pair {
  const pair = pairs.pop();
  if (!pair) throw new Error("no pair left: PAIRS=… gives more");
  return pair;
}

/** A call that decides about a conversation. Ann is the first member of the pair, and Ben the second. */
interface Work {
  name: string;
  prepare?(pair: Pair): Promise<unknown>;
  /** @param headers tell the server at which step to stop */
  run(pair: Pair, headers: Record<string, string>): Promise<Response>;
  expected: { isBlocked: boolean } | { isThere: boolean } | { isRevealed: boolean };
}

const block = ({ members: [ann, ben] }: Pair, headers = {}) =>
  server.call(ann, "POST", `/blocks/${ben.memberId}`, undefined, headers);

const answer = ({ conversationId, members }: Pair, who: 0 | 1, headers = {}) => {
  const path = `/pairings/conversation/${conversationId}/questions/1`;
  return server.call(
    members[who],
    "PUT",
    path,
    { answer: `${members[who].memberId} says` },
    headers,
  );
};

const WORKS: Work[] = [
  {
    name: "answer",
    run: (pair, headers) => answer(pair, 0, headers),
    expected: { isRevealed: false },
  },
  {
    name: "second answer",
    prepare: (pair) => answer(pair, 1),
    run: (pair, headers) => answer(pair, 0, headers),
    expected: { isRevealed: true },
  },
  { name: "block", run: block, expected: { isBlocked: true } },
  {
    name: "unblocking",
    prepare: block,
    run: ({ members: [ann, ben] }, headers) =>
      server.call(ann, "DELETE", `/blocks/${ben.memberId}`, undefined, headers),
    expected: { isBlocked: false },
  },
  {
    name: "deletion",
    run: ({ members: [ann] }, headers) =>
      server.call(ann, "DELETE", "/users/account", undefined, headers),
    expected: { isThere: false },
  },
];

const runCron = (stop?: Stop) => orderFaults(server.url, { cron: "*/10 * * * *", stop });

/** A killed cron's jobs are due again only after a pause. So all jobs are made due before the next cron runs. */
const runLaterCron = async () => {
  await orderFaults(server.url, { sql: "update jobs set next_attempt_at = 0" });
  return runCron();
};

async function isStopped(work: Promise<object>): Promise<boolean> {
  let isAnswered = false;
  // Handles the rejection, because the kill rejects `work` after this function has returned.
  work.then(
    () => (isAnswered = true),
    () => {},
  );
  while (!isAnswered) {
    if ((await orderFaults(server.url, {})).isStopped) return true;
    await sleep(POLL_MS);
  }
  const answer = await work;
  if (answer instanceof Response && !answer.ok) {
    throw new Error(`a work was answered ${answer.status}`);
  }
  return false;
}

async function openTalk(): Promise<Pair> {
  const pair = takePair();
  const { conversationId, members } = pair;
  for (const [i, member] of members.entries()) {
    const socket = server.connect(member, i === 0 ? "own" : "auth", {
      conversation: conversationId,
    });
    sockets.push(socket);
    const joined = new Promise((resolve) => socket.once("joined_conversation", resolve));
    socket.on("connect", () => socket.emit("join_conversation", conversationId));
    await joined;
    expect((await say(pair, i as 0 | 1)).status).toBe(201);
  }
  return pair;
}

const wordsOf = ({ conversationId }: Pair) => `the words of ${conversationId}`;

const say = (pair: Pair, who: 0 | 1) => {
  const path = `/pairings/conversation/${pair.conversationId}/messages`;
  return server.call(pair.members[who], "POST", path, { content: wordsOf(pair) });
};

const count = async (from: string) => {
  const { rows } = await orderFaults(server.url, { sql: `select count(*) as n from ${from}` });
  return Number(rows[0]?.n);
};

async function check(pair: Pair, { name, expected }: Work, isAnswered: boolean): Promise<void> {
  const { conversationId, members } = pair;
  const [ann] = members;
  const [isThere, hasAnn, isBlocked] = await Promise.all([
    count(`pairings where id = '${conversationId}'`),
    count(`members where id = '${ann.memberId}'`),
    count(`blocks where blocker_id = '${ann.memberId}'`),
  ]);
  const { standing } = await orderFaults(server.url, {
    standing: conversationId,
  });
  const { status } = await say(pair, 1);
  const isRevealed =
    isThere === 1 && isBlocked === 0 && (await checkAnswers(pair, name, isAnswered));
  const seen = { isThere: isThere === 1, isBlocked: isBlocked === 1, isRevealed };
  expect([name, isThere, standing, status === 201]).toEqual([
    name,
    hasAnn,
    !seen.isThere ? "nothing" : seen.isBlocked ? "blocked" : "open",
    seen.isThere && !seen.isBlocked,
  ]);
  if (isAnswered) expect([name, seen]).toMatchObject([name, expected]);
}

/**
 * Checks the answers to the first question. Each member must see their own answer, and the partner's answer only if
 * both have answered.
 * @returns whether the answers are revealed
 */
async function checkAnswers({ conversationId, members }: Pair, name: string, isAnswered: boolean) {
  const path = `/pairings/conversation/${conversationId}/questions`;
  const [ann, ben] = (await Promise.all(
    members.map(async (member) => {
      const response = await server.call(member, "GET", path);
      return ((await response.json()) as QuestionDto[])[0];
    }),
  )) as [QuestionDto, QuestionDto];
  const [annSays, benSays] = members.map(({ memberId }) => `${memberId} says`);
  const hasBen = name === "second answer";
  const hasAnn = ann.mine !== null;
  if (isAnswered && name.endsWith("answer")) expect([name, hasAnn]).toEqual([name, true]);
  const isRevealed = hasAnn && hasBen;
  const told = (mine: boolean, other: boolean, texts: [unknown, unknown]) => ({
    mine: mine ? texts[0] : null,
    theirs: isRevealed ? texts[1] : null,
    partner_answered: other,
  });
  expect([name, ann]).toMatchObject([name, told(hasAnn, hasBen, [annSays, benSays])]);
  expect([name, ben]).toMatchObject([name, told(hasBen, hasAnn, [benSays, annSays])]);
  return isRevealed;
}

const talks: { pair: Pair; name: string }[] = [];

/**
 * For each step of each call, starts the call and yields once it has stopped at this step, so that the caller kills the
 * server. Then runs the cron and checks the conversation.
 */
async function* stopEachWork(): AsyncGenerator<string> {
  for (const work of WORKS) {
    for (const moment of ["before", "after"] as const) {
      for (let step = 1; ; step++) {
        const pair = await openTalk();
        await work.prepare?.(pair);
        const stop: Stop = { step, moment };
        const running = work.run(pair, { [STOP_HEADER]: JSON.stringify(stop) });
        const hasStopped = await isStopped(running);
        if (hasStopped) yield `${work.name}, ${moment} call ${step}`;
        await runCron();
        await check(pair, work, !hasStopped);
        talks.push({ pair, name: work.name });
        if (!hasStopped) break;
      }
    }
  }
  // A killed block or deletion leaves jobs to the cron. So the cron is killed as well.
  for (const work of WORKS.filter(({ name }) => DECIDING_CALL[name] !== undefined)) {
    for (const moment of ["before", "after"] as const) {
      for (let step = 1; ; step++) {
        const pair = await openTalk();
        const decided = await stopWhenDecided(work, pair);
        yield `${work.name}, decided by call ${decided}`;
        const hasStopped = await isStopped(runCron({ step, moment }));
        if (hasStopped) yield `the cron after a ${work.name}, ${moment} call ${step}`;
        await runLaterCron();
        await check(pair, work, true);
        talks.push({ pair, name: work.name });
        if (!hasStopped) break;
      }
    }
  }
}

/** Stops a call right after its database call that writes jobs into the outbox. */
async function stopWhenDecided({ name, run }: Work, pair: Pair): Promise<number> {
  const step = DECIDING_CALL[name] ?? 1;
  const running = run(pair, { [STOP_HEADER]: JSON.stringify({ step, moment: "after" }) });
  expect(await isStopped(running)).toBe(true);
  expect([name, await count("jobs")]).not.toEqual([name, 0]);
  return step;
}

/**
 * For each call that leaves jobs to the cron, the number of the database call that decides. The first database call
 * looks up the session.
 */
const DECIDING_CALL: Record<string, number> = { block: 2, deletion: 2 };

it(`after up to ${KILLS} kills, every history and every decision is complete, and the outbox is empty`, async () => {
  const startedAt = performance.now();
  const works = stopEachWork();
  let isAtSteps = true;
  let [kills, atSteps, messages, answers, amidAnswers] = [0, 0, 0, 0, 0];
  const faults: string[] = [];
  const downMs: number[] = [];
  const awayMs = { page: [] as number[], "stock polling": [] as number[] };
  const cut = async () => {
    if (isAtSteps) {
      const { done, value } = await works.next();
      if (done) isAtSteps = false;
      else {
        atSteps += 1;
        console.info(`${kills + 1}: ${value}`);
      }
    }
    const cutAt = performance.now();
    await server.strike();
    downMs.push(performance.now() - cutAt);
    kills += 1;
  };
  while (kills < KILLS && performance.now() - startedAt < WITHIN_MS) {
    const result = await runSoak(server, pairs.splice(0, PAIRS_PER_ROUND), {
      cuts: Math.min(KILLS_PER_ROUND, KILLS - kills),
      drawUpMs: () => (isAtSteps ? 0 : 100 + 900 * Math.random()),
      isPatient: false,
      areAnswersCut: true,
      sendEveryMs: SEND_EVERY_MS,
      ways: (pair) => [pair % 2 ? "own" : "header", pair % 3 ? "auth" : "own"],
      cut,
      onSocket: (socket) => sockets.push(socket),
      report: (line) => console.info(line),
    });
    expect(result.connected).toBe(2 * PAIRS_PER_ROUND);
    for (const socket of sockets.splice(0)) socket.disconnect();
    messages += result.answered;
    answers += result.answers.put;
    amidAnswers += result.answers.cuts;
    faults.push(...result.faults);
    for (const { way, ms } of result.awayMs) {
      awayMs[way === "own" ? "page" : "stock polling"].push(ms);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.info(
      `${kills} kills, ${amidAnswers} amid answers, ${messages} messages, ${answers} answers, ${seconds} s, faults: ${faults.length}`,
    );
  }
  expect(faults).toEqual([]);
  await runLaterCron();
  expect(await count("jobs")).toBe(0);
  const kept = await Promise.all(
    talks.map(
      async ({ pair }) => (await count(`pairings where id = '${pair.conversationId}'`)) === 1,
    ),
  );
  await server.kill();
  const files = readdirSync(join(directory, "v3/do"), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
  for (const [i, { pair, name }] of talks.entries()) {
    const isOnDisk = files.some((content) => content.includes(wordsOf(pair)));
    expect([name, pair.conversationId, isOnDisk]).toEqual([name, pair.conversationId, kept[i]]);
  }
  const median = (times: number[]) =>
    Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.info({
    kills,
    atSteps,
    works: talks.length,
    messages,
    answers,
    "kills amid answers": amidAnswers,
    seconds,
    "down, median ms": median(downMs),
    "page live again, median ms": median(awayMs.page),
    "stock polling live again, median ms": median(awayMs["stock polling"]),
  });
});
