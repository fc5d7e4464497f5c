/** As in the consumers of wrangler's files; after that many the platform moves a message to the dead letters. */
export const MAX_RETRIES = 6;
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 6 * 3600;

/**
 * Seconds until the next attempt: 15, then four times as long at each, so that the last one is some 6 hours after the first.
 * @param attempts so far
 * @param asked what the service asked for; null for the usual pause
 */
export function pauseAfter(attempts: number, asked: number | null): number {
  return Math.min(asked ?? FIRST_PAUSE_SECONDS * 4 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
}
