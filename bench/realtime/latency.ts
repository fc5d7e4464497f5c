import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { Server } from "socket.io";
import type { Socket } from "socket.io-client";
import { connect, openPage, readObject } from "./connect.ts";
import type { BenchServer } from "./server.ts";

// Measures the time from sending a message until the partner has the message, and until the sender has the answer.

/** A sender can send 60 messages a minute, so several conversations take turns. */
const CONVERSATIONS = 6;
const ROUNDS = Number(process.env.ROUNDS ?? 300);
const WARM_UP = 30;
/**
 * Pause between messages. After each message a polling client sends its next poll, which would slow the next message.
 */
const PAUSE_MS = 10;

/**
 * Sends a message.
 * @returns milliseconds until the partner has the message, and until the sender has the answer
 */
type Talk = () => Promise<[event: number, answer: number]>;

function talkBy(sender: Socket, other: Socket, conversationId: string): Talk {
  return async () => {
    const content = `still there? ${performance.now()}`;
    const heard = new Promise<number>((resolve) => {
      const hear = (message: { content: string }) => {
        if (message.content !== content) return;
        other.off("new_message", hear);
        resolve(performance.now());
      };
      other.on("new_message", hear);
    });
    const began = performance.now();
    const body = { conversationId, content, client_id: crypto.randomUUID() };
    const answered = sender.emitWithAck("send_message", body).then(({ ok }) => {
      if (!ok) throw new Error("a message was refused");
      return performance.now();
    });
    const [event, answer] = await Promise.all([heard, answered]);
    return [event - began, answer - began];
  };
}

async function openTalks(open: (conversation: number, side: number) => Promise<Socket>, from = 0) {
  const talks: Talk[] = [];
  for (let i = from; i < from + CONVERSATIONS; i++) {
    const sockets = [await open(i, 0), await open(i, 1)] as const;
    talks.push(talkBy(sockets[0], sockets[1], `conversation-${i}`));
    talks.push(talkBy(sockets[1], sockets[0], `conversation-${i}`));
  }
  return talks;
}

/** For the lowest possible latency: this object only stores each message and forwards it over plain WebSockets. */
async function openBare({ url }: BenchServer): Promise<Talk[]> {
  const open = async () => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/bare`);
    await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
    return socket;
  };
  const hear = (socket: WebSocket) =>
    new Promise<number>((resolve) => {
      socket.addEventListener("message", () => resolve(performance.now()), { once: true });
    });
  const [sender, other] = [await open(), await open()];
  return [
    async () => {
      const hears = Promise.all([hear(other), hear(sender)]);
      const began = performance.now();
      sender.send("still there?");
      const [event, answer] = await hears;
      return [event - began, answer - began];
    },
  ];
}

/** Runs the official Socket.IO server in a process of its own. This server stores no messages. */
async function openNode() {
  const child = fork(import.meta.filename, ["node"]);
  const port = await new Promise((resolve) => child.once("message", resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

function serveNode(): void {
  const http = createServer();
  new Server(http).on("connection", (socket) => {
    socket.on("join_conversation", async (id) => {
      await socket.join(id);
      socket.emit("joined_conversation", { conversationId: id });
    });
    socket.on("send_message", (message, acknowledge) => {
      socket.to(message.conversationId).emit("new_message", message);
      acknowledge({ ok: true });
    });
  });
  http.listen(0, "127.0.0.1", () => process.send?.((http.address() as AddressInfo).port));
}
if (process.argv[2] === "node") serveNode();

export async function measureLatency(server: BenchServer) {
  const node = await openNode();
  try {
    const by = (url: string, transport: string) => (conversation: number, side: number) =>
      connect(url, conversation, side, { transports: [transport] });
    const ways: [name: string, talks: Talk[], ofProduct?: number][] = [
      ["bare object", await openBare(server)],
      [
        "bare object, stock client",
        await openTalks((at, side) =>
          connect(server.url, at, side, { transports: ["websocket"], path: `/bare-${at}` }),
        ),
      ],
      ["page", await openTalks((...who) => openPage(server.url, ...who)), 0],
      ["stock WebSocket", await openTalks(by(server.url, "websocket"), CONVERSATIONS), 1],
      ["stock polling", await openTalks(by(server.url, "polling"), 2 * CONVERSATIONS), 2],
      ["Node, WebSocket", await openTalks(by(node.url, "websocket"))],
      ["Node, polling", await openTalks(by(node.url, "polling"), CONVERSATIONS)],
    ];
    const figures = ways.map(([name, talks, at]) => {
      return { name, talks, at, times: [] as [number, number][] };
    });
    const rowsBefore = await Promise.all(figures.map(({ at }) => readRows(server, at)));
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const { talks, times } of figures) {
        await setTimeout(PAUSE_MS);
        const took = await talks[(round + WARM_UP) % talks.length]?.();
        if (took && round >= 0) times.push(took);
      }
    }
    const rows = await Promise.all(figures.map(({ at }) => readRows(server, at)));
    const floor = figures[0]?.times ?? [];
    return Object.fromEntries(
      figures.map(({ name, times, at }, i) => {
        const written = ((rows[i] ?? 0) - (rowsBefore[i] ?? 0)) / (ROUNDS + WARM_UP);
        const more = at === undefined ? {} : { "rows written": Number(written.toFixed(2)) };
        return [name, { ...summarise(times, floor), ...more }];
      }),
    );
  } finally {
    node.stop();
  }
}

/** The number of rows that the objects of one kind of connection have written. `at` is the index of the kind. */
async function readRows({ url }: BenchServer, at?: number): Promise<number> {
  if (at === undefined) return 0;
  const all = Array.from({ length: CONVERSATIONS }, (_, i) =>
    readObject(url, at * CONVERSATIONS + i),
  );
  return (await Promise.all(all)).reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
}

function summarise(times: [number, number][], floor: [number, number][]) {
  const at = (all: [number, number][], which: 0 | 1, share: number) =>
    all.map((one) => one[which]).toSorted((a, b) => a - b)[Math.floor(share * all.length)] ?? 0;
  const round = (value: number) => Number(value.toFixed(2));
  return {
    event: round(at(times, 0, 0.5)),
    "event, 95 %": round(at(times, 0, 0.95)),
    answer: round(at(times, 1, 0.5)),
    "answer, 95 %": round(at(times, 1, 0.95)),
    "event / bare": round(at(times, 0, 0.5) / at(floor, 0, 0.5)),
    "answer / bare": round(at(times, 1, 0.5) / at(floor, 1, 0.5)),
  };
}
