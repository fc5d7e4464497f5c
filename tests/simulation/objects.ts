import { waitUntil } from "./cloudflare-workers";
import { Actor, type Schedule } from "./schedule";
import type { HistoryDatabase } from "./sqlite";
import { LINE_OPEN, type Line, type LineHost } from "./web-socket";

/** An instance of an object's class; any method may be called from outside. */
type Instance = Record<string, (...args: unknown[]) => unknown>;

/**
 * How an object dies: `after` a step, whose writes are safe and whose answers are under way, or `within` a step, whose writes
 * and answers are lost: the runtime lets no answer out before the writes are safe.
 */
export type Death = "after" | "within";

const ALARM_RETRY_MS = 2_000;

interface Call {
  caller: Actor;
  reject: (error: Error) => void;
}

export interface ObjectParts {
  schedule: Schedule;
  /** Null for a class without storage. */
  storage: HistoryDatabase | null;
  create(state: DurableObjectState): object;
  delay(): number;
  chance(): number;
}

/** An object with the storage, alarm and WebSockets that the runtime keeps while it sleeps. */
export class SimulatedObject implements LineHost {
  readonly name: string;
  /** The actor of the runtime, which never dies. */
  readonly arrivals: Actor;
  /** Deaths to come, with the number of steps before each. */
  deaths: { steps: number; death: Death }[] = [];

  #parts: ObjectParts;
  #instance: { actor: Actor; object: Instance } | null = null;
  #lines = new Set<Line>();
  #calls = new Set<Call>();
  #alarm: number | null = null;
  #alarmVersion = 0;
  #autoResponse: { request: string; response: string } | null = null;
  #respondedAt = new WeakMap<Line, Date>();

  constructor(name: string, parts: ObjectParts) {
    this.name = name;
    this.#parts = parts;
    this.arrivals = new Actor(`runtime of ${name}`);
  }

  /** A stub, as a binding returns it. */
  get stub(): object {
    return new Proxy(
      {},
      {
        get: (_target, method) =>
          // Resolving a promise with the stub reads `then`, which must be undefined.
          typeof method === "string" && method !== "then"
            ? (...args: unknown[]) => this.#call(method, args)
            : undefined,
      },
    );
  }

