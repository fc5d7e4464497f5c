import type { SimulatedResponse } from "./http";
import { type Browser, PageActor } from "./page-actor";
import type { Schedule } from "./schedule";

/** What the replaced globals refer to: the history that is being run. */
export interface RunningWorld {
  schedule: Schedule;
  /** From 0 to 1, the same for the same seed. */
  chance(): number;
  /** What is outside of the product: the push services. */
  fetch?(url: string, init?: RequestInit): Promise<SimulatedResponse>;
}

let running: RunningWorld | null = null;

/** Makes a history the one that the globals refer to; null when it is over. */
export function setRunning(world: RunningWorld | null): void {
  running = world;
}

export function findRunning(): RunningWorld | null {
  return running;
}

export function requireRunning(): RunningWorld {
  if (!running) throw new Error("no history is being run");
  return running;
}

/** The browser of the page whose code runs; null outside of one. */
export function browserOf(): Browser | null {
  const actor = running?.schedule.current;
  return actor instanceof PageActor ? actor.browser : null;
}
