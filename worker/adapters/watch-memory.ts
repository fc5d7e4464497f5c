import type { Defer, WatchMemory } from "~/core/ports";
import { MS_PER_SECOND } from "~/core/shared/constants";
import type { Tally } from "~/core/watch/facts";
import type { Env } from "~/worker/env";
import { callObject } from "~/worker/realtime/call-object";
import type { Point } from "~/worker/watch/watch-object";

const NAME = "watch";
const GATHER_MS = 2 * MS_PER_SECOND;

/** The port to the watch's one object. */
export function createWatchMemory({ WATCH }: Pick<Env, "WATCH">): WatchMemory {
  return {
    sum: (windows) => callObject(WATCH, NAME, (object) => object.sum(windows)),
    begin: (now) => callObject(WATCH, NAME, (object) => object.begin(now)),
    end: (states, now) => callObject(WATCH, NAME, (object) => object.end(states, now)),
    look: () => callObject(WATCH, NAME, (object) => object.look()),
  };
}

type Gathered = { counts: Record<string, number>; points: Point[] };
let gathered: Gathered = { counts: {}, points: [] };
let isGathering = false;

/**
 * Keeps what is counted for the watch's object. What an isolate gathers within two seconds is one call, so that a flood of failures
 * is none of calls. Never throws: what can't be kept is lost.
 */
export function gather(
  env: Pick<Env, "WATCH">,
  defer: Defer,
  { tally, points = [] }: { tally?: Tally; points?: Point[] },
): void {
  if (tally) gathered.counts[tally] = (gathered.counts[tally] ?? 0) + 1;
  gathered.points.push(...points);
  if (isGathering) return;
  isGathering = true;
  const send = async () => {
    await scheduler.wait(GATHER_MS);
    const all = gathered;
    gathered = { counts: {}, points: [] };
    isGathering = false;
    await callObject(env.WATCH, NAME, (object) => object.add(all), { isRepeatable: false });
  };
  defer(send().catch(() => {}));
}