  /** Puts the object to sleep unless it has timers or calls; its WebSockets stay. */
  evict(): void {
    if (!this.#instance || this.#instance.actor.timers > 0 || this.#calls.size > 0) return;
    this.#instance.actor.isAlive = false;
    this.#instance = null;
  }

  /** Kills the object with its WebSockets and its calls under way. */
  crash(): void {
    const isLate = this.#parts.chance() < 0.5;
    const { actor } = this.#instance ?? {};
    if (actor) actor.isAlive = false;
    this.#instance = null;
    for (const line of [...this.#lines, ...(actor?.lines ?? [])]) line.vanish(isLate);
    this.#lines.clear();
    const { schedule, delay } = this.#parts;
    for (const { caller, reject } of this.#calls) {
      schedule.after(delay(), caller, () => reject(createResetError()));
    }
    this.#calls.clear();
  }

  takeFrame(line: Line, frame: string): void {
    if (this.#autoResponse?.request === frame) {
      this.#respondedAt.set(line, new Date());
      if (line.readyState === LINE_OPEN) line.send(this.#autoResponse.response);
      return;
    }
    this.#step((object) => object.webSocketMessage?.(line, frame));
  }

  takeClose(line: Line, code: number): void {
    this.#lines.delete(line);
    this.#step((object) => object.webSocketClose?.(line, code, "", true));
  }

  #call(method: string, args: unknown[]): Promise<unknown> {
    const { schedule, delay } = this.#parts;
    const caller = schedule.current;
    return new Promise((resolve, reject) => {
      const call: Call = { caller, reject };
      schedule.after(delay(), this.arrivals, () => {
        this.#calls.add(call);
        this.#step((object) => {
          const settle = (answer: () => void) => {
            if (this.#calls.delete(call)) schedule.after(delay(), caller, answer);
          };
          Promise.resolve(object[method]?.(...args)).then(
            (value) => settle(() => resolve(value)),
            (error) => settle(() => reject(error)),
          );
        });
      });
    });
  }

  #step(work: (object: Instance) => unknown): Death | null {
    const { schedule, storage } = this.#parts;
    const death = this.#nextDeath();
    const [calls, alarm] = [death === "within" ? [...this.#calls] : [], this.#alarm];
    const { actor, object } = this.#wake();
    const run = () =>
      schedule.runNow(actor, () => {
        const result = work(object);
        if (result instanceof Promise) result.catch((error) => schedule.errors.push(error));
      });
    if (death !== "within") run();
    else {
      const made = schedule.made;
      schedule.made = [];
      if (storage) storage.undo(run);
      else run();
      for (const appointment of schedule.made) schedule.cancel(appointment);
      schedule.made = made;
      for (const call of calls) this.#calls.add(call);
      if (this.#alarm !== alarm) this.#setAlarm(alarm);
    }
    if (death) this.crash();
    return death;
  }

  #nextDeath(): Death | null {
    if (this.deaths.length === 0) return null;
    let due: Death | null = null;
    this.deaths = this.deaths.filter((one) => {
      if (one.steps > 0) {
        one.steps -= 1;
        return true;
      }
      due = one.death;
      return false;
    });
    return due;
  }

  #wake(): { actor: Actor; object: Instance } {
    if (this.#instance) return this.#instance;
    const actor = new Actor(this.name);
    const { schedule, create } = this.#parts;
    const before = schedule.current;
    schedule.current = actor;
    const object = create(this.#state()) as Instance;
    schedule.current = before;
    this.#instance = { actor, object };
    return this.#instance;
  }

  #state(): DurableObjectState {
    const { storage } = this.#parts;
    const sql = {
      exec: (statement: string, ...values: (string | number | null)[]) => {
        if (!storage) {
          // Such an object looks for its tables, and makes none.
          if (statement.startsWith("select ")) return cursor([], 0);
          throw new Error("no storage");
        }
        if (values.length > 0 || !/;\s*\S/.test(statement)) {
          const { rows, changes } = storage.run(statement, values);
          return cursor(rows, changes);
        }
        storage.execute(statement);
        return cursor([], 0);
      },
    };
    const state = {
      id: { name: this.name },
      storage: {
        sql,
        transactionSync: <Result>(work: () => Result) => storage?.transact(work) ?? work(),
        getAlarm: async () => this.#alarm,
        setAlarm: async (instant: number | Date) => this.#setAlarm(Number(instant)),
      },
      waitUntil,
      blockConcurrencyWhile: <Result>(work: () => Promise<Result>) => work(),
      acceptWebSocket: (line: Line) => {
        this.#lines.add(line);
        line.hold(this);
      },
      getWebSockets: () => [...this.#lines],
      setWebSocketAutoResponse: (pair: { request: string; response: string }) => {
        this.#autoResponse = pair;
      },
      getWebSocketAutoResponseTimestamp: (line: Line) => this.#respondedAt.get(line) ?? null,
    };
    return state as unknown as DurableObjectState;
  }

  #setAlarm(instant: number | null): void {
    this.#alarm = instant;
    const version = ++this.#alarmVersion;
    if (instant === null) return;
    const { schedule } = this.#parts;
    schedule.after(instant - schedule.now, this.arrivals, () => {
      if (version !== this.#alarmVersion) return;
      this.#alarm = null;
      const death = this.#step((object) => object.alarm?.());
      // The runtime repeats an alarm that failed.
      if (death === "within") this.#setAlarm(schedule.now + ALARM_RETRY_MS);
    });
  }
}

/** The platform marks the error of a call that a restart broke as retryable. */
const createResetError = () =>
  Object.assign(new Error("the object was reset"), { retryable: true });

function cursor<Row>(rows: Row[], rowsWritten: number) {
  return Object.assign(rows[Symbol.iterator](), {
    rowsWritten,
    toArray: () => rows,
    one: () => rows[0],
  });
}

/** A namespace of objects of one class, each created at its first use. */
export class SimulatedNamespace {
  readonly objects = new Map<string, SimulatedObject>();
  #createParts: (name: string) => ObjectParts;

  constructor(createParts: (name: string) => ObjectParts) {
    this.#createParts = createParts;
  }

  get(name: string): SimulatedObject {
    let object = this.objects.get(name);
    if (!object) {
      object = new SimulatedObject(name, this.#createParts(name));
      this.objects.set(name, object);
    }
    return object;
  }

  get binding() {
    return { getByName: (name: string) => this.get(name).stub };
  }
}
