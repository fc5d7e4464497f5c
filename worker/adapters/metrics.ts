import type { Defer, Metrics } from "~/core/ports";
import { POINTS } from "~/core/watch/points";
import type { Env } from "~/worker/env";
import { gather } from "./watch-memory";

/** Writes points to Workers Analytics Engine. The local server has none, so it keeps them in its own log of points (`npm run slo`). */
export function createMetrics(
  env: Pick<Env, "ANALYTICS" | "LOCAL_OUTBOX" | "WATCH">,
  defer: Defer,
): Metrics {
  return {
    count(name, values, labels = []) {
      try {
        const names: readonly (keyof typeof values)[] = POINTS[name].values;
        env.ANALYTICS?.writeDataPoint({
          indexes: [name],
          blobs: [...names, ...labels],
          doubles: names.map((value) => values[value]),
        });
        if (!env.ANALYTICS && env.LOCAL_OUTBOX) {
          const content = JSON.stringify(values);
          const point = { at: Date.now(), name, labels: JSON.stringify(labels), content };
          gather(env, defer, { points: [point] });
        }
      } catch {
        // An invocation has a limit of points. The counted work is done, so its answer must not fail because of a point.
      }
    },
  };
}
