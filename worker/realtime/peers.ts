import type { LiveObject } from "./live-object";

export type Peer = DurableObjectStub<LiveObject>;

/** Into the log; no personal data. */
export type Report = (event: string, error: unknown) => void;

/** Other objects of the same class, by home. Calls over one stub arrive in the order in which they were made. */
export class Peers {
  #namespace: DurableObjectNamespace<LiveObject>;
  #report: Report;
  #stubs = new Map<string, Peer>();

  constructor(namespace: DurableObjectNamespace<LiveObject>, report: Report) {
    this.#namespace = namespace;
    this.#report = report;
  }

  /**
   * Calls another object; once more over a fresh stub when the first one broke, as all do when their object restarts.
   * So whatever goes this way may happen twice. Throws when the second call fails too.
   */
  async call<T>(home: string, work: (peer: Peer) => Promise<T>): Promise<T> {
    try {
      return await work(this.#stub(home));
    } catch {
      this.#stubs.delete(home);
      return await work(this.#stub(home));
    }
  }

  /** {@link call} for those who can't help it: a failure goes to the log, and the answer is undefined. */
  async tell<T>(home: string, work: (peer: Peer) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.call(home, work);
    } catch (error) {
      this.#report("realtime.peer_failed", error);
      return undefined;
    }
  }

  #stub(home: string): Peer {
    let stub = this.#stubs.get(home);
    if (!stub) {
      // A lobby shard hears of many conversations in its life.
      if (this.#stubs.size >= 1_000) this.#stubs.clear();
      stub = this.#namespace.getByName(home);
      this.#stubs.set(home, stub);
    }
    return stub;
  }
}
