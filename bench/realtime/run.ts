import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { Socket } from "socket.io-client";
import { bundleSocketIo } from "../../worker/live/socket-io/bundle.mjs";
import { connect, openPage, readObject } from "./connect.ts";
import { measureLatency } from "./latency.ts";
import { nameMember } from "./names.ts";
import { type BenchServer, startWorkerd } from "./server.ts";

// Measures hibernating connections: how many a runtime holds, how much memory each takes, and whether all receive the
// next message.

/** Number of sleeping connections. {@link fitFiles} reduces it if the runtime can't open enough files. */
const SLEEPING = Number(process.env.SLEEPING ?? 10_000);
/** Two members with ten tabs each, which is the limit. */
const TABS = 20;
/** After a pause of this length, an idle object has been evicted. */
const HOLD_MS = 30_000;
const POLLS = 500;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/**
 * How many files the runtime keeps open. Since September 2026, each connection needs two: its socket and a duplicate.
 * Each awake object needs three: its database, the write-ahead log and the log's index. `spare` is for everything else.
 */
const FILES = { connection: 2, object: 3, spare: 200 };

/**
 * How many of `count` connections fit into the runtime's file limit if all objects are awake, as after a message to
 * every conversation. Above the limit, the runtime closes new connections ("dup(): Too many open files") and can't open
 * databases.
 */
async function fitFiles(server: BenchServer, count: number): Promise<number> {
  const limit = await server.readFileLimit();
  const each = FILES.connection + FILES.object / TABS;
  const fitting = Math.min(count, Math.floor((limit - FILES.spare) / each));
  if (fitting < count) {
    console.log(
      `A process may open ${limit} files here (ulimit -n), and ${count} connections with their objects awake need ` +
        `${Math.ceil(count * each) + FILES.spare}: ${fitting} are opened, ${count - fitting} are not`,
    );
  }
  return fitting;
}

async function describeFiles(server: BenchServer): Promise<string> {
  const files = await server.listOpenFiles();
  const count = (what: string) => files.filter((path) => path.includes(what)).length;
  return `${files.length} files: ${count("socket:")} sockets, ${count("/storage/")} of objects`;
}

async function measureSleeping(server: BenchServer, count: number) {
  const before = await server.readMemory();
  const sockets: Socket[] = [];
  const startedAt = performance.now();
  const refusals: Error[] = [];
  let disconnects = 0;
  let delivered = 0;
  let next = 0;
  const work = async () => {
    for (let i = next++; i < count && refusals.length === 0; i = next++) {
      try {
        const socket = await openPage(server.url, Math.floor(i / TABS), i % 2);
        socket.on("disconnect", () => (disconnects += 1));
        socket.on("new_message", () => (delivered += 1));
        sockets.push(socket);
      } catch (error) {
        refusals.push(error as Error);
      }
    }
  };
  await Promise.all(Array.from({ length: 40 }, work));
  const connectedMs = performance.now() - startedAt;
  console.log(`connected: ${await describeFiles(server)}`);
  const born = await readObject(server.url, 0);
  await sleep(HOLD_MS);
  const isAnother = (await readObject(server.url, 0)).instance !== born.instance;
  const memory = (await server.readMemory()) - before;
  console.log(`after the silence: ${await describeFiles(server)}`);
  const conversations = Math.ceil(Math.min(next, count) / TABS);
  for (let i = 0; i < conversations; i += 10) {
    const some = Array.from({ length: Math.min(10, conversations - i) }, async (_, j) => {
      const { memberId } = nameMember(i + j, 0);
      const { status } = await fetch(`${server.url}/messages?sender=${memberId}`, {
        method: "POST",
      });
      if (status !== 201) console.log(`conversation ${i + j} answered ${status}`);
    });
    await Promise.all(some);
  }
  console.log(`after a message to each: ${await describeFiles(server)}`);
  const hasAll = () => delivered >= sockets.length;
  for (let waited = 0; !hasAll() && waited < 20_000; waited += 100) await sleep(100);
  for (const socket of sockets) socket.off("disconnect").disconnect();
  if (refusals[0]) console.log("refused:", refusals[0].message);
  return {
    connections: sockets.length,
    refused: refusals.length,
    disconnects,
    slept: isAnother,
    delivered,
    "KiB each": Number((memory / sockets.length / 1024).toFixed(1)),
    "connected in s": Number((connectedMs / 1000).toFixed(1)),
  };
}

/** Measures polls of members without a conversation. A shard object keeps each of these polls open. */
async function measurePolls(server: BenchServer) {
  const sockets: Socket[] = [];
  const open = async () => {
    const at = sockets.length;
    const options = { transports: ["polling"] };
    sockets.push(await connect(server.url, at >> 1, at % 2, options, false));
  };
  // The runtime's inspector answers only after the Worker's first request.
  await open();
  const before = { heap: await server.readHeap(), memory: await server.readMemory() };
  for (let i = 0; i < POLLS; i++) await open();
  // Waits until the server holds each poll.
  await sleep(3_000);
  const growth = {
    "KiB of JS heap each": ((await server.readHeap()) - before.heap) / POLLS / 1_024,
    "KiB resident each": ((await server.readMemory()) - before.memory) / POLLS / 1_024,
  };
  for (const socket of sockets) socket.disconnect();
  return growth;
}

const PARTS = {
  latency: async () => {
    const figures = await withServer(measureLatency);
    console.log("\nmilliseconds from sending until the partner hears it, and until the answer");
    console.table(figures);
  },
  polls: async () => {
    console.log(`\n${POLLS} held polls in a shard`);
    console.table(await withServer(measurePolls));
  },
  sleeping: async () => {
    const figures = await withServer(async (server) =>
      measureSleeping(server, await fitFiles(server, SLEEPING)),
    );
    console.log(`\n${TABS} connections in each conversation, over ${HOLD_MS / 1000} s of silence`);
    console.table({ "workerd serve, asleep": figures });
  },
};

const { values } = parseArgs({
  options: {
    part: { type: "string" },
    /** Path of another version's `workerd`. */
    runtime: { type: "string" },
  },
});

async function withServer<Figures>(
  measure: (server: BenchServer) => Promise<Figures>,
): Promise<Figures> {
  const server = await startWorkerd(values.runtime);
  try {
    return await measure(server);
  } finally {
    server.stop();
  }
}

const wanted = Object.entries(PARTS).filter(([name]) => (values.part ?? name) === name);
if (wanted.length === 0) throw new Error(`no part "${values.part}": ${Object.keys(PARTS)}`);
await bundleSocketIo();
for (const [, measure] of wanted) await measure();
process.exit(0);
