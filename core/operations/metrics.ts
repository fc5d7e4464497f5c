/** Values and labels are in the order in which the dataset stores them. */
const POINTS = {
  answer: { values: ["ms", "failed"], labels: ["kind"] },
  delivery: { values: ["ageMs", "failed"], labels: ["kind"] },
  error: { values: [], labels: ["path"] },
  message: { values: [], labels: [] },
  run: { values: ["pairs", "unmatched", "repeats", "ms", "lateMs"], labels: ["trigger"] },
} as const satisfies Record<string, { values: readonly string[]; labels: readonly string[] }>;

type PointName = keyof typeof POINTS;
type PointValues<Name extends PointName> = Record<(typeof POINTS)[Name]["values"][number], number>;

/** Writes to Workers Analytics Engine. The local server has no dataset. */
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
        // Writing fails above the limit of points per invocation. A metric must not fail the answer that it counts.
      }
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
