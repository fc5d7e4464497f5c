/** As in wrangler's files. After that the platform moves a message to the dead letters. */
export const MAX_RETRIES = 6;
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 6 * 3600;

/**
 * For a service that names its pause. At its limit it may name one second each time, and all attempts would be over
 * within seconds.
 */
const SHORTEST_ASKED_SECONDS = 60;

/**
 * Seconds until the next attempt: 15, then four times as long each time, so that the last one is some 6 hours after the
 * first.
 * @param attempts so far
 * @param asked the pause that the service asked for, at least a minute from the second attempt on; null for the usual
 *   one
 */
export function pauseAfter(attempts: number, asked: number | null): number {
  const usual = FIRST_PAUSE_SECONDS * 4 ** (attempts - 1);
  const pause = asked === null ? usual : Math.max(asked, Math.min(usual, SHORTEST_ASKED_SECONDS));
  return Math.min(pause, LONGEST_PAUSE_SECONDS);
}
