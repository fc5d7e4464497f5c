import type { MessageDto } from "~/core/shared/contract";
import { postMessage } from "./api";
import type { Environment } from "./environment";
import {
  countFailures,
  createEntry,
  decideNextStep,
  nextToSend,
  type OutboxEntry,
  readOutbox,
} from "./outbox";
import { listOutboxes, type OutboxOwner, removeEntry, watchOutbox, writeEntry } from "./storage";

/** While the browser reports no network, the sender checks it again after this time at the latest. */
const OFFLINE_WAIT_MS = 4_000;

type StepAfter = "next" | "stop";

interface OutboxListener {
  onChange?: () => void;
  /** Called before the entry leaves the outbox. */
  onStored?: (message: MessageDto) => void;
  /** The session is over, or the conversation takes no more messages. */
  onRefused?: () => void;
}

/**
 * Sends the unsent messages of one conversation, in order, one at a time, until there are none. It continues after its
 * page is left. If several tabs are open, one of them sends (Web Locks). Two may send the same message in a browser
 * without locks; the server then stores it once.
 */
export class OutboxSender {
  /** Whether the connection is live. Set by the connection's owner. */
  isServerThere = false;
  /** Sends over the live connection. Returns null if the message must be sent by the POST. */
  sendLive: ((message: OutboxEntry) => Promise<MessageDto | null>) | null = null;

  #environment: Environment;
  #owner: OutboxOwner;
  #listeners = new Set<OutboxListener>();
  #stopWatching: (() => void) | null = null;
  /** The attempts and the consecutive failures of each entry that is being sent. */
  #tries = new Map<string, { attempts: number; failures: number }>();
  #isRunning = false;
  #isAskedAgain = false;
  #wake: (() => void) | null = null;
  #note: string | null = null;

  constructor(environment: Environment, owner: OutboxOwner) {
    this.#environment = environment;
    this.#owner = owner;
  }

