import { SimulatedWebSocket } from "./browser-globals";
import { SimulatedResponse } from "./http";
import { browserOf, findRunning, requireRunning } from "./running";
import type { Appointment } from "./schedule";
import { Line } from "./web-socket";

const RealDate = Date;

const readNow = () => {
  const world = findRunning();
  return world ? Math.floor(world.schedule.now) : RealDate.now();
};

/** `new Date()` and `Date.now()` by the virtual clock. Returns a real `Date`: an instance of a subclass takes far longer to make. */
function VirtualDate(given: number | string | Date = readNow(), ...rest: number[]): Date {
  return rest.length === 0
    ? new RealDate(given)
    : new RealDate(...([given, ...rest] as [number, number]));
}
VirtualDate.prototype = RealDate.prototype;
Object.assign(VirtualDate, { now: readNow, UTC: RealDate.UTC, parse: RealDate.parse });

const real = { setTimeout, setInterval, clearTimeout, crypto, console };

/** Uses the runtime's timers while no history is run: the test itself needs them between two histories. */
function setTimer(work: () => void, delayMs = 0, isRepeated = false): unknown {
  const world = findRunning();
  if (!world) return (isRepeated ? real.setInterval : real.setTimeout)(work, delayMs);
  const { schedule } = world;
  const timer = schedule.after(delayMs, schedule.current, work, true);
  if (isRepeated) timer.everyMs = delayMs;
  return timer;
}

function clearTimer(timer: Appointment | NodeJS.Timeout | undefined | null): void {
  if (!timer) return;
  if ("isOver" in timer) findRunning()?.schedule.cancel(timer);
  else real.clearTimeout(timer);
}

function fill<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  const { chance } = requireRunning();
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(chance() * 256);
  return bytes;
}

const createUuid = () =>
  Buffer.from(fill(new Uint8Array(16)))
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const virtualCrypto = { getRandomValues: fill, randomUUID: createUuid };

const whileRunning = <Value extends object>(virtual: Partial<Value>, own: Value): Value =>
  new Proxy(own, {
    get: (target, name) => {
      const value = Reflect.get(findRunning() ? virtual : target, name);
      return typeof value === "function" && !findRunning() ? value.bind(target) : value;
    },
  });

const silent = () => {};
const silentConsole = { debug: silent, info: silent, log: silent, warn: silent, error: silent };

/** Globals that replace the runtime's while a history is run. */
const REPLACEMENTS: Record<string, unknown> = {
  Date: VirtualDate,
  setTimeout: (work: () => void, delayMs?: number) => setTimer(work, delayMs),
  setInterval: (work: () => void, delayMs?: number) => setTimer(work, delayMs, true),
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  scheduler: { wait: (ms: number) => new Promise<void>((resolve) => setTimer(resolve, ms)) },
  // Every service outside answers or fails, so no timeout is needed.
  AbortSignal: { timeout: () => undefined },
  crypto: whileRunning<object>(virtualCrypto, real.crypto),
  Response: SimulatedResponse,
  WebSocket: SimulatedWebSocket,
  WebSocketPair: class {
    0: Line;
    1: Line;
    constructor() {
      [this[0], this[1]] = Line.pair(requireRunning().schedule);
    }
  },
  WebSocketRequestResponsePair: class {
    constructor(
      readonly request: string,
      readonly response: string,
    ) {}
  },
  location: {
    protocol: "http:",
    host: "happenstance.test",
    hostname: "happenstance.test",
    port: "",
  },
  localStorage: {
    getItem: (key: string) => browserOf()?.readStored(key) ?? null,
  },
  console: whileRunning<object>(silentConsole, real.console),
};

/** Installs the replacements. @returns a function that removes them */
export function installGlobals(): () => void {
  const names = Object.keys(REPLACEMENTS);
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const random = Math.random;
  for (const name of names) {
    Object.defineProperty(globalThis, name, {
      value: REPLACEMENTS[name],
      configurable: true,
      writable: true,
    });
  }
  Math.random = () => findRunning()?.chance() ?? random();
  return () => {
    Math.random = random;
    for (const [i, name] of names.entries()) {
      const descriptor = before[i];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  };
}
