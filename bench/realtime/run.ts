import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { SignJWT } from "jose";
import { io, type Socket } from "socket.io-client";
import { nameMember, SECRET } from "./checks.ts";
import {
  type BenchServer,
  bundleWorker,
  startOfficial,
  startWorkerd,
  startWranglerDev,
} from "./servers.ts";

// What a message and a connection cost: our transport on wrangler dev and on bare workerd, beside the official server on
// Node, with the same checks and the stock client's code on the client's side.
/** By 50 conversations that take turns: no member comes near a limit. */
const USUAL = { pairs: 50, warmUp: 100, messages: 1_000 };
/** For `--long`: V8 has compiled what either side runs. */
const LONG = { pairs: 300, warmUp: 3_000, messages: 2_000 };
/** The lanes take turns in rounds of this size, so that a busy moment of the machine hits them all. */
const ROUND = 50;
const HELD = 2_000;
/** Past what a process may open, as many as fit: {@link fitFiles}. */
const SLEEPING = Number(process.env.SLEEPING ?? 10_000);
/** Two members with ten tabs: as many as may join. */
const TABS = 20;
/** A ping interval of 25 s and some room for its answers; also long enough for an idle object to be evicted. */
const HOLD_MS = 30_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const key = new TextEncoder().encode(SECRET);
const agent = new Agent({ keepAlive: true });

/**
 * `own`: as the pages' client, straight to the object. `websocket`: as a stock client, relayed. `floor`: straight to an
 * object that only stores and sends.
 */
type Transport = "polling" | "websocket" | "own" | "floor";

interface Client {
  socket: Socket;
  conversationId: string;
  token: string;
  disconnects: number;
}

async function signToken(conversation: number, side: number) {
  const { conversationId, memberId, sessionId } = nameMember(conversation, side);
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("happenstance")
    .setSubject(memberId)
    .setExpirationTime("1d")
    .sign(key);
  return { conversationId, token };
}

async function connect(
  server: BenchServer,
  transport: Transport,
  conversation: number,
  side: number,
): Promise<Client> {
  const { conversationId, token } = await signToken(conversation, side);
  const isOwn = transport === "own";
  const socket = io(server.url, {
    transports: [transport === "polling" ? "polling" : "websocket"],
    forceNew: true,
    upgrade: false,
    auth: { token },
    ...(isOwn
      ? {
          query: { conversationId, heartbeat: "client" },
          extraHeaders: { Cookie: `session=${token}`, Origin: server.url },
        }
      : {}),
    ...(transport === "floor" ? { query: { floor: conversationId } } : {}),
  });
  const client = { socket, conversationId, token, disconnects: 0 };
  socket.on("disconnect", (reason) => {
    client.disconnects += 1;
    if (reason !== "io client disconnect") console.error(`${server.name}: disconnected, ${reason}`);
  });
  await new Promise((resolve, reject) => {
    socket.on("connect_error", (error) => {
      // It would try again for ever.
      socket.disconnect();
      reject(error);
    });
    socket.on("connect", () => socket.emit("join_conversation", conversationId));
    socket.once("joined_conversation", resolve);
  });
  const { _pingInterval } = socket.io.engine as unknown as { _pingInterval: number };
  if (["own", "floor"].includes(transport) !== _pingInterval > 3_600_000)
    throw new Error(`${server.name}: held by the wrong one`);
  return client;
}

