export const BURST = 40;
export const PER_SECOND = 10;

/** A person needs a few packets, a stock client one CONNECT per namespace. */
export class TokenBucket {
  #tokens = BURST;
  #at = Date.now();

  take(): boolean {
    const now = Date.now();
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#at) / 1_000) * PER_SECOND);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
