import type { SimulatedRequest, SimulatedResponse } from "./http";
import { Actor } from "./schedule";
import type { Line } from "./web-socket";

/** What a page's globals ask of its browser. */
export interface Browser {
  /** Calls back with null when no answer comes. Returns how to give it up. */
  request(request: SimulatedRequest, done: (answer: SimulatedResponse | null) => void): () => void;
  /** Calls back with null when no WebSocket comes about. */
  connect(request: SimulatedRequest, done: (line: Line | null) => void): void;
  readStored(key: string): string | null;
}

/** A page: what runs in its name may ask its browser. */
export class PageActor extends Actor {
  readonly browser: Browser;

  constructor(name: string, browser: Browser) {
    super(name);
    this.browser = browser;
  }
}
