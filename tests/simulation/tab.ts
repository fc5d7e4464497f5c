import { WebSocket as WebSocketTransport } from "engine.io-client";
import type { Socket } from "socket.io-client";
import type { Environment } from "~/app/messaging/browser";
import { ConversationLive, type LiveSnapshot } from "~/app/messaging/live";
import { openLiveSocket } from "~/app/messaging/live-socket";
import type { MessageDto, QuestionDto } from "~/core/shared/contract";
import { type Device, DevicePage } from "./browser";
import type { Observation, SeenMessage, SendAttempt } from "./history";
import type { SimulatedResponse } from "./http";
import type { Schedule } from "./schedule";

const RELOAD_MS = 2_000;
const LOAD_TIMEOUT_MS = 20_000;
/** The client's own transport on the simulator's WebSocket, because the client's module keeps the global that it finds first. */
class SimulatedTransport extends WebSocketTransport {
  override createSocket(uri: string): WebSocket {
    return new WebSocket(uri);
  }
}

const SHOWN = new Set(["received", "sent", "read"]);

export const toSeen = (one: MessageDto): SeenMessage => ({
  message_id: one.message_id,
  sender_id: one.sender_id,
  content: one.content,
  client_id: one.client_id,
  is_read: one.is_read,
});

export interface TabParts {
  schedule: Schedule;
  conversationId: string;
  record: (one: Observation) => void;
  /** Reports a fault that the history does not show. */
  complain: (what: string) => void;
}

/**
 * A tab with the conversation's page: the real live client, and what the route does around it. It records all that it
 * does and sees.
 */
export class Tab extends DevicePage {
  live: ConversationLive | null = null;
  isLoaded = false;

  #parts: TabParts;
  #isLoading = false;
  #isLoadWanted = false;
  #keys = 0;
  #connections = 0;

  constructor(device: Device, name: string, parts: TabParts) {
    super(device, name);
    this.#parts = parts;
  }

