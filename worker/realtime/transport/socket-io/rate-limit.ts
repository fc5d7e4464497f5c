/** A token bucket: `burst` packets in one moment, `perSecond` in the long run. */
export class RateLimit {
  #burst: number;
  #perSecond: number;
  #tokens: number;
  #filledAt: number;

  /** @param now milliseconds since 1970 */
  constructor(burst: number, perSecond: number, now: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#tokens = burst;
    this.#filledAt = now;
  }

  /** Takes a token if there is one. @param now milliseconds since 1970 */
  tryTake(now: number): boolean {
    const elapsed = Math.max(0, now - this.#filledAt);
    this.#tokens = Math.min(this.#burst, this.#tokens + (elapsed / 1_000) * this.#perSecond);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
