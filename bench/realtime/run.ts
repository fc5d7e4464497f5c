import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { SignJWT } from "jose";
import { io, type Socket } from "socket.io-client";
import { nameMember, SECRET } from "./names.ts";
import { type BenchServer, startWorkerd } from "./server.ts";

// Sleeping connections: how many a runtime holds, how much memory each takes, and whether all receive the next message.

/** Past what a process may open, as many as fit: {@link fitFiles}. */
const SLEEPING = Number(process.env.SLEEPING ?? 10_000);
/** Two members with ten tabs: as many as may join. */
const TABS = 20;
/** Long enough for an idle object to be evicted. */
const HOLD_MS = 30_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const key = new TextEncoder().encode(SECRET);

async function connect({ url }: BenchServer, conversation: number, side: number): Promise<Socket> {
  const { conversationId, memberId, sessionId } = nameMember(conversation, side);
  const token = await new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("happenstance")
    .setSubject(memberId)
    .setExpirationTime("1d")
    .sign(key);
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: { token },
    query: { conversation: conversationId },
    extraHeaders: { Cookie: `session=${token}`, Origin: url },
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
  return socket;
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
      `A process may open ${limit} files here (ulimit -n), and ${count} connections with their objects awake need ` +
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
        const socket = await connect(server, Math.floor(i / TABS), i % 2);
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
  await sleep(HOLD_MS);
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
    delivered,
    "KiB each": Number((memory / sockets.length / 1024).toFixed(1)),
    "connected in s": Number((connectedMs / 1000).toFixed(1)),
  };
}

const { values } = parseArgs({
  options: {
    // The one part that there is.
    part: { type: "string", default: "sleeping" },
    // Another version's `workerd`, by its path.
    runtime: { type: "string" },
  },
});
if (values.part !== "sleeping") throw new Error(`no part "${values.part}": sleeping`);
const server = await startWorkerd(values.runtime);
try {
  const figures = await measureSleeping(server, await fitFiles(server, SLEEPING));
  console.log(`\n${TABS} connections in each conversation, over ${HOLD_MS / 1000} s of silence`);
  console.table({ "workerd serve, asleep": figures });
} finally {
  server.stop();
}
process.exit(0);
