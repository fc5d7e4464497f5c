/**
 * A date `YYYY-MM-DD` (a time after `T` or a space is ignored) as `year * 10000 + month * 100 + day`, or -1 when there
 * is no such day.
 */
export function parseDate(text: string | null): number {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)(?:$|[T ])/.exec(text ?? "")?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return -1;
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  const isDay = time.getUTCMonth() + 1 === month && time.getUTCDate() === day;
  return isDay ? year * 10_000 + month * 100 + day : -1;
}

/**
 * Whole years between two parsed dates. Month and day are compared as numbers, so that a vertex born on 29 February
 * has the birthday on 1 March in a common year.
 */
export function wholeYears(born: number, on: number): number {
  const years = Math.floor(on / 10000) - Math.floor(born / 10000);
  return on % 10000 >= born % 10000 ? years : years - 1;
}
