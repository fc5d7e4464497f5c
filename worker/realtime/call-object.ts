import { pauseWithJitter } from "~/core/shared/backoff";

/** Calls of one piece of work, the first one included. */
const MOST_TRIES = 3;
const PAUSES = { firstMs: 100, longestMs: 400 };

/**
 * Whether the same call may succeed soon, by the platform's own mark. It marks its own failures so: a restart or a broken connection is
 * `retryable`; an `overloaded` object must not get one call more. What an object's own code throws is neither.
 */
export function isTransient(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { retryable, overloaded } = error as { retryable?: unknown; overloaded?: unknown };
  return retryable === true && overloaded !== true;
}

/** A namespace of objects. */
export interface Objects<Stub> {
  getByName(name: string): Stub;
}

/**
 * The one way to an object. A call that breaks is made again if that may help ({@link isTransient}), after a pause and by a
 * stub of its own: one that has broken stays broken.
 * @param isRepeatable false for what must not happen twice; a call whose answer was lost may have happened
 */
export async function callObject<Stub, Answer>(
  objects: Objects<Stub>,
  name: string,
  work: (object: Stub) => Promise<Answer>,
  { isRepeatable = true } = {},
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(objects.getByName(name));
    } catch (error) {
      if (!isRepeatable || tries === MOST_TRIES || !isTransient(error)) throw error;
      await pause(pauseWithJitter(tries, PAUSES, Math.random()));
    }
  }
}

/** A client's connection or poll is not repeated: the client comes again by itself, and an object may have taken what was sent. */
export const CLIENT_REPEATS = { isRepeatable: false };

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
