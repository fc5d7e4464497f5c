import {
  createExecutionContext,
  env,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { decodePayload } from "engine.io-parser";
import { Decoder, type Packet, PacketType } from "socket.io-parser";
import { expect } from "vitest";
import type { CloseReason, MessageDto } from "~/core/shared/contract";
import { blockMember, insertPairing } from "~/tests/support/pairs";
import { seedMember } from "~/tests/support/seed";
import { createLogger } from "~/worker/adapters/logger";
import type { Env } from "~/worker/env";
import { createConversationChannel } from "~/worker/realtime/channel";
import type { ConversationObject } from "~/worker/realtime/conversation/conversation-object";
import { createConversationStore } from "~/worker/realtime/ports";
import { handleRealtime } from "~/worker/realtime/route";
import { conversationHome } from "~/worker/realtime/session-id";
import { encodePayload } from "~/worker/realtime/transport/engine-io/packets";
import { encodeSocketPacket } from "~/worker/realtime/transport/socket-io/socket";

export const bindings = env as unknown as Env;

export const store = createConversationStore(bindings, createLogger({ test: true }));

let version = 0;

export function closeConversation(conversationId: string, reason: CloseReason): Promise<void> {
  version += 1;
  return store.apply({ conversationId, version, kind: "close", reason });
}

export function eraseConversation(conversationId: string): Promise<void> {
  version += 1;
  return store.apply({ conversationId, version, kind: "erase" });
}

/** Publishes an event to all connections, without the change that usually causes it. */
export function publishRead(
  conversationId: string,
  read: { reader_id: string; up_to: string },
): Promise<void> {
  return publish(conversationId, "messages_read", { conversationId, ...read });
}

export function publishMessage(conversationId: string, message: MessageDto): Promise<void> {
  return publish(conversationId, "new_message", message);
}

function publish(conversationId: string, event: string, payload: unknown): Promise<void> {
  return runInDurableObject(objectOf(conversationHome(conversationId)), (object) => {
    object.live.publish(event, payload, null);
  });
}

export const channel = createConversationChannel(
  bindings,
  createLogger({ test: true }),
  async () => {},
);

export interface TestMember {
  memberId: string;
  sessionId: string;
  token: string;
}

const HOUR_MS = 3_600_000;

/** Stores a member with a live session, as the services do. */
export async function createMember(sessionMs = HOUR_MS): Promise<TestMember> {
  const { id: memberId, sessionId, token } = await seedMember({}, sessionMs);
  return { memberId, sessionId, token };
}

/** Stores a published pairing of two members. @returns the conversation's id */
export function createConversation(
  a: TestMember,
  b: TestMember,
  lastsMs = HOUR_MS,
): Promise<string> {
  const startsAt = Date.now();
  const [one, other] = [{ id: a.memberId }, { id: b.memberId }];
  return insertPairing({ one, other, startsAt, expiresAt: startsAt + lastsMs });
}

export async function createPair() {
  const [ann, ben] = await Promise.all([createMember(), createMember()]);
  return { ann, ben, id: await createConversation(ann, ben) };
}

export async function endConversation(id: string): Promise<void> {
  await bindings.DB.prepare("update pairings set expires_at = ? where id = ?")
    .bind(Date.now() - 1, id)
    .run();
}

export function block(blocker: TestMember, blocked: TestMember): Promise<void> {
  return blockMember({ id: blocker.memberId }, { id: blocked.memberId });
}

export function objectOf(home: string): DurableObjectStub<ConversationObject> {
  return bindings.CONVERSATIONS.getByName(home);
}

export async function request(path: string, init?: RequestInit): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await handleRealtime(
    new Request(`https://happenstance.example${path}`, init as RequestInit<CfProperties>),
    bindings,
    ctx,
  );
  await waitOnExecutionContext(ctx);
  return response;
}

interface ConnectOptions {
  header?: string;
  token?: string;
  conversationId?: string;
}

/** A Socket.IO client that polls through the Worker's route, as a browser would. */
export class TestClient {
  readonly sid: string;
  readonly packets: Packet[] = [];
  /** Set once the server has ended the session. */
  isClosed = false;
  #isSilent = false;
  #decoder = new Decoder();
  #waiting: Array<() => void> = [];
  #lastPost: Promise<void> = Promise.resolve();
  #nextAckId = 0;

