import type { Clock } from "./environment";

/** The sign is hidden after this time, because no event is sent when a partner stops typing. */
const SHOWN_MS = 5_000;
const TOLD_EVERY_MS = 2_500;

/** Whether the partner is typing, and a limit on how often they are notified of the member's typing. */
export class TypingIndicator {
  #clock: Clock;
  #onChange: () => void;
  #cancel: (() => void) | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get isShown(): boolean {
    return this.#cancel !== null;
  }

  /** The partner has pressed a key. */
  show(): void {
    const wasShown = this.isShown;
    this.#cancel?.();
    this.#cancel = this.#clock.after(SHOWN_MS, () => this.hide());
    if (!wasShown) this.#onChange();
  }

  /** Called when the partner has sent the message, or the connection is lost. */
  hide(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#cancel = null;
    this.#onChange();
  }

  /** Runs `tell` unless it ran a moment ago. */
  throttle(tell: () => void): void {
    const now = this.#clock.now();
    if (now - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = now;
    tell();
  }
}
