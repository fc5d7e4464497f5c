import { LIMITS, MS_PER_SECOND } from "~/core/shared/constants";
import { ERRORS, tooMany } from "~/core/shared/errors";
import type { RateLimit } from "../transport/socket-io/rate-limit";
import type { Acknowledge } from "../transport/socket-io/socket";
import { acknowledge, refuseJoin } from "./events";

const MAX_PENDING_EVENTS = 40;
const MAX_DROPPED_EVENTS = 400;

/** Handles events, one at a time. If `handle` returns a promise, it is awaited before the next event. */
interface EventHandler {
  handle(event: string, payload: unknown, ack: Acknowledge | null): Promise<void> | void;
  /** Sends an event to the client. */
  emit(event: string, payload: unknown): void;
  /** Called when a handler throws. The client can't distinguish a failed join from a slow one, so it must connect and try again. */
  fail(error: unknown): void;
  /** Called when the client does not stop sending events above the limit. */
  cutOff(): void;
}

/** Handles the events of one connection in order, so that a join is done before the `typing` that follows it. */
export class EventQueue {
  #handler: EventHandler;
  #limit: RateLimit;
  #dropped = 0;
  #pending = 0;
  #last: Promise<void> | null = null;

  /** @param limit the connection's own, which outlives a CONNECT, so that another CONNECT brings no further events */
  constructor(handler: EventHandler, limit: RateLimit) {
    this.#handler = handler;
    this.#limit = limit;
  }

  /** @param now milliseconds since 1970 */
  take(event: string, payload: unknown, ack: Acknowledge | null, now: number): void {
    if (this.#pending >= MAX_PENDING_EVENTS || !this.#limit.tryTake(now)) {
      this.#dropped += 1;
      if (this.#dropped > MAX_DROPPED_EVENTS) this.#handler.cutOff();
      else this.#refuse(event, payload, ack);
      return;
    }
    // An event with none before it is handled in this turn of the event loop, so an object stores a message without a second turn.
    const work = () => this.#handler.handle(event, payload, ack);
    let outcome: Promise<void> | void;
    try {
      outcome = this.#last ? this.#last.then(work) : work();
    } catch (error) {
      this.#handler.fail(error);
      return;
    }
    if (!(outcome instanceof Promise)) return;
    this.#pending += 1;
    const done: Promise<void> = outcome
      .catch((error) => this.#handler.fail(error))
      .finally(() => {
        this.#pending -= 1;
        if (this.#last === done) this.#last = null;
      });
    this.#last = done;
  }

  /** Refuses an event above the limit. An event that expects no answer gets none. */
  #refuse(event: string, payload: unknown, ack: Acknowledge | null): void {
    if (event === "join_conversation")
      refuseJoin(this.#handler, payload, ERRORS.too_many_requests.message, ack);
    if (event === "send_message") {
      acknowledge(ack, tooMany(LIMITS.messagesPerSecond.refusal, MS_PER_SECOND));
    }
  }
}
