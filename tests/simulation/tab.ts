import { WebSocket as WebSocketTransport } from "engine.io-client";
import type { Socket } from "socket.io-client";
import { oneAtATime } from "~/app/lib/one-at-a-time";
import { fetchMessages, fetchQuestions } from "~/app/messaging/api";
import type { Environment } from "~/app/messaging/browser";
import { ConversationLive, type LiveSnapshot } from "~/app/messaging/live";
import { openLiveSocket } from "~/app/messaging/live-socket";
import type { MessageDto } from "~/core/shared/contract";
import { type Device, ORIGIN, Page, PageWebSocket } from "./browser";
import type { Observation, SeenMessage } from "./history";
import type { SimulatedResponse } from "./http";
import type { Schedule } from "./schedule";
import { LINE_OPEN } from "./web-socket";

const RELOAD_MS = 2_000;
const SHOWN = new Set(["received", "sent", "read"]);

const toSeen = (one: MessageDto): SeenMessage => ({
  message_id: one.message_id,
  sender_id: one.sender_id,
  content: one.content,
  client_id: one.client_id,
  is_read: one.is_read,
});

interface TabParts {
  name: string;
  schedule: Schedule;
  conversationId: string;
  record: (one: Observation) => void;
  /** Reports a fault that can't be seen in the history. */
  complain: (what: string) => void;
}

/** A tab with the conversation's page: the product's live client, and a copy of how the route uses this client. */
export class Tab extends Page {
  readonly name: string;
  live: ConversationLive | null = null;

  #parts: TabParts;
  #environment: Environment;
  #keys = 0;
  #connections = 0;
  #isFinal = false;

  constructor(device: Device, parts: TabParts) {
    super(device);
    this.name = parts.name;
    this.#parts = parts;
    this.#environment = this.#createEnvironment();
  }

  load = oneAtATime(async () => {
    const { conversationId } = this.#parts;
    const [messages, questions] = await Promise.all([
      fetchMessages(this.#environment, conversationId),
      fetchQuestions(this.#environment, conversationId),
    ]);
    if (!messages.ok || !questions.ok) {
      setTimeout(() => void this.load(), RELOAD_MS);
      return;
    }
    const loaded = { messages: messages.body, questions: questions.body };
    if (this.live) this.live.mergeLoaded(loaded);
    else this.#start(loaded);
  });

  #start(loaded: Parameters<ConversationLive["mergeLoaded"]>[0]): void {
    const { conversationId, complain } = this.#parts;
    const { memberId } = this.device;
    const live = new ConversationLive(this.#environment, {
      ...loaded,
      conversationId,
      viewer: { id: memberId, name: memberId },
      hasOlder: false,
      onStale: () => void this.load(),
      onMessage: () => {},
    });
    live.subscribe(() => {
      const keys = live.getSnapshot().items.map(({ key }) => key);
      if (new Set(keys).size < keys.length) complain(`doubled on screen: ${keys}`);
    });
    live.start();
    live.setOpen(true);
    this.live = live;
  }

  write(): void {
    if (!this.live) return;
    const clientId = `${this.name}-${++this.#keys}`;
    const { memberId } = this.device;
    this.#parts.record({ kind: "written", memberId, clientId });
    this.live.outbox.add(`from ${memberId}`, clientId);
  }

  retryFailed(): void {
    for (const { client_id, state } of this.live?.outbox.read() ?? []) {
      if (state === "failed") this.live?.outbox.retry(client_id);
    }
  }

  async readAtRest(): Promise<void> {
    this.#isFinal = true;
    await fetchMessages(this.#environment, this.#parts.conversationId);
  }

  get snapshot(): LiveSnapshot | undefined {
    return this.live?.getSnapshot();
  }

  get isAtRest(): boolean {
    return (
      ![...this.lines].some((line) => line.isDead && line.readyState === LINE_OPEN) &&
      this.snapshot?.connection === "live" &&
      this.live?.outbox.read().every(({ state }) => state === "failed") === true
    );
  }

  /** The messages on screen, except those that the server does not have yet. */
  get shown(): SeenMessage[] {
    const items = this.snapshot?.items ?? [];
    return items
      .filter(({ delivery }) => SHOWN.has(delivery))
      .map(({ message }) => toSeen(message));
  }

  #createEnvironment(): Environment {
    const { device } = this;
    const createSocket = (url: string) => new PageWebSocket(this, url) as unknown as WebSocket;
    /**
     * Socket.IO's own WebSocket transport, which here opens a `PageWebSocket`. Replacing `globalThis.WebSocket` would
     * not help, because the transport's module reads it only once, when it is loaded.
     */
    class Transport extends WebSocketTransport {
      override createSocket(url: string): WebSocket {
        return createSocket(url);
      }
    }
    return {
      store: device.storeOf(this),
      fetch: (path, init) => this.#fetch(path, init),
      readToken: async () => device.token,
      isOnline: () => device.isOnline,
      isVisible: () => true,
      watchDevice: (listener) => this.watchDevice(listener),
      withLock: (_name, work) => device.withLock(this, work),
      openSocket: async (conversationId) => {
        const options = { origin: ORIGIN, transports: [Transport] };
        return this.#recorded(openLiveSocket(conversationId, () => device.token, options));
      },
    };
  }

  #recorded(socket: Socket): Socket {
    const { schedule, record } = this.#parts;
    let connection = "";
    socket.on("connect", () => {
      connection = `${this.name}#${++this.#connections}`;
    });
    socket.on("new_message", (message: MessageDto) => {
      record({ kind: "live", connection, at: schedule.moment(), message: toSeen(message) });
    });
    socket.on("messages_read", (read: { reader_id: string; up_to: string }) => {
      const { reader_id: readerId, up_to: upTo } = read;
      record({ kind: "live read", connection, at: schedule.moment(), readerId, upTo });
    });
    const withTimeout = socket.timeout.bind(socket);
    socket.timeout = (ms) => {
      const timed = withTimeout(ms);
      const emitWithAck = timed.emitWithAck.bind(timed);
      timed.emitWithAck = async (event: string, payload: { client_id: string }) => {
        const answer: { ok: boolean; message: MessageDto } = await emitWithAck(event, payload);
        if (answer.ok) this.#recordSent(payload.client_id, answer.message);
        return answer;
      };
      return timed;
    };
    return socket;
  }

  async #fetch(path: string, init: RequestInit): Promise<SimulatedResponse> {
    const { schedule, record } = this.#parts;
    const { memberId } = this.device;
    const began = schedule.moment();
    const isRead = path.endsWith("/read");
    const call = { kind: "read" as const, memberId, began, ended: null as number | null };
    if (isRead) record(call);
    const response = await this.fetch(path, init);
    if (!response.ok || path.endsWith("/questions")) return response;
    const answer = await response.clone().json();
    const ended = schedule.moment();
    if (isRead) call.ended = ended;
    else if (init.method === "POST") {
      const { client_id } = JSON.parse(String(init.body)) as { client_id: string };
      this.#recordSent(client_id, answer as MessageDto);
    } else {
      const messages = (answer as MessageDto[]).map(toSeen);
      record({ kind: "list", memberId, began, ended, messages, isFinal: this.#isFinal });
    }
    return response;
  }

  #recordSent(clientId: string, message: MessageDto): void {
    const { schedule, record } = this.#parts;
    const { memberId } = this.device;
    const ended = schedule.moment();
    record({ kind: "send", memberId, clientId, ended, stored: toSeen(message) });
  }
}
