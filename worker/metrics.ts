import type { Env } from "./env";

/**
 * Writes a data point to Workers Analytics Engine (docs/operations.md#objectives). The local server has no dataset.
 * @param values of `answer` and `delivery`: the milliseconds that it took, and 1 if it failed, else 0
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
    // Writing fails above the limit of points per invocation. A metric must not fail the answer that it counts.
  }
}
