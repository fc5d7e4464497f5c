import { type Browser, PageActor } from "./page-actor";
import type { Schedule } from "./schedule";

/** The history that is being run, to which the replaced globals refer. */
export interface RunningWorld {
  schedule: Schedule;
  /** Draws a number from 0 to 1, the same for the same seed. */
  chance(): number;
}

let running: RunningWorld | null = null;

/** Sets the history to which the globals refer; null when it is over. */
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

/** The browser of the page whose code runs; null outside of a page. */
export function browserOf(): Browser | null {
  const actor = running?.schedule.current;
  return actor instanceof PageActor ? actor.browser : null;
}
