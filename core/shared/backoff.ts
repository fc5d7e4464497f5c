/**
 * Milliseconds before the next try: random between 0 and a limit that doubles with each try ("full jitter" in AWS's
 * "Exponential Backoff And Jitter"), so that clients that failed together don't come back together.
 * @param tries so far, at least 1
 * @param bounds `firstMs` after the first try, `longestMs` at most
 * @param chance at least 0, below 1
 */
export function pauseWithJitter(
  tries: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
  chance: number,
): number {
  return Math.floor(chance * Math.min(longestMs, firstMs * 2 ** (tries - 1)));
}
