/** Something that runs code and can die: a page, the Worker, an instance of an object. */
export class Actor {
  readonly name: string;
  isAlive = true;
  /** Number of pending timers: an object with one is not put to sleep. */
  timers = 0;
  /** The ends of WebSockets that end with it. */
  readonly lines = new Set<{ vanish(isLate: boolean): void }>();

  constructor(name: string) {
    this.name = name;
  }
}

export interface Appointment {
  at: number;
  actor: Actor;
  work: () => void;
  isOver: boolean;
  isTimer: boolean;
  /** The interval of `setInterval` in milliseconds; null for a single appointment. */
  everyMs: number | null;
}

/** A history of two members takes some hundreds of steps; one that takes more than this is in a loop. */
const MOST_STEPS = 20_000;

/**
 * Runs promise reactions until there are none, as Node does between two turns of its loop. This is Node's own undocumented
 * function; a turn of the real loop takes ten times as long.
 */
const settle = (process as unknown as { _tickCallback(): void })._tickCallback;

/**
 * The one thread and the one clock. An appointment runs as an actor. All promise reactions that follow from it belong to
 * the same actor, because nothing else runs before they have settled.
 */
export class Schedule {
  now: number;
  current: Actor;
  /** Errors that appointments threw: faults of the code under test, or of the simulator. */
  errors: unknown[] = [];
  /** Number of appointments that were run. */
  steps = 0;
  /** Collects the appointments that the current one makes; null if they are not collected. */
  made: Appointment[] | null = null;

  /** The next one last. */
  #waiting: Appointment[] = [];
  #moment = 0;

  constructor(now: number, first: Actor) {
    this.now = now;
    this.current = first;
  }

  /** Returns a number greater than that of each earlier observation. */
  moment(): number {
    this.#moment += 1;
    return this.#moment;
  }

  after(delayMs: number, actor: Actor, work: () => void, isTimer = false): Appointment {
    const delay = Math.max(delayMs, 0);
    const appointment: Appointment = {
      at: this.now + delay,
      actor,
      work,
      isOver: false,
      isTimer,
      everyMs: null,
    };
    if (isTimer) actor.timers += 1;
    this.#push(appointment);
    this.made?.push(appointment);
    return appointment;
  }

  cancel(appointment: Appointment): void {
    if (appointment.isOver) return;
    appointment.isOver = true;
    if (appointment.isTimer) appointment.actor.timers -= 1;
  }

  /** Runs all appointments that are due until an instant, or until `isDone` returns true after one. */
  runUntil(instant: number, isDone?: () => boolean): void {
    for (let next = this.#waiting.at(-1); next && next.at <= instant; next = this.#waiting.at(-1)) {
      this.#waiting.pop();
      if (next.isOver || !next.actor.isAlive) continue;
      this.now = next.at;
      this.runNow(next.actor, () => this.#keep(next));
      if (isDone?.()) return;
      if (this.steps > MOST_STEPS) {
        this.errors.push(new Error("no end of steps"));
        this.#waiting.length = 0;
      }
    }
    this.now = Math.max(this.now, instant);
  }

  /** Runs work as an actor, with all promise reactions that follow from it. */
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

  #keep(appointment: Appointment): void {
    if (appointment.everyMs === null) {
      this.cancel(appointment);
    } else {
      appointment.at = this.now + appointment.everyMs;
      this.#push(appointment);
    }
    appointment.work();
  }

  /** Inserts it behind all that are due before it. */
  #push(appointment: Appointment): void {
    const waiting = this.#waiting;
    let [low, high] = [0, waiting.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((waiting[middle] as Appointment).at > appointment.at) low = middle + 1;
      else high = middle;
    }
    waiting.splice(low, 0, appointment);
  }
}
