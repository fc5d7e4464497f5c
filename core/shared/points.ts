/** The counts for the operator, with the names of their values and labels in the order in which a dataset stores them. */
export const POINTS = {
  answer: { values: ["ms", "failed"], labels: ["kind"] },
  delivery: { values: ["ageMs", "failed"], labels: ["kind"] },
  error: { values: [], labels: ["path"] },
  message: { values: [], labels: [] },
  receipt: { values: ["ms"], labels: [] },
  run: { values: ["pairs", "unmatched", "repeats", "ms", "lateMs"], labels: ["trigger"] },
} as const satisfies Record<string, { values: readonly string[]; labels: readonly string[] }>;

export type PointName = keyof typeof POINTS;
export type PointValues<Name extends PointName> = Record<
  (typeof POINTS)[Name]["values"][number],
  number
>;
