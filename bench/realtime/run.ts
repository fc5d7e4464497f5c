import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { io, type Socket } from "socket.io-client";
import {
  type BenchServer,
  bundleWorker,
  startOfficial,
  startWorkerd,
  startWranglerDev,
} from "./servers.ts";

// How long a message is on its way from its POST to the other client, and what a held connection costs: our transport on
// wrangler dev and on bare workerd, beside the official server on Node, with stock clients throughout.
const MESSAGES = 1_000;
const WARM_UP = 200;
/** The servers take turns in rounds of this size, so that a busy moment of the machine hits them all. */
const ROUND = 50;
const CONNECTIONS = 2_000;
const CONVERSATIONS = 200;
/** A ping interval of 25 s and some room for its answers. */
const HOLD_MS = 30_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Client {
  socket: Socket;
  disconnects: number;
}

async function connect(
  server: BenchServer,
  member: string,
  conversationId: string,
  byToken: boolean,
): Promise<Client> {
  const socket = io(server.url, {
    transports: ["polling"],
    forceNew: true,
    ...(byToken
      ? { auth: { token: member } }
      : { extraHeaders: { Authorization: `Bearer ${member}` }, query: { conversationId } }),
  });
  const client = { socket, disconnects: 0 };
  socket.on("disconnect", (reason) => {
    client.disconnects += 1;
    if (reason !== "io client disconnect") console.error(`${server.name}: disconnected, ${reason}`);
  });
  await new Promise((resolve) => {
    socket.on("connect", () => socket.emit("join_conversation", conversationId));
    socket.once("joined_conversation", resolve);
  });
  return client;
}

async function publish(server: BenchServer, conversationId: string, payload: unknown) {
  const response = await fetch(`${server.url}/publish?conversation=${conversationId}`, {
    method: "POST",
    body: JSON.stringify(payload),
  });
  await response.text();
}

interface Lane {
  name: string;
  server: BenchServer;
  conversationId: string;
  receiver: Client;
  delays: number[];
}

async function openLane(server: BenchServer, byToken: boolean): Promise<Lane> {
  const conversationId = byToken ? "latency-by-token" : "latency-by-header";
  await connect(server, "sender", conversationId, byToken);
  const receiver = await connect(server, "receiver", conversationId, byToken);
  const name = byToken ? `${server.name}, auth by token` : server.name;
  return { name, server, conversationId, receiver, delays: [] };
}

async function measureMessage({ name, server, conversationId, receiver }: Lane): Promise<number> {
  const arrived = new Promise((resolve, reject) => {
    receiver.socket.once("new_message", resolve);
    setTimeout(() => reject(new Error(`${name}: a message was lost`)), 10_000).unref();
  });
  const startedAt = performance.now();
  const published = publish(server, conversationId, {
    message_id: crypto.randomUUID(),
    content: "Shall we say seven, by the old lighthouse?",
    created_at: new Date().toISOString(),
  });
  await arrived;
  const delay = performance.now() - startedAt;
  await published;
  return delay;
}

