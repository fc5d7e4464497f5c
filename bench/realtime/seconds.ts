import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { io, type Socket } from "socket.io-client";
import { DEMO_MEMBERS, DEMO_PASSWORD } from "../../scripts/demo-members.mjs";
import { startProduct } from "./servers.ts";

// How long the objects of a conversation are in memory: `npm start` of this project, or of an earlier one in a folder of
// its own, two of its demo members, and what their pages do. An object is in memory for as long as the runtime has
// its file open, so it is counted from outside, and nothing is touched for it.
const SAMPLE_MS = 100;
/** After the last page is closed. */
const CLOSED_S = 60;
/** Between two visits of which no page is open: longer than either design keeps an object that no one uses. */
const GAP_S = 20;
const PAGE_PING_MS = 25_000;

/** The pause before it, in seconds; whose page; and what it does. */
type Step = [pause: number, member: 0 | 1, act: "open" | "say" | "close"];

const PAUSES = [2, 4, 7, 15, 25];
const repeat = (count: number, say: (i: number) => Step) =>
  Array.from({ length: count }, (_, i) => say(i));

/** A visit of `seconds` by one member whose partner is away. The messages are said at its beginning. */
function visitAlone(gap: number, member: 0 | 1, seconds: number, messages: number): Step[] {
  const said = repeat(messages, () => [15, member, "say"]);
  return [[gap, member, "open"], ...said, [seconds - 15 * messages, member, "close"]];
}

/** A visit of both. Silence follows the messages until `seconds` are over. */
function visitTogether(gap: number, messages: number, seconds: number): Step[] {
  const said = repeat(messages, (i) => [PAUSES[i % 5] ?? 0, (i % 2) as 0 | 1, "say"]);
  const talked = said.reduce((sum, [pause]) => sum + pause, 0);
  const opened: Step[] = [
    [gap, 0, "open"],
    [0, 1, "open"],
  ];
  return [...opened, ...said, [seconds - talked, 0, "close"], [0, 1, "close"]];
}

const SCENES: Record<string, Step[]> = {
  // The talk of `npm run bench:realtime -- --part awake`.
  talk: visitTogether(0, 15, 219),
  silence: visitTogether(0, 0, 120),
  apart: [...visitAlone(0, 0, 60, 0), ...visitAlone(GAP_S, 1, 60, 0)],
  // Three visits and twelve minutes for each, as in bench/cost, and 40 messages. Longer gaps between visits are cut.
  day: [
    ...visitAlone(0, 0, 180, 5),
    ...visitAlone(GAP_S, 1, 180, 5),
    ...visitAlone(GAP_S, 0, 120, 2),
    ...visitAlone(GAP_S, 1, 120, 3),
    ...visitTogether(GAP_S, 25, 420),
  ],
};

/** `own`: as the pages of today, straight to the object. `polling`: as all pages did before connections slept. */
type Way = "own" | "polling";

/** Of the API's answers, what every version has. */
interface CurrentPairing {
  conversation: { id: string };
  partner: { user_id: string };
}

interface Member {
  conversationId: string;
  partnerId: string;
  token: string;
}

