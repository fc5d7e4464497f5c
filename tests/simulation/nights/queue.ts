import { MAX_RETRIES } from "~/core/notices/retries";
import { Actor, type Schedule } from "../schedule";

/** Time after which the platform gives a message of a dead consumer to another one. */
const LEASE_MS = 60_000;
const MOST_OF_BATCH = 20;

interface Queued {
  id: string;
  body: unknown;
  attempts: number;
  timestamp: Date;
}

interface QueueParts {
  schedule: Schedule;
  delay(): number;
  consume(messages: Message[], actor: Actor): void;
  /** Whether a call to the queue fails now. */
  isDown(): boolean;
  /** Whether a message is delivered once more. */
  isDoubled(): boolean;
  /** Called for each message that the queue has taken. */
  added(body: unknown): void;
  /** Called when an invocation starts, which may be killed; `ended` is called when it is over. */
  started(actor: Actor): void;
  ended(actor: Actor): void;
}

/** A queue like the platform's: it delivers each message at least once and up to seven times, then to the dead letters. */
export class SimulatedQueue {
  /** Messages that are not yet acknowledged. */
  readonly waiting = new Set<Queued>();
  readonly dead: Queued[] = [];

  #parts: QueueParts;
  #own = new Actor("queue");
  #ready: Queued[] = [];
  #sent = 0;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  get binding() {
    type Options = { delaySeconds?: number } | undefined;
    const sendBatch = (messages: { body: unknown }[], { delaySeconds = 0 }: Options = {}) => {
      const { schedule, delay, isDown } = this.#parts;
      const caller = schedule.current;
      return new Promise<void>((resolve, reject) => {
        schedule.after(delay(), this.#own, () => {
          const fails = isDown();
          if (!fails) for (const { body } of messages) this.#add(body, delaySeconds);
          const answer = () => (fails ? reject(new Error("the queue is down")) : resolve());
          schedule.after(delay(), caller, answer);
        });
      });
    };
    return { sendBatch, send: (body: unknown, options: Options) => sendBatch([{ body }], options) };
  }

  #add(body: unknown, delaySeconds: number): void {
    const timestamp = new Date(this.#parts.schedule.now);
    const queued = {
      id: `message ${++this.#sent}`,
      body: structuredClone(body),
      attempts: 0,
      timestamp,
    };
    this.waiting.add(queued);
    this.#parts.added(body);
    this.#waitFor(queued, delaySeconds);
    if (this.#parts.isDoubled()) this.#waitFor(queued, delaySeconds + 1);
  }

  #waitFor(queued: Queued, delaySeconds: number): void {
    const { schedule, delay } = this.#parts;
    schedule.after(1_000 * delaySeconds + delay(), this.#own, () => {
      this.#ready.push(queued);
      if (this.#ready.length === 1) schedule.after(1, this.#own, () => this.#deliver());
    });
  }

  #deliver(): void {
    const { schedule, consume, started, ended } = this.#parts;
    const batch = this.#ready.splice(0);
    for (let i = 0; i < batch.length; i += MOST_OF_BATCH) {
      const actor = new Actor("consumer");
      const open = new Set<Queued>();
      const settle = (queued: Queued) => {
        if (open.delete(queued) && open.size === 0) ended(actor);
      };
      const messages = batch.slice(i, i + MOST_OF_BATCH).map((queued) => {
        queued.attempts += 1;
        open.add(queued);
        const again = ({ delaySeconds = 0 } = {}) => {
          if (!open.has(queued)) return;
          settle(queued);
          if (queued.attempts <= MAX_RETRIES) return this.#waitFor(queued, delaySeconds);
          if (this.waiting.delete(queued)) this.dead.push(queued);
        };
        schedule.after(LEASE_MS, this.#own, () => again());
        const ack = () => {
          settle(queued);
          this.waiting.delete(queued);
        };
        const { id, body, attempts, timestamp } = queued;
        return {
          timestamp,
          id,
          body: structuredClone(body),
          attempts,
          ack,
          retry: again,
        } as unknown as Message;
      });
      started(actor);
      consume(messages, actor);
    }
  }
}
