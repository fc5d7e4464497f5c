import type { Env } from "./env";

/**
 * Writes a data point to Workers Analytics Engine (docs/operations.md#objectives). The local server has no dataset.
 * @param values for `answer` and `delivery`: the duration in milliseconds, then 1 for a failure or 0 for a success
 */
export function countPoint(
  { ANALYTICS }: Env,
  kind: "answer" | "delivery" | "error" | "message",
  values: number[] = [],
  labels: string[] = [],
): void {
  try {
    ANALYTICS?.writeDataPoint({ indexes: [kind], doubles: values, blobs: labels });
  } catch {
    // Writing throws above the platform's limit of points per invocation. The answer must not fail because of a metric.
  }
}
