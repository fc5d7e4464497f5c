import {
  createExecutionContext,
  env,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { Fetch, WebSocket as WebSocketTransport } from "engine.io-client";
import { Manager, type Socket } from "socket.io-client";
import { afterEach } from "vitest";
import type { CloseReason, MessageDto } from "~/core/shared/contract";
import { insertPairing } from "~/tests/support/pairs";
import { type SeededMember, seedMember } from "~/tests/support/seed";
import { createLogger } from "~/worker/adapters/logger";
import type { Env } from "~/worker/env";
import { createConversationChannel } from "~/worker/live/channel";
import type { ConversationObject } from "~/worker/live/conversation-object";
import { createConversationStore } from "~/worker/live/conversation-store";
import { handleRealtime } from "~/worker/live/route";

export const bindings = env as unknown as Env;
export const ORIGIN = "https://happenstance.example";

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
  return runInDurableObject(objectOf(conversationId), (object) => {
    object.live.tell(event, payload);
  });
}

export const channel = createConversationChannel(
  bindings,
  createLogger({ test: true }),
  async () => {},
);

interface Signed {
  token: string;
}

const HOUR_MS = 3_600_000;

export function createConversation(
  one: SeededMember,
  other: SeededMember,
  lastsMs = HOUR_MS,
): Promise<string> {
  const startsAt = Date.now();
  return insertPairing({ one, other, startsAt, expiresAt: startsAt + lastsMs });
}

export async function createPair() {
  const [ann, ben] = await Promise.all([seedMember(), seedMember()]);
  return { ann, ben, id: await createConversation(ann, ben) };
}

export async function endConversation(id: string): Promise<void> {
  await bindings.DB.prepare("update pairings set expires_at = ? where id = ?")
    .bind(Date.now() - 1, id)
    .run();
}

export function objectOf(conversationId: string): DurableObjectStub<ConversationObject> {
  return bindings.CONVERSATIONS.getByName(conversationId);
}

export async function request(path: string, init?: RequestInit): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await handleRealtime(
    new Request(`${ORIGIN}${path}`, init as RequestInit<CfProperties>),
    bindings,
    ctx,
  );
  await waitOnExecutionContext(ctx);
  return response;
}

export async function openSocket(
  query: string,
  headers: Record<string, string> = {},
): Promise<WebSocket> {
  // The context is never awaited, because its work lasts as long as the WebSocket.
  const response = await handleRealtime(
    new Request(`${ORIGIN}/socket.io/?${query}`, {
      headers: { Upgrade: "websocket", ...headers },
    }),
    bindings,
    createExecutionContext(),
  );
  if (!response.webSocket) throw new Error(`the handshake was answered ${response.status}`);
  return response.webSocket;
}

export const pageHeaders = ({ token }: Signed) => ({
  Origin: ORIGIN,
  Cookie: `__Host-session=${token}`,
});

// The transports of `socket.io-client`, which here call the Worker's route instead of the network.

class WorkerPolling extends Fetch {}
interface PollingParts {
  uri(): string;
  opts: { extraHeaders?: Record<string, string> };
}
Object.assign(WorkerPolling.prototype, {
  _fetch(this: PollingParts, body?: string) {
    const { pathname, search } = new URL(this.uri());
    const headers = this.opts.extraHeaders ?? {};
    return request(pathname + search, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body }),
    });
  },
});

class WorkerWebSocket extends WebSocketTransport {
  override createSocket(
    uri: string,
    _protocols: string | string[] | undefined,
    { headers }: { headers?: Record<string, string> },
  ) {
    let closed = false;
    let opened: WebSocket | null = null;
    const socket = {
      binaryType: "arraybuffer",
      onopen() {},
      onclose(_event: unknown) {},
      onmessage(_event: { data: unknown }) {},
      onerror(_event: unknown) {},
      send: (data: string) => opened?.send(data),
      close() {
        closed = true;
        opened?.close(1000);
      },
    };
    const { searchParams } = new URL(uri);
    openSocket(String(searchParams), headers).then(
      (webSocket) => {
        opened = webSocket;
        webSocket.addEventListener("message", ({ data }) => socket.onmessage({ data }));
        webSocket.addEventListener("close", (event) => socket.onclose(event));
        webSocket.accept();
        if (closed) webSocket.close(1000);
        else socket.onopen();
      },
      (error) => socket.onerror(error),
    );
    return socket;
  }
}

