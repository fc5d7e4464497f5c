/** Something that runs code and can die: a page, the Worker or an instance of an object. */
export class Actor {
  isAlive = true;
}

export interface Appointment {
  at: number;
  actor: Actor;
  work: () => void;
  isCancelled: boolean;
}

/** A usual history of two members takes some hundred steps, so one with more than this is in a loop. */
const MOST_STEPS = 20_000;

/**
 * Runs promise reactions until none is left, as Node does between two turns of its event loop. The function is
 * undocumented, but a real turn would take ten times as long.
 */
const settle = (process as unknown as { _tickCallback(): void })._tickCallback;

/**
 * The simulation's only thread and clock. All promise reactions that an appointment causes run right after it, as the
 * same actor.
 */
export class Schedule {
  now: number;
  current = new Actor();
  /** Errors that appointments threw, which are faults of the product or of the simulator. */
  errors: unknown[] = [];
  steps = 0;

  /** Sorted by descending time, so that the next appointment is the last. */
  #waiting: Appointment[] = [];
  #moment = 0;

  constructor(now: number) {
    this.now = now;
  }

  moment(): number {
    this.#moment += 1;
    return this.#moment;
  }

  after(delayMs: number, actor: Actor, work: () => void): Appointment {
    const at = this.now + Math.max(delayMs, 0);
    const appointment = { at, actor, work, isCancelled: false };
    const later = this.#waiting.findLastIndex((one) => one.at > at);
    this.#waiting.splice(later + 1, 0, appointment);
    return appointment;
  }

  runUntil(instant: number, isDone?: () => boolean): void {
    for (let next = this.#waiting.at(-1); next && next.at <= instant; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      if (next.isCancelled || !next.actor.isAlive) continue;
      this.now = next.at;
      this.runNow(next.actor, next.work);
      if (isDone?.()) return;
      if (this.steps > MOST_STEPS) {
        this.errors.push(new Error("no end of steps"));
        this.#waiting = [];
      }
    }
    this.now = Math.max(this.now, instant);
  }

  runNow(actor: Actor, work: () => void): void {
    const before = this.current;
    this.current = actor;
    this.steps += 1;
    try {
      work();
    } catch (error) {
      this.errors.push(error);
    }
    settle();
    this.current = before;
  }
}
