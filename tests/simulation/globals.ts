import { SimulatedResponse } from "./http";
import type { Appointment, Schedule } from "./schedule";
import { Line } from "./web-socket";

const RealDate = Date;

export function installGlobals(schedule: Schedule, chance: () => number): () => void {
  const readNow = () => Math.floor(schedule.now);
  /** Returns a real `Date`, because creating an instance of a subclass takes far longer. */
  function VirtualDate(given: number | string | Date = readNow(), ...rest: number[]): Date {
    return rest.length === 0
      ? new RealDate(given)
      : new RealDate(...([given, ...rest] as [number, number]));
  }
  VirtualDate.prototype = RealDate.prototype;
  Object.assign(VirtualDate, { now: readNow, UTC: RealDate.UTC, parse: RealDate.parse });

  const fill = (bytes: Uint8Array): Uint8Array => {
    for (const i of bytes.keys()) bytes[i] = Math.floor(chance() * 256);
    return bytes;
  };
  const silent = () => {};
  const replacements: Record<string, unknown> = {
    Date: VirtualDate,
    setTimeout: (work: () => void, delayMs = 0) => schedule.after(delayMs, schedule.current, work),
    clearTimeout: (timer: Appointment | undefined) => {
      if (timer) timer.isCancelled = true;
    },
    crypto: {
      getRandomValues: fill,
      randomUUID: () => Buffer.from(fill(new Uint8Array(16))).toString("hex"),
    },
    Response: SimulatedResponse,
    WebSocketPair: class {
      0 = new Line(schedule);
      1 = new Line(schedule, this[0]);
    },
    WebSocketRequestResponsePair: class {
      constructor(
        readonly request: string,
        readonly response: string,
      ) {}
    },
    console: { debug: silent, info: silent, log: silent, warn: silent, error: silent },
  };
  const names = Object.keys(replacements);
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const [name, value] of Object.entries(replacements)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  const random = Math.random;
  Math.random = chance;
  return () => {
    Math.random = random;
    for (const [i, name] of names.entries()) {
      const descriptor = before[i];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  };
}
