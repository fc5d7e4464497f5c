/** What one connection reports. Nothing comes after `refused` or `closed`, and nothing before the opener has returned. */
export interface LineEvents {
  /** The server has accepted the member. */
  connected(): void;
  event(name: string, payload: unknown): void;
  /** The server does not accept the member, and says why. */
  refused(message: string): void;
  /** The connection broke, or never came about. */
  closed(): void;
}

/** One connection to the server, by Socket.IO (docs/rules.md#realtime). It never comes back by itself. */
export interface Line {
  /** How often the client gives a sign of life, in milliseconds. */
  readonly pingIntervalMs: number;
  /** @param onAnswer gets what the server acknowledges with */
  emit(event: string, payload?: unknown, onAnswer?: (answer: unknown) => void): void;
  /** Asks for a sign of life. */
  ping(onAnswer: () => void): void;
  /** Says goodbye. Nothing is reported any more. */
  close(): void;
}

export interface LineRequest {
  conversationId: string;
  /** The bearer token of the page's session; null without one. */
  token: string | null;
}

/** Begins to connect. */
export type OpenLine = (request: LineRequest, events: LineEvents) => Line;
