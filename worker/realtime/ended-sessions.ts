/** A connect or a join that began before its session ended may be decided after it: within this. */
const MEMORY_MS = 10 * 60_000;

/** Sessions that ended a short while ago. A connection that was let in by an answer from before is refused by it. */
export class EndedSessions {
  #endedAt = new Map<string, number>();

  add(sessionIds: string[], now: number): void {
    for (const [sessionId, endedAt] of this.#endedAt) {
      // In the order of their ends, so the first that is kept ends the sweep.
      if (now - endedAt < MEMORY_MS) break;
      this.#endedAt.delete(sessionId);
    }
    for (const sessionId of sessionIds) {
      this.#endedAt.delete(sessionId);
      this.#endedAt.set(sessionId, now);
    }
  }

  has(sessionId: string): boolean {
    return this.#endedAt.has(sessionId);
  }
}
