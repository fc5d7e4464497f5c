import type { Actor, Schedule } from "./schedule";

export interface LineHost {
  readonly actor: Actor;
  takeFrame(line: Line, frame: string): void;
  takeClose(line: Line, code: number): void;
}

export const LINE_OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/**
 * One end of a WebSocket. In each direction, frames arrive in the order of sending. Either end can break without a
 * closing handshake.
 */
export class Line {
  readyState = LINE_OPEN;
  latency: () => number = () => 1;
  /** If true, nothing arrives at this end any more, and the end is not notified. */
  isDead = false;
  readonly other: Line;

  #schedule: Schedule;
  #host: LineHost | null = null;
  /** Deliveries that wait until this end has a host. */
  #waiting: (() => void)[] = [];
  #lastArrival = 0;
  #attachment = "null";

  constructor(schedule: Schedule, other?: Line) {
    this.#schedule = schedule;
    this.other = other ?? this;
    if (other) Object.assign(other, { other: this });
  }

  hold(host: LineHost): void {
    this.#host = host;
    for (const work of this.#waiting.splice(0)) this.#arrive(work);
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = JSON.stringify(value);
  }

  deserializeAttachment(): unknown {
    return JSON.parse(this.#attachment);
  }

  send(frame: string): void {
    if (this.readyState !== LINE_OPEN) throw new TypeError("the WebSocket is closed");
    this.other.#arrive(() => this.other.#takeFrame(frame));
  }

  close(code = 1000): void {
    if (this.readyState !== LINE_OPEN) return;
    this.readyState = CLOSING;
    this.other.#arrive(() => this.other.#takeClose(code));
  }

  /** Breaks this end without a closing handshake. @param isLate whether frames that were sent before still arrive */
  break(isLate: boolean): void {
    if (!isLate) this.isDead = true;
    this.#arrive(() => this.#end(1006));
  }

  /** Closes this end as if its machine were gone, so that only the other end is notified. */
  vanish(isLate: boolean): void {
    this.readyState = CLOSED;
    this.other.break(isLate);
  }

  #takeFrame(frame: string): void {
    if (!this.isDead && this.readyState !== CLOSED) this.#host?.takeFrame(this, frame);
  }

  #takeClose(code: number): void {
    if (this.isDead) return;
    const wasOpen = this.readyState === LINE_OPEN;
    this.#end(code);
    // The runtime answers a close frame by itself.
    if (wasOpen) this.other.#arrive(() => this.other.#takeClose(code));
  }

  #end(code: number): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#host?.takeClose(this, code);
  }

  #arrive(work: () => void): void {
    if (!this.#host) {
      this.#waiting.push(work);
      return;
    }
    const { now } = this.#schedule;
    this.#lastArrival = Math.max(this.#lastArrival, now + this.latency());
    this.#schedule.after(this.#lastArrival - now, this.#host.actor, work);
  }
}
