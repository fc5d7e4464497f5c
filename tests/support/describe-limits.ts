import { type Limit, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";

const UNITS = [
  [MS_PER_DAY, "day"],
  [MS_PER_HOUR, "hour"],
  [MS_PER_MINUTE, "minute"],
  [1_000, "second"],
] as const;

function describeLimit({ limit, windowMs }: Limit): string {
  const [unit, word] = UNITS.find(([ms]) => windowMs >= ms) ?? [1_000, "second"];
  const count = windowMs / unit;
  return `${limit.toLocaleString("en")} per ${count === 1 ? word : `${count} ${word}s`}`;
}

/** Limits as the threat model prints them. */
export const describeLimits = (limits: Limit[]): string => limits.map(describeLimit).join(", ");