function post(
  server: BenchServer,
  { conversationId, token }: Pick<Client, "conversationId" | "token">,
  body: object,
  connections = agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.url}/messages?conversation=${conversationId}`,
      {
        method: "POST",
        agent: connections,
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      },
      (response) => {
        if (response.statusCode !== 201) reject(new Error(`answered ${response.statusCode}`));
        response.resume();
        response.once("end", resolve);
      },
    );
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });
}

interface Lane {
  server: BenchServer;
  transport: Transport;
  way: "POST" | "socket";
  pairs: [sender: Client, receiver: Client][];
  /** From sending to the partner's event, and to the own answer, in milliseconds. */
  events: number[];
  answers: number[];
}

const nameLane = ({ server, transport, way }: Lane) => `${server.name}, ${transport}, by ${way}`;

async function measureMessage(lane: Lane, turn: number, isCounted: boolean): Promise<void> {
  const [sender, receiver] = lane.pairs[turn % lane.pairs.length] as [Client, Client];
  const arrived = new Promise((resolve, reject) => {
    receiver.socket.once("new_message", resolve);
    setTimeout(() => reject(new Error(`${nameLane(lane)}: a message was lost`)), 10_000).unref();
  }).then(() => performance.now());
  const body = {
    content: "Shall we say seven, by the old lighthouse?",
    client_id: crypto.randomUUID(),
  };
  const startedAt = performance.now();
  const answered =
    lane.way === "POST"
      ? post(lane.server, sender, body)
      : sender.socket
          .emitWithAck("send_message", { ...body, conversationId: sender.conversationId })
          .then(({ ok }) => {
            if (!ok) throw new Error(`${nameLane(lane)}: a message was refused`);
          });
  const [eventAt, answerAt] = await Promise.all([arrived, answered.then(() => performance.now())]);
  if (!isCounted) return;
  lane.events.push(eventAt - startedAt);
  lane.answers.push(answerAt - startedAt);
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN);
}

async function measureLatency(servers: BenchServer[], length: typeof USUAL) {
  const lanes: Lane[] = [];
  for (const server of servers) {
    const transports: Transport[] =
      server.name === "socket.io on Node"
        ? ["polling", "websocket"]
        : ["polling", "websocket", "own", "floor"];
    for (const [place, transport] of transports.entries()) {
      const pairs: Lane["pairs"] = [];
      for (let i = 0; i < length.pairs; i++) {
        const conversation = place * length.pairs + i;
        pairs.push([
          await connect(server, transport, conversation, 0),
          await connect(server, transport, conversation, 1),
        ]);
      }
      for (const way of ["POST", "socket"] as const) {
        if (transport === "floor" && way === "POST") continue;
        lanes.push({ server, transport, way, pairs, events: [], answers: [] });
      }
    }
  }
  for (const lane of lanes) {
    for (let i = 0; i < length.warmUp; i++) await measureMessage(lane, i, false);
  }
  for (let done = 0; done < length.messages; done += ROUND) {
    for (const lane of lanes) {
      for (let i = 0; i < ROUND; i++) await measureMessage(lane, done + i, true);
    }
  }
  for (const { pairs } of lanes)
    for (const pair of pairs) for (const { socket } of pair) socket.disconnect();
  const medianOf = (name: string) => {
    const lane = lanes.find((one) => nameLane(one) === `socket.io on Node, ${name}`);
    return lane ? quantile(lane.events, 0.5) : Number.NaN;
  };
  // What each is held against: see README.md.
  const measures: Record<string, [name: string, goal: number]> = {
    "polling, by POST": ["polling, by POST", 1.9],
    "own, by POST": ["polling, by POST", 1],
    "own, by socket": ["websocket, by socket", 1.5],
  };
  console.log(
    `\nFrom sending to the partner's event and the own answer, ${length.messages} messages, ms`,
  );
  console.table(
    Object.fromEntries(
      lanes.map((lane) => {
        const { events, answers } = lane;
        const event = quantile(events, 0.5);
        const measure = measures[`${lane.transport}, by ${lane.way}`];
        const isOurs = lane.server.name === "workerd serve";
        return [
          nameLane(lane),
          {
            event,
            "p95 ": quantile(events, 0.95),
            "p99 ": quantile(events, 0.99),
            answer: quantile(answers, 0.5),
            p95: quantile(answers, 0.95),
            p99: quantile(answers, 0.99),
            ...(isOurs && measure
              ? {
                  beside: measure[0],
                  ratio: round(event / medianOf(measure[0])),
                  goal: measure[1],
                }
              : {}),
          },
        ];
      }),
    ),
  );
}

/**
 * Files of the runtime. A connection is its socket and a duplicate, since September 2026. An object that is awake has its database, the
 * log of it and the log's index open; a message to every conversation wakes them all. `spare` is for what else the runtime has open.
 */
const FILES = { connection: 2, object: 3, spare: 200 };

/**
 * How many of `count` connections fit into the files that the runtime may have open, with their objects awake. Past that it
 * closes new connections ("dup(): Too many open files") and can't open databases.
 */
async function fitFiles(server: BenchServer, count: number): Promise<number> {
  const limit = await server.readFileLimit();
  const each = FILES.connection + FILES.object / TABS;
  const fitting = Math.min(count, Math.floor((limit - FILES.spare) / each));
  if (fitting < count) {
    console.log(
      `${server.name}: a process may open ${limit} files here (ulimit -n), and ${count} connections with their objects awake need ` +
        `${Math.ceil(count * each) + FILES.spare}: ${fitting} are opened, ${count - fitting} are not`,
    );
  }
  return fitting;
}

/** The open files of a server, by kind. */
async function describeFiles(server: BenchServer): Promise<string> {
  const files = await server.listOpenFiles();
  const count = (what: string) => files.filter((path) => path.includes(what)).length;
  return `${files.length} files: ${count("socket:")} sockets, ${count("/storage/")} of objects`;
}

