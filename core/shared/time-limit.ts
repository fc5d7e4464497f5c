/** A work took longer than it was waited for. */
export class TimeLimitError extends Error {
  override name = "TimeLimitError";
}

/**
 * The answer of a work that is waited for so long and no longer. The work itself goes on: a call to an object can't be cancelled.
 * @throws TimeLimitError
 */
export async function withTimeLimit<Answer>(work: Promise<Answer>, ms: number): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(`not done within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