function quantile(sorted: number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function describeDelays(delays: number[]) {
  const sorted = delays.toSorted((a, b) => a - b);
  const round = (ms: number) => Math.round(ms * 100) / 100;
  return {
    median: round(quantile(sorted, 0.5)),
    p95: round(quantile(sorted, 0.95)),
    p99: round(quantile(sorted, 0.99)),
  };
}

async function measureLatency(servers: BenchServer[]) {
  const lanes: Lane[] = [];
  for (const server of servers) {
    lanes.push(await openLane(server, false));
    if (server.name === "workerd serve") lanes.push(await openLane(server, true));
  }
  for (const lane of lanes) for (let i = 0; i < WARM_UP; i++) await measureMessage(lane);
  for (let done = 0; done < MESSAGES; done += ROUND) {
    for (const lane of lanes) {
      for (let i = 0; i < ROUND; i++) lane.delays.push(await measureMessage(lane));
    }
  }
  for (const { receiver } of lanes) receiver.socket.disconnect();
  // The first one named is what the others are held against.
  const [official] = lanes.map(({ delays }) => describeDelays(delays).median);
  console.log(`\nPublish to delivery, ${MESSAGES} messages each, ms`);
  console.table(
    Object.fromEntries(
      lanes.map(({ name, delays }) => {
        const figures = describeDelays(delays);
        const ratio = Math.round((figures.median / (official ?? Number.NaN)) * 100) / 100;
        return [name, { ...figures, "median to official": ratio }];
      }),
    ),
  );
}

async function measureHeld(server: BenchServer) {
  const before = await server.readMemory();
  const clients: Client[] = [];
  const startedAt = performance.now();
  const waiting = Array.from({ length: CONNECTIONS }, (_, i) => i);
  const worker = async () => {
    for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
      // Ten connections each: two members with five tabs.
      const conversation = i % CONVERSATIONS;
      const member = Math.floor(i / CONVERSATIONS) % 2;
      const id = `held-${conversation}-conversation`;
      clients.push(await connect(server, `m${conversation}-${member}`, id, false));
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  const connectedMs = performance.now() - startedAt;
  await sleep(HOLD_MS);
  const memory = (await server.readMemory()) - before;
  const disconnects = clients.reduce((sum, client) => sum + client.disconnects, 0);

  const delays: number[] = [];
  let publishedAt = 0;
  for (const { socket } of clients) {
    socket.on("new_message", () => delays.push(performance.now() - publishedAt));
  }
  publishedAt = performance.now();
  for (let i = 0; i < CONVERSATIONS; i += 20) {
    const some = Array.from({ length: 20 }, (_, j) => `held-${i + j}-conversation`);
    await Promise.all(some.map((id) => publish(server, id, { content: "still there?" })));
  }
  for (let waited = 0; delays.length < CONNECTIONS && waited < 10_000; waited += 100) {
    await sleep(100);
  }
  for (const { socket } of clients) socket.disconnect();
  return {
    "connected in s": Math.round(connectedMs / 100) / 10,
    disconnects,
    delivered: delays.length,
    "KiB a connection": Math.round((memory / CONNECTIONS / 1024) * 10) / 10,
  };
}

/** What the runtime takes for as many requests that are held and nothing else, in KiB each. */
async function measureFloor(bundle: string) {
  const ways: [name: string, query: (i: number) => string][] = [
    ["by the Worker alone", () => ""],
    ["by the Worker and one object", () => "?object=one"],
    [`by the Worker and ${CONVERSATIONS} objects`, (i) => `?object=${i % CONVERSATIONS}`],
  ];
  const floor: Record<string, unknown> = {};
  for (const [name, query] of ways) {
    const server = await startWorkerd(bundle);
    const agent = new Agent({ keepAlive: true });
    try {
      const before = await server.readMemory();
      for (let i = 0; i < CONNECTIONS; i++) {
        get(`${server.url}/hold${query(i)}`, { agent }).on("error", () => {});
        if (i % 40 === 0) await sleep(20);
      }
      await sleep(3_000);
      const memory = (await server.readMemory()) - before;
      floor[name] = { "KiB a request": Math.round((memory / CONNECTIONS / 1024) * 10) / 10 };
    } finally {
      server.stop();
      agent.destroy();
    }
  }
  console.log(`\n${CONNECTIONS} requests that are held, workerd serve`);
  console.table(floor);
}

const { values } = parseArgs({
  options: {
    part: { type: "string", default: "latency,held,floor" },
    servers: { type: "string", default: "official,workerd,wrangler" },
  },
});
const parts = values.part.split(",");
const bundle = await bundleWorker();
const starters: Record<string, () => Promise<BenchServer>> = {
  official: startOfficial,
  workerd: () => startWorkerd(bundle),
  wrangler: () => startWranglerDev(bundle),
};
const chosen = values.servers.split(",").map((name) => {
  const start = starters[name];
  if (!start) throw new Error(`no server "${name}": ${Object.keys(starters).join(", ")}`);
  return start;
});

if (parts.includes("latency")) {
  const servers = await Promise.all(chosen.map((start) => start()));
  try {
    await measureLatency(servers);
  } finally {
    for (const server of servers) server.stop();
  }
}
if (parts.includes("held")) {
  const held: Record<string, unknown> = {};
  for (const start of chosen) {
    // One at a time: what the others keep in memory is none of its business.
    const server = await start();
    try {
      held[server.name] = await measureHeld(server);
    } finally {
      server.stop();
    }
    console.log(server.name, held[server.name]);
  }
  console.log(
    `\n${CONNECTIONS} held connections over ${CONVERSATIONS} conversations, one ping cycle`,
  );
  console.table(held);
}
if (parts.includes("floor")) await measureFloor(bundle);
process.exit(0);
