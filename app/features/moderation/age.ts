import { ANSWER_WITHIN_MS, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { plural } from "~/core/shared/duration";

export function formatWait(instant: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(instant));
  const [count, unit] =
    ms < MS_PER_HOUR
      ? [Math.floor(ms / MS_PER_MINUTE), "minute"]
      : ms < 2 * MS_PER_DAY
        ? [Math.floor(ms / MS_PER_HOUR), "hour"]
        : [Math.floor(ms / MS_PER_DAY), "day"];
  return count === 0 ? "less than a minute" : plural(count, unit);
}

export function isLate(instant: string, now: number): boolean {
  return now - Date.parse(instant) > ANSWER_WITHIN_MS;
}
