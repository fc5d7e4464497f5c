const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * A date `YYYY-MM-DD` (a time after `T` or a space is ignored) as `year * 10000 + month * 100 + day`, or -1 when there
 * is no such day. An integer, because a `Date` per member would be garbage.
 */
export function parseDate(text: string | null): number {
  if (typeof text !== "string" || text.length < 10) return -1;
  if (text.length > 10 && text[10] !== "T" && text[10] !== " ") return -1;
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return -1;
  let number = 0;
  for (let i = 0; i < 10; i++) {
    if (i === 4 || i === 7) continue;
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  const year = Math.floor(number / 10000);
  const month = Math.floor(number / 100) % 100;
  const day = number % 100;
  if (month < 1 || month > 12 || day < 1) return -1;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = DAYS_IN_MONTH[month - 1]! + (leap && month === 2 ? 1 : 0);
  return day > days ? -1 : number;
}

/**
 * Whole years between two parsed dates. Month and day are compared as numbers, so that a member born on 29 February
 * has the birthday on 1 March in a common year.
 */
export function wholeYears(born: number, on: number): number {
  const years = Math.floor(on / 10000) - Math.floor(born / 10000);
  return on % 10000 >= born % 10000 ? years : years - 1;
}
