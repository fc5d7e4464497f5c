/**
 * The same number as in wrangler's files. After that many retries, the platform moves a message to the dead letter
 * queue.
 */
export const MAX_RETRIES = 6;
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 6 * 3600;

/**
 * The shortest pause after any attempt but the first, even if a service asks for a shorter one. A service that limits
 * us could ask for one second each time, and all attempts would be used up within seconds.
 */
const SHORTEST_ASKED_SECONDS = 60;

/**
 * 15 seconds, then four times as long each time. The last attempt is some 6 hours after the first.
 * @param asked the pause in seconds that the service asked for; null for the usual one. A shorter one counts as 15
 * seconds after the first attempt, and as a minute after any later one
 */
export function pauseAfter(attempts: number, asked: number | null): number {
  const usual = FIRST_PAUSE_SECONDS * 4 ** (attempts - 1);
  const pause = asked === null ? usual : Math.max(asked, Math.min(usual, SHORTEST_ASKED_SECONDS));
  return Math.min(pause, LONGEST_PAUSE_SECONDS);
}
