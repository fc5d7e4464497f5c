import type { Metrics } from "~/core/ports";

/** Points for Workers Analytics Engine; nothing where no dataset is bound. */
export function createMetrics(dataset: AnalyticsEngineDataset | undefined): Metrics {
  return {
    count(event, values = {}, labels = []) {
      try {
        dataset?.writeDataPoint({
          indexes: [event],
          blobs: [...Object.keys(values), ...labels],
          doubles: Object.values(values),
        });
      } catch {
        // An invocation may write so many points. What was counted is done, and must be answered as done.
      }
    },
  };
}
