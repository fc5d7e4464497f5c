import { pauseWithJitter } from "~/core/shared/backoff";

/** The most calls for one piece of work, the first one included. */
const MOST_TRIES = 3;
const PAUSES = { firstMs: 100, longestMs: 400 };

/**
 * Whether the same call may succeed soon, by the marks that the platform puts on its own failures. A restart or a broken
 * connection is `retryable`. An `overloaded` object must not get a further call. An error of the object's own code has neither
 * mark.
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
 * Calls an object; all calls to objects go through this function. A call that fails is repeated if
 * that may help ({@link isTransient}), after a pause and with a new stub, because a broken stub stays broken.
 * @param options.isRepeatable false for work that must not happen twice: a call whose answer was lost may have done its work
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

/** Options for a client's connection or poll. It is not repeated, because the client tries again by itself and the object may have taken its data. */
export const CLIENT_REPEATS = { isRepeatable: false };

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
