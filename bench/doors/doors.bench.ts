import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findWorkerds } from "~/tests/faults/support/find-workerds";
import { joinConversation, LiveServer, type Pair } from "~/tests/faults/support/live-server";

/**
 * `npm run bench -- doors`: the CPU time of each call and event that takes text (a `Door`), for the most expensive text
 * and for plain text of the same size.
 */
const REQUESTS = 8;
const ROUNDS = 3;
const TICKS_PER_SECOND = 100;

/** 62 KB of combining marks. Unicode normalisation reorders them in quadratic time. */
const MARKS = `a${"\u0345".repeat(15_500)}${"\u0334".repeat(15_500)}`;
const PLAIN = "a".repeat(Buffer.byteLength(MARKS));

let directory: string;
let server: LiveServer;
let pairs: Pair[];
const sockets: Socket[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "doors-"));
  ({ server, pairs } = await LiveServer.open(directory));
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server?.kill();
  await rm(directory, { recursive: true, force: true });
});

function readCpu(): number {
  const spent = findWorkerds(server.pid).map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return (1_000 / TICKS_PER_SECOND) * spent.reduce((sum, ticks) => sum + ticks, 0);
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

type Door = (text: string, pair: Pair) => Promise<number>;

async function statusOf(answer: Response): Promise<number> {
  await answer.arrayBuffer();
  return answer.status;
}

const post = (path: string, body: object) =>
  fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then(statusOf);

const form = (path: string, fields: Record<string, string>, cookie = "") => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { origin: server.url, ...(cookie ? { cookie } : {}) };
  return fetch(server.url + path, { method: "POST", headers, body, redirect: "manual" }).then(
    statusOf,
  );
};

const call = (
  method: string,
  path: (pair: Pair) => string,
  body: (text: string) => object,
): Door => {
  return async (text, pair) =>
    statusOf(await server.call(pair.members[0], method, path(pair), body(text)));
};

const frame = (socket: Socket): Door => {
  return (text, { conversationId }) =>
    new Promise((resolve) => {
      const message = { conversationId, content: text };
      socket
        .timeout(10_000)
        .emit("send_message", message, (_error: unknown, answer?: { status: number }) =>
          resolve(answer?.status ?? 0),
        );
    });
};

const DOORS: Record<string, Door> = {
  "call: sign in": (text) => post("/api/auth/login", { email: text, password: "a quiet evening" }),
  "call: register": (text) => post("/api/auth/register", { email: "a@b.example", name: text }),
  "call: forgot password": (text) => post("/api/auth/forgot-password", { email: text }),
  "form: sign in": (text) => form("/login", { email: text, password: "a quiet evening" }),
  "call: profile": call(
    "PUT",
    () => "/users/profile",
    (bio) => ({ bio }),
  ),
  "call: message": call(
    "POST",
    ({ conversationId }) => `/pairings/conversation/${conversationId}/messages`,
    (content) => ({ content }),
  ),
  "call: answer": call(
    "PUT",
    ({ conversationId }) => `/pairings/conversation/${conversationId}/questions/1`,
    (answer) => ({ answer }),
  ),
  "call: report": call(
    "POST",
    ({ members }) => `/reports/${members[1].memberId}`,
    (details) => ({ reason: "spam", details }),
  ),
  "form: profile": (text, { members }) =>
    form("/profile/edit", { name: text, bio: text }, `session=${members[0].token}`),
};

it("the most expensive text costs little more than plain text of the same size", async () => {
  const pair = pairs.pop();
  if (!pair) throw new Error("no pair left");
  const [page, stock] = await Promise.all(
    (["own", "auth"] as const).map(async (way) => {
      const socket = server.connect(
        pair.members[0],
        way,
        way === "own" ? { conversation: pair.conversationId } : undefined,
      );
      sockets.push(socket);
      await joinConversation(socket, pair.conversationId);
      return socket;
    }),
  );
  if (!page || !stock) throw new Error("not connected");
  const doors = { ...DOORS, "frame: page's socket": frame(page), "frame: polling": frame(stock) };
  const rows: Record<string, { plain: number; marks: number; ratio: number; answer: string }> = {};
  for (const [name, door] of Object.entries(doors)) {
    const answers = new Set<number>();
    const spent: Record<"plain" | "marks", number[]> = { plain: [], marks: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [kind, text] of [
        ["plain", PLAIN],
        ["marks", MARKS],
      ] as const) {
        const before = readCpu();
        for (let i = 0; i < REQUESTS; i++) answers.add(await door(text, pair));
        spent[kind].push((readCpu() - before) / REQUESTS);
      }
    }
    const [plain, marks] = [median(spent.plain), median(spent.marks)];
    rows[name] = {
      plain,
      marks,
      ratio: Number((marks / plain).toFixed(2)),
      answer: [...answers].join(", "),
    };
  }
  console.table(rows);
  expect(Object.keys(rows)).toHaveLength(Object.keys(doors).length);
});

const HOSTILE_FRAMES = 30;
const HOSTILE_CONNECTIONS = 10;

async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return Math.round(performance.now() - begun);
}

it("blocks and reports are answered during hostile frames, and messages during hostile connections", async () => {
  const rows: Record<string, { quiet: number; hostile: number }> = {};
  const block = ({ members: [ann, ben] }: Pair) =>
    server.call(ben, "POST", `/blocks/${ann.memberId}`);
  const report = ({ members: [ann, ben] }: Pair) =>
    server.call(ben, "POST", `/reports/${ann.memberId}`, { reason: "harassment" });
  const flood = (socket: Socket, { conversationId }: Pair) => {
    for (let i = 0; i < HOSTILE_FRAMES; i++) {
      socket.emit("send_message", { conversationId, content: MARKS });
    }
  };
  const open = async (pair: Pair) => {
    const query = { conversation: pair.conversationId };
    const socket = server.connect(pair.members[0], "own", query);
    sockets.push(socket);
    await joinConversation(socket, pair.conversationId);
    return socket;
  };
  for (const [name, work] of [
    ["block", block],
    ["report", report],
  ] as const) {
    const [calm, loud] = [pairs.pop(), pairs.pop()];
    if (!calm || !loud) throw new Error("no pair left");
    await open(calm);
    const quiet = await time(() => work(calm));
    flood(await open(loud), loud);
    rows[name] = { quiet, hostile: await time(() => work(loud)) };
  }
  const [loud, calm] = [pairs.pop(), pairs.pop()];
  if (!loud || !calm) throw new Error("no pair left");
  const send =
    ({ conversationId, members: [, ben] }: Pair) =>
    () =>
      server.call(ben, "POST", `/pairings/conversation/${conversationId}/messages`, {
        content: "hi",
      });
  const quiet = { partner: await time(send(loud)), stranger: await time(send(calm)) };
  const hostile = await Promise.all(Array.from({ length: HOSTILE_CONNECTIONS }, () => open(loud)));
  for (const socket of hostile) flood(socket, loud);
  const [partner, stranger] = await Promise.all([time(send(loud)), time(send(calm))]);
  rows["a partner's message"] = { quiet: quiet.partner, hostile: partner };
  rows["a stranger's message"] = { quiet: quiet.stranger, hostile: stranger };
  console.table(rows);
  expect(rows.block?.hostile).toBeLessThan(3_000);
});
