const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:$|[T ])/;

/**
 * A date `YYYY-MM-DD` as `year * 10000 + month * 100 + day`, or -1 if there is no such day. Text after `T` or a space
 * is ignored.
 */
export function parseDate(text: string | null): number {
  if (text === null || !DATE.test(text)) return -1;
  const day = Number(text.slice(8, 10));
  if (day > 28 && new Date(text.slice(0, 10)).getUTCDate() !== day) return -1;
  return Number(text.slice(0, 4)) * 10_000 + Number(text.slice(5, 7)) * 100 + day;
}

/** Whole years between two parsed dates. In a common year, a vertex born on 29 February has its birthday on 1 March. */
export function wholeYears(born: number, on: number): number {
  const years = Math.floor(on / 10000) - Math.floor(born / 10000);
  return on % 10000 >= born % 10000 ? years : years - 1;
}
