import type { Actor, Schedule } from "./schedule";

type Listener = (event: { data?: unknown; code?: number; reason?: string }) => void;

/** The receiver at an end of a WebSocket that the runtime holds for an object. */
export interface LineHost {
  takeFrame(line: Line, frame: string): void;
  takeClose(line: Line, code: number): void;
  /** The actor as which frames and closes arrive. */
  readonly arrivals: Actor;
}

export const LINE_OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/**
 * One end of a WebSocket, as a Worker or an object has it. Frames of one direction arrive in order. Either end can break
 * without a handshake.
 */
export class Line {
  binaryType = "arraybuffer";
  readyState = LINE_OPEN;
  /** Draws the time of a frame to this end, in milliseconds. */
  latency: () => number = () => 1;
  /** Nothing arrives any more, and neither end is notified. */
  isDead = false;

  #schedule: Schedule;
  #other: Line | null = null;
  #owner: Actor | null = null;
  #host: LineHost | null = null;
  #listeners: { [type: string]: Listener[] } = {};
  #waiting: (() => void)[] = [];
  #lastArrival = 0;
  #attachment: string | null = null;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  static pair(schedule: Schedule): [Line, Line] {
    const [one, other] = [new Line(schedule), new Line(schedule)];
    one.#other = other;
    other.#other = one;
    return [one, other];
  }

  get other(): Line | null {
    return this.#other;
  }

  /** Delivers frames as standard events to the actor that runs now. */
  accept(): void {
    this.#owner = this.#schedule.current;
    this.#owner.lines.add(this);
    for (const work of this.#waiting.splice(0)) this.#arrive(work);
  }

  /** Delivers frames to the runtime, which wakes the object for each. */
  hold(host: LineHost): void {
    this.#host = host;
    for (const work of this.#waiting.splice(0)) this.#arrive(work);
  }

  addEventListener(type: string, listener: Listener): void {
    const list = this.#listeners[type];
    if (list) list.push(listener);
    else this.#listeners[type] = [listener];
  }

  serializeAttachment(value: unknown): void {
    this.#attachment = JSON.stringify(value);
  }

  deserializeAttachment(): unknown {
    return this.#attachment === null ? null : JSON.parse(this.#attachment);
  }

  send(frame: string): void {
    if (this.readyState !== LINE_OPEN) throw new TypeError("the WebSocket is closed");
    this.#other?.receive(() => this.#other?.takeFrame(frame));
  }

  close(code = 1000): void {
    if (this.readyState !== LINE_OPEN) return;
    this.readyState = CLOSING;
    this.#other?.receive(() => this.#other?.takeClose(code));
  }

  /** Breaks the connection without a handshake. @param isLate whether frames that were sent before still arrive */
  tear(isLate: boolean): void {
    for (const end of [this, this.#other]) {
      if (!end || end.readyState === CLOSED) continue;
      if (isLate) end.receive(() => end.#end(1006));
      else {
        end.#waiting = [];
        end.isDead = true;
        end.#arrive(() => end.#end(1006));
      }
    }
  }

  /** Ends this side as if its machine were gone: only the other end is notified. */
  vanish(isLate: boolean): void {
    const other = this.#other;
    this.readyState = CLOSED;
    this.#owner = null;
    this.#host = null;
    if (!other || other.readyState === CLOSED) return;
    if (!isLate) other.isDead = true;
    other.#arrive(() => other.#end(1006));
  }

  receive(work: () => void): void {
    if (this.isDead || this.readyState === CLOSED) return;
    if (this.#owner || this.#host) this.#arrive(work);
    else this.#waiting.push(work);
  }

  takeFrame(frame: string): void {
    if (this.isDead || this.readyState === CLOSED) return;
    if (this.#host) this.#host.takeFrame(this, frame);
    else this.#tell("message", { data: frame });
  }

  takeClose(code: number): void {
    if (this.isDead || this.readyState === CLOSED) return;
    const wasOpen = this.readyState === LINE_OPEN;
    this.#end(code);
    // The runtime answers a close by itself.
    if (wasOpen) this.#other?.receive(() => this.#other?.takeClose(code));
  }

  #end(code: number): void {
    if (this.readyState === CLOSED) return;
    this.#owner?.lines.delete(this);
    this.readyState = CLOSED;
    if (this.#host) this.#host.takeClose(this, code);
    else this.#tell("close", { code, reason: "" });
  }

  #arrive(work: () => void): void {
    const actor = this.#host?.arrivals ?? this.#owner;
    if (!actor) {
      this.#waiting.push(work);
      return;
    }
    const { now } = this.#schedule;
    this.#lastArrival = Math.max(this.#lastArrival, now + this.latency());
    this.#schedule.after(this.#lastArrival - now, actor, work);
  }

  #tell(type: string, event: Parameters<Listener>[0]): void {
    for (const listener of this.#listeners[type] ?? []) listener(event);
  }
}
