/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A member's text for a place that takes no `<bdi>`: an attribute, a title, a notification. One with letters that are
 * written from right to left stands between Unicode's isolates, so that it does not reorder the text around it; any
 * other comes back as it is.
 */
export function isolate(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
