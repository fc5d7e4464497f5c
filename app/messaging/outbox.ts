import { parseObject } from "~/app/lib/browser-storage";
import { oneAtATime } from "~/app/lib/one-at-a-time";
import { MS_PER_SECOND } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { type Failure, type OutgoingMessage, postMessage } from "./api";
import type { Environment } from "./browser";
import { keysFrom, type OutboxOwner, prefixOf, type SharedStore } from "./storage";

/** A written message, kept on the device until the server is known to have stored it. */
export interface OutboxEntry extends OutgoingMessage {
  /** ISO 8601, by the device's clock. */
  queued_at: string;
  /** Orders the outbox. `queued_at` can't, because the device's clock can be set back. */
  position: number;
  state: "pending" | "failed";
  reason: string | null;
}

export const readOutbox = (store: SharedStore, owner: OutboxOwner): OutboxEntry[] =>
  keysFrom(store, prefixOf(owner))
    .flatMap((key) => parseEntry(store.read(key)) ?? [])
    .sort(
      (one, other) => one.position - other.position || (one.client_id < other.client_id ? -1 : 1),
    );

function parseEntry(text: string | null): OutboxEntry | null {
  const entry: Partial<Record<string, unknown>> | null = parseObject(text);
  const isEntry = typeof entry?.client_id === "string" && typeof entry.content === "string";
  return isEntry ? (entry as unknown as OutboxEntry) : null;
}

const FAILURES_BEFORE_GIVING_UP = 3;
const FIRST_DELAY_MS = 500;
/** So short that messages go out within 5 seconds of the server's return. */
const MAX_DELAY_MS = 4 * MS_PER_SECOND;
/** Statuses with which a gateway says that it can't reach its server. */
const AWAY_STATUSES = new Set([408, 502, 503, 504]);

function pauseAfter({ status, retryAfterSeconds }: Failure, attempts: number): number {
  if (status === 429) return Math.max(FIRST_DELAY_MS, (retryAfterSeconds ?? 1) * MS_PER_SECOND);
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1));
}

interface OutboxListener {
  onChange(): void;
  /** Called before the entry leaves the outbox. */
  onStored(message: MessageDto): void;
  /** Called if the session has ended, or the conversation takes no more messages. */
  onRefused(): void;
}

/**
 * The unsent messages of one conversation. They are sent in order, even after the member has left the page. Web Locks
 * let only one tab send at a time. Without Web Locks two tabs can send the same message, which the server stores once.
 */
export class Outbox {
  /** `Connection.send` while the connection is live, otherwise null. */
  sendLive: ((message: OutgoingMessage) => Promise<MessageDto | null>) | null = null;
  /** The server's message while a rate limit delays sending, otherwise null. */
  note: string | null = null;

  #environment: Environment;
  #owner: OutboxOwner;
  #listener: OutboxListener | null = null;
  /** The client ids of messages that were written or retried on this page, until `takeOwnFailure` returns them. */
  #own = new Set<string>();
  #wake: (() => void) | null = null;

  constructor(environment: Environment, owner: OutboxOwner) {
    this.#environment = environment;
    this.#owner = owner;
  }

  listen(listener: OutboxListener): () => void {
    this.#listener = listener;
    const prefix = prefixOf(this.#owner);
    const unwatch = this.#environment.store.watch((key) => {
      if (key !== null && !key.startsWith(prefix)) return;
      listener.onChange();
      this.send();
    });
    return () => {
      unwatch();
      if (this.#listener === listener) this.#listener = null;
    };
  }