  private constructor(sid: string) {
    this.sid = sid;
    this.#decoder.on("decoded", (packet) => this.packets.push(packet));
  }

  get home(): string {
    return this.sid.split(".")[0] ?? "";
  }

  /** Shakes hands and sends CONNECT; polls until the session ends. */
  static async connect({ header, token, conversationId }: ConnectOptions): Promise<TestClient> {
    const query = conversationId === undefined ? "" : `&conversationId=${conversationId}`;
    const headers: Record<string, string> = header ? { Authorization: `Bearer ${header}` } : {};
    const response = await request(`/socket.io/?EIO=4&transport=polling${query}`, { headers });
    expect(response.status).toBe(200);
    const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string };
    const client = new TestClient(sid);
    void client.#poll();
    await client.send({
      type: PacketType.CONNECT,
      nsp: "/",
      ...(token === undefined ? {} : { data: { token } }),
    });
    await client.until(() => client.packets.length > 0 || client.isClosed);
    return client;
  }

  /** Connects and joins. It never resolves if the join is refused. */
  static async join(member: TestMember, conversationId: string, byToken = false) {
    const client = await TestClient.connect(
      byToken ? { token: member.token } : { header: member.token, conversationId },
    );
    await client.emit("join_conversation", conversationId);
    await client.event("joined_conversation");
    return client;
  }

  emit(event: string, ...args: unknown[]): Promise<void> {
    return this.send({ type: PacketType.EVENT, nsp: "/", data: [event, ...args] });
  }

  async emitWithAck(event: string, ...args: unknown[]): Promise<unknown> {
    const id = this.#nextAckId++;
    await this.send({ type: PacketType.EVENT, nsp: "/", data: [event, ...args], id });
    const isAck = (packet: Packet) => packet.type === PacketType.ACK && packet.id === id;
    await this.until(() => this.packets.some(isAck));
    return this.packets.find(isAck)?.data;
  }

  async send(packet: Packet): Promise<void> {
    await this.post(encodePayload(encodeSocketPacket(packet)));
  }

  /** Sends one POST after the other, because the transport allows no two at a time. Throws if one is refused. */
  post(payload: string): Promise<void> {
    const posting = this.#lastPost.then(async () => {
      const response = await request(this.#path, { method: "POST", body: payload });
      expect([response.status, await response.text()]).toEqual([200, "ok"]);
    });
    this.#lastPost = posting.catch(() => undefined);
    return posting;
  }

  /** Lists the payloads of an event so far. */
  events(event: string): unknown[] {
    return this.packets
      .filter(({ type, data }) => type === PacketType.EVENT && data[0] === event)
      .map(({ data }) => data[1]);
  }

  /** Waits for the `count`th event of a name. @returns its payload */
  async event(event: string, count = 1): Promise<unknown> {
    await this.until(() => this.events(event).length >= count);
    return this.events(event)[count - 1];
  }

  /** Makes a round trip through the same queue, after which all that was sent to this client before has arrived. */
  async settle(): Promise<void> {
    const count = this.events("server_test").length + 1;
    await this.emit("test_connection");
    await this.event("server_test", count);
  }

  /** Stops answering pings, but keeps its poll open, as a device that loses its network does. */
  goSilent(): void {
    this.#isSilent = true;
  }

  async disconnect(): Promise<void> {
    await this.post("1");
    await this.until(() => this.isClosed);
  }

  async until(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  get #path(): string {
    return `/socket.io/?EIO=4&transport=polling&sid=${this.sid}`;
  }

  async #poll(): Promise<void> {
    while (!this.isClosed) {
      const response = await request(this.#path);
      const text = await response.text();
      if (response.status !== 200) this.isClosed = true;
      else {
        for (const packet of decodePayload(text, "arraybuffer")) {
          if (packet.type === "message") this.#decoder.add(packet.data);
          if (packet.type === "close" || packet.type === "noop") this.isClosed = true;
          if (packet.type === "ping" && !this.#isSilent) await this.post("3");
        }
      }
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }
}
