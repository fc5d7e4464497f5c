import type { Defer, Metrics } from "~/core/ports";
import type { Env } from "~/worker/env";
import { gather } from "./watch-memory";

/** Points for Workers Analytics Engine; of the local server, which has none, for its own log of points (`npm run slo`). */
export function createMetrics(
  env: Pick<Env, "ANALYTICS" | "LOCAL_OUTBOX" | "WATCH">,
  defer: Defer,
): Metrics {
  return {
    count(event, values = {}, labels = []) {
      try {
        env.ANALYTICS?.writeDataPoint({
          indexes: [event],
          blobs: [...Object.keys(values), ...labels],
          doubles: Object.values(values),
        });
        if (!env.ANALYTICS && env.LOCAL_OUTBOX) {
          const content = JSON.stringify(values);
          const point = { at: Date.now(), name: event, labels: JSON.stringify(labels), content };
          gather(env, defer, { points: [point] });
        }
      } catch {
        // An invocation may write so many points. What was counted is done, and must be answered as done.
      }
    },
  };
}