  listen(listener: OutboxListener): () => void {
    this.#listeners.add(listener);
    this.#stopWatching ??= watchOutbox(this.#environment.store, this.#owner, () => {
      this.#changed();
      this.send();
    });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopWatching?.();
      this.#stopWatching = null;
    };
  }

  read(): OutboxEntry[] {
    return readOutbox(this.#environment.store, this.#owner);
  }

  /** Why sending waits: the server's message; usually null. */
  get note(): string | null {
    return this.#note;
  }

  /**
   * Stores a message on the device, then sends it.
   * @param clientId the one of an earlier attempt at the same text, so that it can't be stored twice
   */
  add(content: string, clientId: string = this.#environment.createKey()): void {
    const entry = createEntry(this.read(), {
      client_id: clientId,
      content,
      queued_at: new Date(this.#environment.clock.now()).toISOString(),
      origin: this.#environment.pageId(),
    });
    writeEntry(this.#environment.store, this.#owner, entry);
    this.#changed();
    this.send();
  }

  /** Sends an entry again that was given up. */
  retry(clientId: string): void {
    const entry = this.#find(clientId);
    if (!entry) return;
    this.#tries.delete(clientId);
    writeEntry(this.#environment.store, this.#owner, {
      ...entry,
      state: "pending",
      reason: null,
      origin: this.#environment.pageId(),
    });
    this.#changed();
    this.send();
  }

  discard(clientId: string): void {
    removeEntry(this.#environment.store, this.#owner, clientId);
    this.#changed();
  }

  /** The first of these entries that was written on this page and given up. Its text may be put back into the field. */
  findOwnFailure(clientIds: ReadonlySet<string | null>): OutboxEntry | null {
    const isOwn = ({ client_id, state, origin }: OutboxEntry) =>
      state === "failed" && origin === this.#environment.pageId() && clientIds.has(client_id);
    return this.read().find(isOwn) ?? null;
  }

  /** Sends the unsent messages now, also if they wait for another attempt. */
  send(): void {
    this.#wake?.();
    if (this.#isRunning) {
      this.#isAskedAgain = true;
      return;
    }
    if (!nextToSend(this.read())) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
      if (!this.#isAskedAgain) return;
      this.#isAskedAgain = false;
      this.send();
    });
  }

  async #run(): Promise<void> {
    const { memberId, conversationId } = this.#owner;
    await this.#environment.withLock(`outbox:${memberId}:${conversationId}`, async () => {
      for (let entry = nextToSend(this.read()); entry; entry = nextToSend(this.read())) {
        if ((await this.#attempt(entry)) === "stop") return;
      }
    });
  }

  async #attempt(entry: OutboxEntry): Promise<StepAfter> {
    if (!this.#environment.isOnline()) {
      await this.#wait(OFFLINE_WAIT_MS);
      return "next";
    }
    const { client_id } = entry;
    const before = this.#tries.get(client_id) ?? { attempts: 0, failures: 0 };
    const wasServerThere = this.isServerThere;
    // The server stores a `client_id` once over both ways. So a message without an acknowledgement is sent again by the
    // POST.
    const heard = await this.sendLive?.(entry);
    if (heard) {
      this.#stored(entry, heard);
      return "next";
    }
    const answer = await postMessage(this.#environment, this.#owner.conversationId, entry);
    if (answer.kind === "ok") {
      this.#stored(entry, answer.body);
      return "next";
    }
    const attempts = before.attempts + 1;
    const failures = countFailures(answer, before.failures, wasServerThere);
    this.#tries.set(client_id, { attempts, failures });
    const step = decideNextStep(answer, attempts, failures);
    if (step.kind === "signIn") {
      this.#tell((listener) => listener.onRefused?.());
      return "stop";
    }
    if (step.kind === "retry") {
      this.#setNote(step.reason);
      await this.#wait(step.delayMs);
      this.#setNote(null);
      return "next";
    }
    if (step.kind === "giveUp") this.#giveUp(entry, step.reason, step.isOver);
    return "next";
  }

  #stored(entry: OutboxEntry, message: MessageDto): void {
    this.#tries.delete(entry.client_id);
    this.#tell((listener) => listener.onStored?.(message));
    removeEntry(this.#environment.store, this.#owner, entry.client_id);
    this.#changed();
  }

  #giveUp(entry: OutboxEntry, reason: string | null, isOver: boolean): void {
    this.#tries.delete(entry.client_id);
    // A sign-out may have removed the entry meanwhile.
    if (this.#find(entry.client_id)) {
      writeEntry(this.#environment.store, this.#owner, { ...entry, state: "failed", reason });
    }
    this.#changed();
    if (isOver) this.#tell((listener) => listener.onRefused?.());
  }

  #find(clientId: string): OutboxEntry | undefined {
    return this.read().find((entry) => entry.client_id === clientId);
  }

  #setNote(note: string | null): void {
    if (note === this.#note) return;
    this.#note = note;
    this.#changed();
  }

  #changed(): void {
    this.#tell((listener) => listener.onChange?.());
  }

  #tell(what: (listener: OutboxListener) => void): void {
    for (const listener of [...this.#listeners]) what(listener);
  }

  #wait(delayMs: number): Promise<void> {
    const { clock, watchDevice } = this.#environment;
    return new Promise((resolve) => {
      const finish = () => {
        cancel();
        unwatch();
        this.#wake = null;
        resolve();
      };
      const cancel = clock.after(delayMs, finish);
      const unwatch = watchDevice({ online: finish });
      // Wait out the rate limit even if a retry is requested.
      this.#wake = this.#note === null ? finish : null;
    });
  }
}

/** The senders by environment, so that each simulated page has its own. */
const senders = new WeakMap<Environment, Map<string, OutboxSender>>();

/** The one sender of a conversation on this page. */
export function senderOf(environment: Environment, owner: OutboxOwner): OutboxSender {
  const ofPage = senders.get(environment) ?? new Map<string, OutboxSender>();
  senders.set(environment, ofPage);
  const key = `${owner.memberId}:${owner.conversationId}`;
  const sender = ofPage.get(key) ?? new OutboxSender(environment, owner);
  ofPage.set(key, sender);
  return sender;
}

/** Sends a member's unsent messages in all conversations, left over when a page was closed or the device was off. */
export function sendAllWaiting(environment: Environment, memberId: string): void {
  for (const owner of listOutboxes(environment.store, memberId)) {
    senderOf(environment, owner).send();
  }
}
