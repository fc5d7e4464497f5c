import type { Metrics } from "~/core/ports";
import { POINTS } from "~/core/shared/points";
import type { Env } from "~/worker/env";

/** Writes points to Workers Analytics Engine. The local server has none. */
export function createMetrics({ ANALYTICS }: Pick<Env, "ANALYTICS">): Metrics {
  return {
    count(name, values, labels = []) {
      try {
        const names: readonly (keyof typeof values)[] = POINTS[name].values;
        ANALYTICS?.writeDataPoint({
          indexes: [name],
          blobs: [...names, ...labels],
          doubles: names.map((value) => values[value]),
        });
      } catch {
        // An invocation has a limit of points. The counted work is done, so its answer must not fail because of a point.
      }
    },
  };
}