/** Many connections at once: how long until all stand, how many are lost, what one takes, and who hears a message. */
async function measureMany(server: BenchServer, transport: Transport, count: number) {
  const before = await server.readMemory();
  const clients: Client[] = [];
  const startedAt = performance.now();
  const refusals: Error[] = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < count && refusals.length === 0; i = next++) {
      try {
        clients.push(await connect(server, transport, Math.floor(i / TABS), i % 2));
      } catch (error) {
        refusals.push(error as Error);
      }
    }
  };
  await Promise.all(Array.from({ length: 40 }, work));
  const connectedMs = performance.now() - startedAt;
  const files = [`connected: ${await describeFiles(server)}`];
  await sleep(HOLD_MS);
  const memory = (await server.readMemory()) - before;
  files.push(`after the silence: ${await describeFiles(server)}`);
  let delivered = 0;
  for (const { socket } of clients) socket.on("new_message", () => (delivered += 1));
  const conversations = Math.ceil(Math.min(next, count) / TABS);
  for (let i = 0; i < conversations; i += 10) {
    const some = Array.from({ length: Math.min(10, conversations - i) }, async (_, j) =>
      post(server, await signToken(i + j, 0), {
        content: "still there?",
        client_id: crypto.randomUUID(),
      }),
    );
    await Promise.all(some);
  }
  const hasAll = () => delivered >= clients.length;
  files.push(`after a message to each: ${await describeFiles(server)}`);
  for (let waited = 0; !hasAll() && waited < 20_000; waited += 100) await sleep(100);
  const disconnects = clients.reduce((sum, client) => sum + client.disconnects, 0);
  for (const { socket } of clients) socket.disconnect();
  const figures = {
    connections: clients.length,
    refused: refusals.length,
    disconnects,
    delivered,
    "KiB each": round(memory / clients.length / 1024, 1),
    "connected in s": round(connectedMs / 1000, 1),
  };
  console.log(server.name, transport, figures, files);
  if (refusals[0]) console.log("refused:", refusals[0].message);
  return figures;
}

interface Counted {
  conversations: number;
  events: number;
  pollingObjects: number;
  polls: number;
}

/**
 * A conversation's day, without its pauses: two members open the page three times each and say 40 messages, and type
 * before each. Objects sleep in the pauses, which is measured apart.
 */
async function measureDay(server: BenchServer) {
  const read = async () => (await (await fetch(server.url)).json()) as Counted;
  const before = await read();
  const times: number[] = [];
  const open = () => Promise.all([connect(server, "own", 0, 0), connect(server, "own", 0, 1)]);
  const close = async (clients: Client[]) => {
    for (const { socket, conversationId } of clients) {
      socket.emit("leave_conversation", conversationId);
      await sleep(20);
      socket.disconnect();
    }
    await sleep(200);
  };
  await close(await open());
  await close(await open());
  const clients = await open();
  for (let i = 0; i < 40; i++) {
    const { socket, conversationId } = clients[i % 2] as Client;
    socket.emit("typing", { conversationId });
    const startedAt = performance.now();
    await socket.emitWithAck("send_message", {
      conversationId,
      content: "Shall we say seven, by the old lighthouse?",
      client_id: crypto.randomUUID(),
    });
    times.push(performance.now() - startedAt);
    // No one types twelve messages in a second.
    await sleep(100);
  }
  const day = await read();
  // The pings of an hour, and then a pause.
  const { socket, conversationId } = clients[0] as Client;
  const pings = 144;
  for (let i = 0; i < pings; i++) {
    (socket.io.engine as unknown as { _sendPacket(type: "ping"): void })._sendPacket("ping");
    await sleep(5);
  }
  const afterPings = await read();
  const polling = await connect(server, "polling", 1, 0);
  const beforePause = await read();
  await sleep(HOLD_MS);
  const wokenAt = performance.now();
  await socket.emitWithAck("send_message", {
    conversationId,
    content: "still there?",
    client_id: crypto.randomUUID(),
  });
  const wakeMs = performance.now() - wokenAt;
  const afterPause = await read();
  await close(clients);
  polling.socket.disconnect();
  const events = day.events - before.events;
  const eventMs = quantile(times, 0.5);
  return {
    "events of a day": events,
    "ms of one, at most": eventMs,
    "object seconds of a day, at most": round((events * eventMs) / 1000, 3),
    [`events of ${pings} pings`]: afterPings.events - day.events,
    "lives of the object, before and after the pause": `${beforePause.conversations} and ${afterPause.conversations}`,
    "ms to wake and answer": round(wakeMs, 1),
    "polls while no one spoke": afterPause.polls - beforePause.polls,
    "lives of the polling objects, before and after the pause": `${beforePause.pollingObjects} and ${afterPause.pollingObjects}`,
  };
}

/** Messages of the talk in {@link measureAwake}, the pauses before them, and the silence after them. */
const TALK_MESSAGES = 15;
const PAUSES_MS = [2_000, 4_000, 7_000, 15_000, 25_000];
const SILENCE_MS = 60_000;
const SAMPLE_MS = 100;

