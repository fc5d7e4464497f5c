/**
 * The same number as in wrangler's files. After so many retries, the platform moves a message to the dead letter queue.
 */
export const MAX_RETRIES = 6;
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 6 * 3600;

/**
 * Without this minimum, a service that always asks for a pause of one second would use up all attempts within seconds.
 */
const SHORTEST_ASKED_SECONDS = 60;

/**
 * The pauses are 15 seconds, then four times as long each time. The last attempt is about 6 hours after the first.
 * @param asked the pause in seconds that the service asked for; null for the usual pause
 */
export function pauseAfter(attempts: number, asked: number | null): number {
  const usual = FIRST_PAUSE_SECONDS * 4 ** (attempts - 1);
  const pause = asked === null ? usual : Math.max(asked, Math.min(usual, SHORTEST_ASKED_SECONDS));
  return Math.min(pause, LONGEST_PAUSE_SECONDS);
}
