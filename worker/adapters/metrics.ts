import type { Metrics } from "~/core/ports";

/** Points for Workers Analytics Engine; nothing where no dataset is bound. */
export function createMetrics(dataset: AnalyticsEngineDataset | undefined): Metrics {
  return {
    count(event, values = {}, labels = []) {
      dataset?.writeDataPoint({
        indexes: [event],
        blobs: [...Object.keys(values), ...labels],
        doubles: Object.values(values),
      });
    },
  };
}
