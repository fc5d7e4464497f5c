import { POINTS, type PointName, type PointValues } from "~/core/shared/points";

/** Writes points to Workers Analytics Engine. The local server has none. */
export function createMetrics({ ANALYTICS }: { ANALYTICS?: AnalyticsEngineDataset }) {
  return {
    count<Name extends PointName>(
      name: Name,
      values: PointValues<Name>,
      labels: string[] = [],
    ): void {
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

export type Metrics = ReturnType<typeof createMetrics>;
