const MOST_TRIES = 3;
const PAUSES = { firstMs: 100, longestMs: 400 };

/**
 * Whether the same call can succeed soon. The platform marks its own failures: a restart or a broken connection is
 * `retryable`, and an `overloaded` object must not be called again.
 */
export function isTransient(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { retryable, overloaded } = error as { retryable?: unknown; overloaded?: unknown };
  return retryable === true && overloaded !== true;
}

export interface Objects<Stub> {
  getByName(name: string): Stub;
}

/**
 * Retries transient failures with a new stub, because a broken stub stays broken.
 * @param options.isRepeatable false for work that must not happen twice, because a call can do its work and lose its
 * answer
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
      await pause(pauseWithJitter(tries, PAUSES));
    }
  }
}

/** For requests that the client repeats by itself. A second try here would find the body already read. */
export const CLIENT_REPEATS = { isRepeatable: false };

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * A random number of milliseconds, so that callers that failed together don't come back together ("full jitter" in
 * AWS's "Exponential Backoff And Jitter").
 * @param tries so far, at least 1
 */
export function pauseWithJitter(
  tries: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  return Math.floor(Math.random() * Math.min(longestMs, firstMs * 2 ** (tries - 1)));
}
