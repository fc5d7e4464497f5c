import { createExecutionContext } from "cloudflare:test";
import { decodePacket } from "engine.io-parser";
import { Decoder, type Packet, PacketType } from "socket.io-parser";
import { handleRealtime } from "~/worker/realtime/route";
import { encodeSocketPacket } from "~/worker/realtime/transport/socket-io/socket";
import { bindings, request, type TestMember } from "./support";

const ORIGIN = "https://happenstance.example";

export type Way = "own" | "stock" | "upgraded";

/** Opens a WebSocket through the Worker's route. */
export async function openSocket(
  query: string,
  headers: Record<string, string> = {},
): Promise<WebSocket> {
  // The context is never awaited, because its work lasts as long as the WebSocket.
  const response = await handleRealtime(
    new Request(`${ORIGIN}/socket.io/?EIO=4&transport=websocket${query}`, {
      headers: { Upgrade: "websocket", ...headers },
    }),
    bindings,
    createExecutionContext(),
  );
  if (!response.webSocket) throw new Error(`the handshake was answered ${response.status}`);
  return response.webSocket;
}

/** A Socket.IO client over a WebSocket: our own, a stock client's, or one that a polling session moved to. */
export class WebSocketClient {
  readonly packets: Packet[] = [];
  handshake: { pingInterval: number; upgrades: string[] } | null = null;
  isClosed = false;
  readonly socket: WebSocket;
  #decoder = new Decoder();
  #waiting: Array<() => void> = [];
  #nextAckId = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.#decoder.on("decoded", (packet) => this.packets.push(packet));
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
    socket.addEventListener("close", () => {
      this.isClosed = true;
      this.#wake();
    });
    socket.accept();
  }

  static async connect(way: Way, member: TestMember, conversationId: string) {
    const client = await open(way, member, conversationId);
    client.send({ type: PacketType.CONNECT, nsp: "/", data: { token: member.token } });
    await client.until(() => client.packets.length > 0 || client.isClosed);
    return client;
  }

  static async join(way: Way, member: TestMember, conversationId: string) {
    const client = await WebSocketClient.connect(way, member, conversationId);
    client.emit("join_conversation", conversationId);
    await client.event("joined_conversation");
    return client;
  }

  send(packet: Packet): void {
    for (const part of encodeSocketPacket(packet)) this.socket.send(part);
  }

  emit(event: string, ...args: unknown[]): void {
    this.send({ type: PacketType.EVENT, nsp: "/", data: [event, ...args] });
  }

  async emitWithAck(event: string, ...args: unknown[]): Promise<unknown> {
    const id = this.#nextAckId++;
    this.send({ type: PacketType.EVENT, nsp: "/", data: [event, ...args], id });
    const isAck = (packet: Packet) => packet.type === PacketType.ACK && packet.id === id;
    await this.until(() => this.isClosed || this.packets.some(isAck));
    return this.packets.find(isAck)?.data?.[0];
  }

  events(event: string): unknown[] {
    return this.packets
      .filter(({ type, data }) => type === PacketType.EVENT && data[0] === event)
      .map(({ data }) => data[1]);
  }

  async event(event: string, count = 1): Promise<unknown> {
    await this.until(() => this.events(event).length >= count);
    return this.events(event)[count - 1];
  }

  async until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.socket.close(1000);
  }

  #take(frame: string): void {
    const packet = decodePacket(frame, "arraybuffer");
    if (packet.type === "open") this.handshake = JSON.parse(packet.data);
    if (packet.type === "ping") this.socket.send("3");
    if (packet.type === "message") this.#decoder.add(packet.data);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

async function open(way: Way, member: TestMember, conversationId: string) {
  if (way === "own") {
    const headers = { Origin: ORIGIN, Cookie: `__Host-session=${member.token}` };
    const query = `&heartbeat=client&conversationId=${conversationId}`;
    return new WebSocketClient(await openSocket(query, headers));
  }
  if (way === "stock") return new WebSocketClient(await openSocket(""));
  const response = await request("/socket.io/?EIO=4&transport=polling");
  const { sid, upgrades } = JSON.parse((await response.text()).slice(1));
  if (upgrades[0] !== "websocket") throw new Error("no upgrade is offered");
  const socket = await openSocket(`&sid=${sid}`);
  const client = new WebSocketClient(socket);
  const probed = new Promise((resolve) => {
    socket.addEventListener("message", ({ data }) => data === "3probe" && resolve(null));
  });
  socket.send("2probe");
  await probed;
  socket.send("5");
  return client;
}