const { values } = parseArgs({
  options: {
    of: { type: "string", default: "." },
    by: { type: "string", default: "own" },
    scenes: { type: "string", default: Object.keys(SCENES).join(",") },
  },
});
if (values.by !== "own" && values.by !== "polling") throw new Error("--by own|polling");
const way: Way = values.by;
const scenes = values.scenes.split(",").map((name) => {
  const steps = SCENES[name];
  if (!steps) throw new Error(`no scene "${name}": ${Object.keys(SCENES).join(", ")}`);
  return [name, steps] as const;
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const seconds = (ms: number) => Number((ms / 1_000).toFixed(1));
const server = await startProduct(values.of);

async function call(path: string, token: string | null, body?: object): Promise<Response> {
  return fetch(`${server.url}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      "Content-Type": "application/json",
      // One that was kept is closed by the server in a pause.
      Connection: "close",
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function demand(path: string, token: string | null, body?: object): Promise<unknown> {
  const response = await call(path, token, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The demo's members who are in a conversation today, in pairs. */
async function signInPairs(): Promise<[Member, Member][]> {
  const byConversation = new Map<string, Member[]>();
  for (const { email } of DEMO_MEMBERS) {
    const credentials = { email, password: DEMO_PASSWORD };
    const { token } = (await demand("/auth/login", null, credentials)) as { token: string };
    const current = await call("/pairings/current", token);
    if (!current.ok) continue;
    const { conversation, partner } = (await current.json()) as CurrentPairing;
    const member = { conversationId: conversation.id, partnerId: partner.user_id, token };
    byConversation.set(conversation.id, [...(byConversation.get(conversation.id) ?? []), member]);
  }
  return [...byConversation.values()].filter((two): two is [Member, Member] => two.length === 2);
}

let disconnects = 0;
let heard = 0;
/** How long at least one of the two pages waited for an answer, polls apart, in milliseconds. */
let waitedMs = 0;
let inFlight = 0;
let waitingSince = 0;

async function wait<T>(answer: Promise<T>): Promise<T> {
  if (inFlight++ === 0) waitingSince = performance.now();
  try {
    return await answer;
  } finally {
    if (--inFlight === 0) waitedMs += performance.now() - waitingSince;
  }
}

/** A conversation's page: what it fetches when it opens and when a message comes, and its connection. */
class Page {
  #member: Member;
  #path: string;
  #socket: Socket | null = null;
  #pings: ReturnType<typeof setInterval> | undefined;

  constructor(member: Member) {
    this.#member = member;
    this.#path = `/pairings/conversation/${member.conversationId}`;
  }

  async open(): Promise<void> {
    const { conversationId, token, partnerId } = this.#member;
    const bearer = { Authorization: `Bearer ${token}` };
    const socket = io(server.url, {
      transports: [way === "own" ? "websocket" : "polling"],
      upgrade: false,
      forceNew: true,
      auth: { token },
      query: { conversationId, ...(way === "own" ? { heartbeat: "client" } : {}) },
      extraHeaders: way === "own" ? { Cookie: `session=${token}`, Origin: server.url } : bearer,
    });
    this.#socket = socket;
    socket.on("disconnect", (reason) => {
      if (reason !== "io client disconnect") disconnects += 1;
    });
    socket.on("new_message", (message: { sender_id: string }) => {
      if (message.sender_id !== partnerId) return;
      heard += 1;
      void this.#markRead();
    });
    const joined = new Promise((resolve, reject) => {
      socket.on("connect_error", reject);
      socket.on("join_error", reject);
      socket.on("connect", () => socket.emit("join_conversation", conversationId));
      socket.once("joined_conversation", resolve);
    });
    await wait(joined);
    const engine = socket.io.engine as unknown as { _sendPacket(type: "ping"): void };
    if (way === "own") this.#pings = setInterval(() => engine._sendPacket("ping"), PAGE_PING_MS);
    await wait(demand(`${this.#path}/messages`, token));
    await this.#markRead();
  }

  async say(): Promise<void> {
    const { conversationId } = this.#member;
    this.#socket?.emit("typing", { conversationId });
    const body = { content: "Shall we say seven?", client_id: crypto.randomUUID() };
    if (way === "polling") {
      await wait(demand(`${this.#path}/messages`, this.#member.token, body));
      return;
    }
    const socket = this.#socket as Socket;
    const sent = await wait(socket.emitWithAck("send_message", { ...body, conversationId }));
    if (!sent.ok) throw new Error(`a message was refused: ${JSON.stringify(sent)}`);
  }

  close(): void {
    clearInterval(this.#pings);
    this.#socket?.emit("leave_conversation", this.#member.conversationId);
    this.#socket?.disconnect();
  }

  async #markRead(): Promise<void> {
    await wait(demand(`${this.#path}/read`, this.#member.token, {}));
  }
}

/** The kinds of the objects that are in memory now, one for each object. */
async function listObjects(): Promise<string[]> {
  const files = new Set(await server.listOpenFiles());
  return [...files].flatMap((path) => {
    const [, kind] = /\/do\/[^/]*-(\w+)\/[0-9a-f]{64}\.sqlite$/.exec(path) ?? [];
    return kind ? [kind] : [];
  });
}

/** Counts from now on: how long objects of each kind are in memory, in milliseconds. */
function countObjects() {
  const inMemory: Record<string, number> = {};
  let isOver = false;
  const sampling = (async () => {
    for (let last = performance.now(); !isOver; ) {
      await sleep(SAMPLE_MS);
      const kinds = await listObjects();
      const now = performance.now();
      for (const kind of kinds) inMemory[kind] = (inMemory[kind] ?? 0) + now - last;
      last = now;
    }
  })();
  return async () => {
    isOver = true;
    await sampling;
    return inMemory;
  };
}

async function play(steps: readonly Step[], members: [Member, Member]) {
  const pages = [new Page(members[0]), new Page(members[1])] as const;
  const isOpen = [false, false];
  disconnects = 0;
  heard = 0;
  waitedMs = 0;
  let openMs = 0;
  const stop = countObjects();
  for (const [pause, member, act] of steps) {
    const pausedAt = performance.now();
    await sleep(pause * 1_000);
    await pages[member][act]();
    if (isOpen.includes(true)) openMs += performance.now() - pausedAt;
    if (act !== "say") isOpen[member] = act === "open";
  }
  await sleep(CLOSED_S * 1_000);
  const late = await listObjects();
  const inMemory = Object.entries(await stop());
  const others = inMemory.filter(([kind]) => kind !== "ConversationObject");
  return {
    "s with a page open": seconds(openMs),
    messages: steps.filter(([, , act]) => act === "say").length,
    heard,
    "s in memory: conversation": seconds(Object.fromEntries(inMemory).ConversationObject ?? 0),
    "s waiting for an answer": seconds(waitedMs),
    "other objects": others.map(([kind, ms]) => `${kind} ${seconds(ms)}`).join(", ") || 0,
    [`in memory ${CLOSED_S} s after the last page`]: late.length,
    "connections lost": disconnects,
  };
}

try {
  const pairs = await signInPairs();
  const figures: Record<string, unknown> = {};
  for (const [i, [name, steps]] of scenes.entries()) {
    const pair = pairs[i % pairs.length];
    if (!pair) throw new Error("no demo member is in a conversation today");
    // What a start has woken goes to sleep first.
    while ((await listObjects()).length > 0) await sleep(SAMPLE_MS);
    figures[name] = await play(steps, pair);
    console.log(name, figures[name]);
  }
  console.log(`\nObjects in memory, ${values.of}, by ${way}`);
  console.table(figures);
} finally {
  server.stop();
}
process.exit(0);
