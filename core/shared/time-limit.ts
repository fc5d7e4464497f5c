export class TimeLimitError extends Error {
  override name = "TimeLimitError";
}

/** The work continues after the limit, because a call to a Durable Object can't be cancelled. @throws TimeLimitError */
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
