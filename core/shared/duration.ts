import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from "./constants";

const UNITS = [
  [MS_PER_DAY, "day"],
  [MS_PER_HOUR, "hour"],
  [MS_PER_MINUTE, "minute"],
  [MS_PER_SECOND, "second"],
] as const;

export const plural = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * For texts that would otherwise repeat a constant's number. Durations of one or two days are given in hours.
 * @param ms a multiple of 1,000
 */
export function formatDuration(ms: number): string {
  const isOf = (unit: number) => ms % unit === 0 && (unit !== MS_PER_DAY || ms > 2 * MS_PER_DAY);
  const [unit, noun] = UNITS.find(([one]) => isOf(one)) ?? [MS_PER_SECOND, "second"];
  return plural(ms / unit, noun);
}