  read(): OutboxEntry[] {
    return readOutbox(this.#environment.store, this.#owner);
  }

  /** @param clientId the id of an earlier attempt at the same text, so that the server stores the text only once */
  add(content: string, clientId: string = createKey()): void {
    this.#own.add(clientId);
    this.#write({
      client_id: clientId,
      content,
      queued_at: new Date().toISOString(),
      position: 1 + Math.max(0, ...this.read().map(({ position }) => position)),
      state: "pending",
      reason: null,
    });
    this.send();
  }

  retry(clientId: string): void {
    const entry = this.#find(clientId);
    if (!entry) return;
    this.#own.add(clientId);
    this.#write({ ...entry, state: "pending", reason: null });
    this.send();
  }

  discard(clientId: string): void {
    this.#environment.store.remove(prefixOf(this.#owner) + clientId);
    this.#listener?.onChange();
  }

  /** Returns an entry that was written on this page and given up, and then not again before it is retried. */
  takeOwnFailure(): OutboxEntry | undefined {
    const entry = this.read().find(
      ({ client_id, state }) => state === "failed" && this.#own.has(client_id),
    );
    if (entry) this.#own.delete(entry.client_id);
    return entry;
  }

  /** Ends the pause before another attempt, unless a rate limit caused the pause. */
  send(): void {
    this.#wake?.();
    void this.#run();
  }

  #run = oneAtATime(async () => {
    if (!this.#findNext()) return;
    const { memberId, conversationId } = this.#owner;
    await this.#environment.withLock(`outbox:${memberId}:${conversationId}`, async () => {
      for (let next = this.#findNext(); next; next = this.#findNext()) {
        if (!(await this.#deliver(next.client_id))) return;
      }
    });
  });

  /** The oldest entry that isn't given up, because messages are sent strictly in order. */
  #findNext(): OutboxEntry | undefined {
    return this.read().find(({ state }) => state === "pending");
  }

  /**
   * Sends an entry until it is stored or given up. An entry is given up if it is refused, or if a reachable server
   * fails three times in a row. The server counts as reachable if the answer is its own and not a gateway's, or if the
   * socket was live when the attempt began.
   * @returns false if the session has ended
   */
  async #deliver(clientId: string): Promise<boolean> {
    let [attempts, failures] = [0, 0];
    for (;;) {
      const entry = this.#find(clientId);
      // A sign-out or another tab may have removed the entry.
      if (entry?.state !== "pending") return true;
      if (!this.#environment.isOnline()) {
        await this.#wait(MAX_DELAY_MS);
        continue;
      }
      const wasServerThere = this.sendLive !== null;
      const answer = await this.#attempt(entry);
      if (answer.ok) {
        this.#listener?.onStored(answer.body);
        this.discard(clientId);
        return true;
      }
      const { status, message } = answer;
      if (status === 401) {
        this.#listener?.onRefused();
        return false;
      }
      attempts += 1;
      const isAway = AWAY_STATUSES.has(status);
      failures = (isAway ? wasServerThere : status >= 500) ? failures + 1 : 0;
      const isRefused = status < 500 && status !== 429 && !isAway;
      if (!isRefused && failures < FAILURES_BEFORE_GIVING_UP) {
        await this.#wait(pauseAfter(answer, attempts), status === 429 ? message : null);
        continue;
      }
      const reason = status < 500 ? message : null;
      if (this.#find(clientId)) this.#write({ ...entry, state: "failed", reason });
      if (status === 403 || status === 404) this.#listener?.onRefused();
    }
  }

  async #attempt(entry: OutboxEntry) {
    const stored = await this.sendLive?.(entry);
    if (stored) return { ok: true, body: stored } as const;
    return postMessage(this.#environment, this.#owner.conversationId, entry);
  }

  #find(clientId: string): OutboxEntry | undefined {
    return this.read().find((entry) => entry.client_id === clientId);
  }

  #write(entry: OutboxEntry): void {
    this.#environment.store.write(prefixOf(this.#owner) + entry.client_id, JSON.stringify(entry));
    this.#listener?.onChange();
  }

  /** @param note the server's message about a rate limit. With a note, `send` does not shorten the wait. */
  async #wait(delayMs: number, note: string | null = null): Promise<void> {
    this.note = note;
    if (note) this.#listener?.onChange();
    await new Promise<void>((resolve) => {
      setTimeout(resolve, delayMs);
      this.#wake = note === null ? resolve : null;
    });
    this.#wake = null;
    this.note = null;
    if (note) this.#listener?.onChange();
  }
}

/** `randomUUID` is missing outside of a secure context. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Keyed by environment, so that each page that a test simulates has its own outboxes. */
const outboxes = new WeakMap<Environment, Map<string, Outbox>>();

export function outboxOf(environment: Environment, owner: OutboxOwner): Outbox {
  const ofPage = outboxes.get(environment) ?? new Map<string, Outbox>();
  outboxes.set(environment, ofPage);
  const key = prefixOf(owner);
  const outbox = ofPage.get(key) ?? new Outbox(environment, owner);
  ofPage.set(key, outbox);
  return outbox;
}
