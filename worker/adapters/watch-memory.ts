import type { Defer, WatchMemory } from "~/core/ports";
import { MS_PER_SECOND } from "~/core/shared/constants";
import type { Tally } from "~/core/watch/facts";
import type { Env } from "~/worker/env";
import { callObject } from "~/worker/realtime/call-object";
import type { Point } from "~/worker/watch/watch-object";

const NAME = "watch";
const GATHER_MS = 2 * MS_PER_SECOND;
/** The local server's time: its queue delivers nothing more until the work that a delivery defers has ended. */
const LOCAL_GATHER_MS = 20;
const LOST_MS = 5 * GATHER_MS;

/** The port to the watch's only object. */
export function createWatchMemory({ WATCH }: Pick<Env, "WATCH">): WatchMemory {
  return {
    sum: (windows) => callObject(WATCH, NAME, (object) => object.sum(windows)),
    begin: (now) => callObject(WATCH, NAME, (object) => object.begin(now)),
    end: (states, now) => callObject(WATCH, NAME, (object) => object.end(states, now)),
    look: () => callObject(WATCH, NAME, (object) => object.look()),
  };
}

interface Gathering {
  counts: Record<string, number>;
  points: Point[];
  /** The instant at which the call that will send all of it began, milliseconds since 1970; null if there is no such call. */
  begunAt: number | null;
}
/** Counts and points that wait to be sent, by the environment of their isolate. */
const gatherings = new WeakMap<object, Gathering>();

/**
 * Gathers counts and points for the watch's object. An isolate sends those of {@link GATHER_MS} in one call, so that many failures
 * don't make many calls. Never throws: counts that can't be sent are lost.
 */
export function gather(
  env: Pick<Env, "WATCH">,
  defer: Defer,
  { tally, points = [] }: { tally?: Tally; points?: Point[] },
): void {
  const gathering = gatherings.get(env) ?? { counts: {}, points: [], begunAt: null };
  gatherings.set(env, gathering);
  if (tally) gathering.counts[tally] = (gathering.counts[tally] ?? 0) + 1;
  gathering.points.push(...points);
  const now = Date.now();
  // If the invocation of a call ended during the pause, that call never comes, so a new one begins after `LOST_MS`.
  if (gathering.begunAt !== null && now - gathering.begunAt < LOST_MS) return;
  gathering.begunAt = now;
  const pause = points.length > 0 ? LOCAL_GATHER_MS : GATHER_MS;
  const send = async () => {
    await scheduler.wait(pause);
    const { counts, points } = gathering;
    Object.assign(gathering, { counts: {}, points: [], begunAt: null });
    await callObject(env.WATCH, NAME, (object) => object.add({ counts, points }), {
      isRepeatable: false,
    });
  };
  defer(send().catch(() => {}));
}
