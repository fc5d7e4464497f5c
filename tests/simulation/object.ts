import { ConversationObject } from "~/worker/live/conversation-object";
import { waitUntil } from "./cloudflare-workers";
import type { HistoryDatabase } from "./database";
import { Actor, type Schedule } from "./schedule";
import { LINE_OPEN, type Line, type LineHost } from "./web-socket";

type Instance = Record<string, (...args: unknown[]) => unknown>;

interface Call {
  caller: Actor;
  reject: (error: Error) => void;
}

interface ObjectParts {
  name: string;
  schedule: Schedule;
  storage: HistoryDatabase;
  create(state: DurableObjectState): ConversationObject;
  delay(): number;
  chance(): number;
}

/**
 * The conversation's Durable Object, with the storage and WebSockets that the runtime keeps while the object sleeps.
 */
export class SimulatedObject implements LineHost {
  /** The runtime. Unlike the object, it never dies. */
  readonly actor = new Actor();
  readonly stub: object;
  /** If true, the object dies after one of its next steps. */
  isDoomed = false;

  #parts: ObjectParts;
  #instance: { actor: Actor; object: Instance } | null = null;
  #lines = new Set<Line>();
  #calls = new Set<Call>();
  #autoResponse: { request: string; response: string } | null = null;
  #respondedAt = new WeakMap<Line, Date>();

  constructor(parts: ObjectParts) {
    this.#parts = parts;
    const methods = Object.getOwnPropertyNames(ConversationObject.prototype);
    this.stub = Object.fromEntries(
      methods.map((method) => [method, (...args: unknown[]) => this.#call(method, args)]),
    );
  }

  /** Puts the object to sleep, but not during a call. Its WebSockets stay open. */
  evict(): void {
    if (!this.#instance || this.#calls.size > 0) return;
    this.#instance.actor.isAlive = false;
    this.#instance = null;
  }

  /**
   * Must be called between two steps only. Deaths inside a step need no simulation: they look like a death before the
   * step, because the runtime sends no answer before the step's writes are stored.
   */
  crash(): void {
    this.isDoomed = false;
    const { schedule, delay, chance } = this.#parts;
    if (this.#instance) this.#instance.actor.isAlive = false;
    this.#instance = null;
    const isLate = chance() < 0.5;
    for (const line of this.#lines) line.vanish(isLate);
    this.#lines.clear();
    const error = Object.assign(new Error("the object was reset"), { retryable: true });
    for (const { caller, reject } of this.#calls) {
      schedule.after(delay(), caller, () => reject(error));
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
      schedule.after(delay(), this.actor, () => {
        this.#calls.add(call);
        this.#step(async (object) => {
          const answer = await Promise.resolve(object[method]?.(...args)).then(
            (value) => () => resolve(value),
            (error) => () => reject(error),
          );
          if (this.#calls.delete(call)) schedule.after(delay(), caller, answer);
        });
      });
    });
  }

  #step(work: (object: Instance) => unknown): void {
    const { schedule } = this.#parts;
    const { actor, object } = this.#wake();
    schedule.runNow(actor, () => {
      Promise.resolve(work(object)).catch((error) => schedule.errors.push(error));
    });
    if (this.isDoomed && this.#parts.chance() < 0.5) this.crash();
  }

  #wake(): { actor: Actor; object: Instance } {
    if (this.#instance) return this.#instance;
    const actor = new Actor();
    const { schedule, create } = this.#parts;
    const before = schedule.current;
    schedule.current = actor;
    const object = create(this.#state()) as unknown as Instance;
    schedule.current = before;
    this.#instance = { actor, object };
    return this.#instance;
  }

  #state(): DurableObjectState {
    const { name, storage } = this.#parts;
    const state = {
      id: { name },
      storage: {
        sql: {
          exec: (statement: string, ...values: (string | number | null)[]) =>
            storage.run(statement, values),
        },
        // No alarm goes off, because sessions and conversations outlast a history by hours.
        getAlarm: async () => null,
        setAlarm: async () => {},
      },
      waitUntil,
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
}