  /** Runs the loader, and starts the page or updates it. */
  async load(): Promise<void> {
    // As `useRefresh` does: a load that is requested during another one follows it.
    this.#isLoadWanted = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (this.#isLoadWanted) {
      this.#isLoadWanted = false;
      await this.#loadOnce();
    }
    this.#isLoading = false;
  }

  async #loadOnce(): Promise<void> {
    const { schedule, conversationId } = this.#parts;
    const { memberId } = this.device;
    const began = schedule.moment();
    let answer: SimulatedResponse | null = null;
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), LOAD_TIMEOUT_MS);
    try {
      answer = await this.fetch(`/conversation/${conversationId}`, { signal: aborter.signal });
    } catch {
      // No network: the browser shows its own page, and the member tries again.
    }
    clearTimeout(timer);
    if (!answer?.ok) {
      setTimeout(() => void this.load(), RELOAD_MS);
      return;
    }
    const { messages, questions } = (await answer.json()) as {
      messages: MessageDto[];
      questions: QuestionDto[];
    };
    this.#recordList(began, messages, messages.length < 50, true);
    this.isLoaded = true;
    if (this.live) {
      this.live.mergeLoaded({ messages, questions });
      return;
    }
    this.live = new ConversationLive(this.#createEnvironment(), {
      conversationId,
      viewer: { id: memberId, name: memberId },
      messages,
      questions,
      hasOlder: messages.length >= 50,
      isOpen: true,
      onStale: () => void this.load(),
      onMessage: () => {},
    });
    this.live.subscribe(() => {
      const keys = this.snapshot?.items.map(({ key }) => key) ?? [];
      if (new Set(keys).size < keys.length) this.#parts.complain(`doubled on screen: ${keys}`);
    });
    this.live.start();
  }

  write(content: string): void {
    if (!this.live) return;
    const clientId = `${this.actor.name}-${++this.#keys}`;
    const { memberId } = this.device;
    const at = this.#parts.schedule.moment();
    this.#parts.record({ kind: "written", at, memberId, clientId });
    this.live.outbox.add(content, clientId);
  }

  /** Tries messages again that were given up. */
  retryFailed(): void {
    for (const { client_id, state } of this.live?.outbox.read() ?? []) {
      if (state === "failed") this.live?.outbox.retry(client_id);
    }
  }

  get snapshot(): LiveSnapshot | null {
    return this.live?.getSnapshot() ?? null;
  }

  /** The messages on screen that the server has. */
  get shown(): SeenMessage[] {
    const items = this.snapshot?.items ?? [];
    return items
      .filter(({ delivery }) => SHOWN.has(delivery))
      .map(({ message }) => toSeen(message));
  }

  #createEnvironment(): Environment {
    const { device, actor } = this;
    return {
      store: device.storeOf(this),
      fetch: (path, init) => this.#fetch(path, init),
      readToken: async () => device.token,
      isOnline: () => device.isOnline,
      isVisible: () => true,
      watchDevice: (listener) => this.watchDevice(listener),
      withLock: (name, work) => device.withLock(name, actor, work),
      openSocket: async (conversationId) =>
        this.#recorded(
          openLiveSocket(conversationId, () => device.token, { transports: [SimulatedTransport] }),
        ),
    };
  }

  /** Records the events of a socket, and the messages that it sends. */
  #recorded(socket: Socket): Socket {
    const { schedule, record } = this.#parts;
    const { memberId } = this.device;
    let connection = "";
    // One connection ends where the next begins.
    socket.on("connect", () => {
      connection = `${this.actor.name}#${++this.#connections}`;
    });
    socket.on("new_message", (message: MessageDto) => {
      const at = schedule.moment();
      record({ kind: "live", memberId, connection, at, message: toSeen(message) });
    });
    socket.on("messages_read", (read: { reader_id: string; up_to: string }) => {
      const [at, { reader_id: readerId, up_to: upTo }] = [schedule.moment(), read];
      record({ kind: "live read", connection, at, readerId, upTo });
    });
    const withTimeout = socket.timeout.bind(socket);
    socket.timeout = (ms) => {
      const timed = withTimeout(ms);
      const emitWithAck = timed.emitWithAck.bind(timed);
      timed.emitWithAck = async (event: string, payload: { client_id: string }) => {
        const attempt = this.recordAttempt(payload.client_id, schedule.moment());
        const answer: { ok: boolean; message: MessageDto } = await emitWithAck(event, payload);
        const stored = answer.ok ? answer.message : null;
        if (stored) Object.assign(attempt, { ended: schedule.moment(), stored: toSeen(stored) });
        return answer;
      };
      return timed;
    };
    return socket;
  }

  /** A call by the live client, recorded by its kind. */
  async #fetch(path: string, init: RequestInit): Promise<SimulatedResponse> {
    const { schedule, record } = this.#parts;
    const { memberId } = this.device;
    const began = schedule.moment();
    const isPost = init.method === "POST";
    const isSend = isPost && path.endsWith("/messages");
    if (isPost && !isSend) {
      const call = { kind: "read" as const, memberId, began, ended: null as number | null };
      record(call);
      const response = await this.fetch(path, init);
      if (response.ok) call.ended = schedule.moment();
      return response;
    }
    if (isSend) {
      const { client_id } = JSON.parse(String(init.body)) as { client_id: string };
      const attempt = this.recordAttempt(client_id, began);
      const response = await this.fetch(path, init);
      attempt.ended = schedule.moment();
      attempt.stored = response.ok ? toSeen(await response.clone().json()) : null;
      return response;
    }
    const response = await this.fetch(path, init);
    if (!response.ok) return response;
    if (path.endsWith("/questions")) return response;
    const read = (await response.clone().json()) as MessageDto[];
    const query = new URLSearchParams(path.split("?")[1]);
    const isFromFirst = read.length < Number(query.get("limit"));
    this.#recordList(began, read, isFromFirst, !query.has("before"));
    return response;
  }

  recordAttempt(clientId: string, began: number): SendAttempt {
    const { memberId } = this.device;
    const attempt: SendAttempt = {
      kind: "send",
      memberId,
      clientId,
      began,
      ended: null,
      stored: null,
    };
    this.#parts.record(attempt);
    return attempt;
  }

  #recordList(
    began: number,
    messages: MessageDto[],
    isFromFirst: boolean,
    isToLast: boolean,
  ): void {
    const { schedule, record } = this.#parts;
    record({
      kind: "list",
      memberId: this.device.memberId,
      began,
      ended: schedule.moment(),
      messages: messages.map(toSeen),
      isFromFirst,
      isToLast,
      isFinal: false,
    });
  }
}