/**
 * How long the objects of one conversation are in memory while two members are connected: the runtime has a file of an
 * object open for as long, so it is seen from outside, and no object is touched for it.
 */
async function measureAwake(server: BenchServer, transport: Transport) {
  const clients = [await connect(server, transport, 0, 0), await connect(server, transport, 0, 1)];
  const startedAt = performance.now();
  const awakeMs = { conversations: 0, polling: 0 };
  let isOver = false;
  const sample = async () => {
    for (let last = performance.now(); !isOver; ) {
      await sleep(SAMPLE_MS);
      const files = await server.listOpenFiles();
      const now = performance.now();
      for (const kind of ["conversations", "polling"] as const) {
        const isOne = new RegExp(`/storage/${kind}/[0-9a-f]{64}\\.sqlite$`);
        if (files.some((path) => isOne.test(path))) awakeMs[kind] += now - last;
      }
      last = now;
    }
  };
  const sampling = sample();
  for (let i = 0; i < TALK_MESSAGES; i++) {
    await sleep(PAUSES_MS[i % PAUSES_MS.length] ?? 0);
    const { conversationId, token, socket } = clients[i % 2] as Client;
    const body = { content: "Shall we say seven?", client_id: crypto.randomUUID() };
    if (transport === "own") await socket.emitWithAck("send_message", { ...body, conversationId });
    // A connection of its own: one that was kept is closed by the server in a pause.
    else await post(server, { conversationId, token }, body, new Agent());
  }
  await sleep(SILENCE_MS);
  isOver = true;
  await sampling;
  const seconds = (ms: number) => round(ms / 1_000, 1);
  const disconnects = clients.reduce((sum, client) => sum + client.disconnects, 0);
  for (const { socket } of clients) socket.disconnect();
  return {
    "s connected": seconds(performance.now() - startedAt),
    "s in memory: conversation": seconds(awakeMs.conversations),
    "s in memory: polling objects": seconds(awakeMs.polling),
    messages: TALK_MESSAGES,
    disconnects,
  };
}

const { values } = parseArgs({
  options: {
    part: { type: "string", default: "latency,held,sleeping,day,awake" },
    servers: { type: "string", default: "official,workerd,wrangler" },
    // Another version's `workerd`, by its path.
    runtime: { type: "string" },
    long: { type: "boolean", default: false },
  },
});
const parts = values.part.split(",");
const bundle = await bundleWorker();
const startBare = () => startWorkerd(bundle, values.runtime);
const starters: Record<string, () => Promise<BenchServer>> = {
  official: startOfficial,
  workerd: startBare,
  wrangler: () => startWranglerDev(bundle),
};
const chosen = values.servers.split(",").map((name) => {
  const start = starters[name];
  if (!start) throw new Error(`no server "${name}": ${Object.keys(starters).join(", ")}`);
  return start;
});

/** Measures with a server of its own: what others keep in memory is none of its business. */
async function withServer<T>(
  start: () => Promise<BenchServer>,
  work: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const server = await start();
  try {
    return await work(server);
  } finally {
    server.stop();
  }
}

if (parts.includes("latency")) {
  const servers = await Promise.all(chosen.map((start) => start()));
  try {
    await measureLatency(servers, values.long ? LONG : USUAL);
  } finally {
    for (const server of servers) server.stop();
  }
}
const many: Record<string, unknown> = {};
if (parts.includes("held")) {
  for (const start of chosen) {
    await withServer(start, async (server) => {
      many[`${server.name}, polling`] = await measureMany(server, "polling", HELD);
    });
  }
}
if (parts.includes("sleeping")) {
  const official = await withServer(startOfficial, (server) =>
    measureMany(server, "websocket", HELD),
  );
  many["socket.io on Node, websocket"] = official;
  many["workerd serve, own"] = await withServer(startBare, (server) =>
    fitFiles(server, SLEEPING).then((count) => measureMany(server, "own", count)),
  );
}
if (Object.keys(many).length > 0) {
  console.log(`\nConnections, ${TABS} in each conversation, over ${HOLD_MS / 1000} s of silence`);
  console.table(many);
}
if (parts.includes("day")) {
  console.log("\nA conversation's day");
  console.table(await withServer(startBare, measureDay));
}
if (parts.includes("awake")) {
  console.log("\nTwo members connected, who talk and then are silent: objects in memory");
  const ways: Transport[] = ["own", "websocket", "polling"];
  const measured = ways.map(async (way) => {
    const seen = await withServer(startBare, (server) => measureAwake(server, way));
    return [way, seen] as const;
  });
  console.table(Object.fromEntries(await Promise.all(measured)));
}
process.exit(0);