/** `own` is our page's client, with its cookie. The others are stock clients. */
export type Way = "own" | "stock" | "upgraded" | "polling";

export const TRANSPORTS = {
  own: [WorkerWebSocket],
  stock: [WorkerWebSocket],
  upgraded: [WorkerPolling, WorkerWebSocket],
  polling: [WorkerPolling],
};

interface ConnectOptions {
  way?: Way;
  header?: string;
  token?: string;
  conversationId?: string;
  headers?: Record<string, string>;
}

const connected: TestClient[] = [];
afterEach(() => {
  for (const client of connected.splice(0)) client.close();
});

/** The stock `socket.io-client`, through the Worker's route. It polls by default. */
export class TestClient {
  readonly socket: Socket;
  refusal: string | null = null;
  isClosed = false;
  readonly heard: Array<[event: string, payload: unknown]> = [];
  #waiting: Array<() => void> = [];

  private constructor({ way = "polling", header, token, conversationId, headers }: ConnectOptions) {
    const manager = new Manager(ORIGIN, {
      transports: TRANSPORTS[way],
      reconnection: false,
      forceNew: true,
      query: conversationId === undefined ? {} : { conversation: conversationId },
      extraHeaders: { ...(header ? { Authorization: `Bearer ${header}` } : {}), ...headers },
    });
    this.socket = manager.socket("/", token === undefined ? {} : { auth: { token } });
    this.socket.onAny((event, payload) => {
      this.heard.push([event, payload]);
      this.#wake();
    });
    this.socket.on("connect", () => this.#wake());
    this.socket.on("connect_error", ({ message }) => {
      this.refusal = message;
      this.#wake();
    });
    this.socket.on("disconnect", () => this.#close());
    manager.on("close", () => this.#close());
    manager.engine.on("upgrade", () => this.#wake());
  }

  static async connect(options: ConnectOptions): Promise<TestClient> {
    const client = new TestClient(options);
    connected.push(client);
    await client.until(() => client.socket.connected || client.refusal !== null || client.isClosed);
    if (options.way === "upgraded") {
      await client.until(() => client.socket.io.engine.transport.name === "websocket");
    }
    return client;
  }

  static connectBy(way: Way, member: Signed, conversationId: string): Promise<TestClient> {
    const own = { conversationId, headers: pageHeaders(member) };
    return TestClient.connect({ way, token: member.token, ...(way === "own" ? own : {}) });
  }

  static async joinBy(way: Way, member: Signed, conversationId: string): Promise<TestClient> {
    const client = await TestClient.connectBy(way, member, conversationId);
    await client.emit("join_conversation", conversationId);
    await client.event("joined_conversation");
    return client;
  }

  static async join(member: Signed, conversationId: string, byToken = false) {
    const client = await TestClient.connect(
      byToken ? { token: member.token } : { header: member.token },
    );
    await client.emit("join_conversation", conversationId);
    await client.event("joined_conversation");
    return client;
  }

  get sid(): string {
    return this.socket.io.engine.id ?? "";
  }

  async emit(event: string, ...args: unknown[]): Promise<void> {
    this.socket.emit(event, ...args);
  }

  async emitWithAck(event: string, ...args: unknown[]): Promise<unknown> {
    let answers: unknown[] | null = null;
    this.socket.emit(event, ...args, (...given: unknown[]) => {
      answers = given;
      this.#wake();
    });
    await this.until(() => answers !== null || this.isClosed);
    return (answers as unknown[] | null)?.[0];
  }

  events(event: string): unknown[] {
    return this.heard.filter(([name]) => name === event).map(([, payload]) => payload);
  }

  async event(event: string, count = 1): Promise<unknown> {
    await this.until(() => this.events(event).length >= count);
    return this.events(event)[count - 1];
  }

  /** Makes a round trip, after which everything that was sent to this client before has arrived. */
  async settle(): Promise<void> {
    const count = this.events("server_test").length + 1;
    await this.emit("test_connection");
    await this.event("server_test", count);
  }

  close(): void {
    this.socket.disconnect();
  }

  async until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #close(): void {
    this.isClosed = true;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
