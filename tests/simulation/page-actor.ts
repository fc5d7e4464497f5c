import type { SimulatedResponse } from "./http";
import { Actor } from "./schedule";
import type { Line } from "./web-socket";

/** The browser's functions behind a page's globals. */
export interface Browser {
  /** Calls back with null if no answer comes. @returns a function that gives the request up */
  request(request: Request, done: (answer: SimulatedResponse | null) => void): () => void;
  /** Calls back with null if no WebSocket opens. */
  connect(request: Request, done: (line: Line | null) => void): void;
  readStored(key: string): string | null;
}

/** The actor of a page, whose code can use its browser. */
export class PageActor extends Actor {
  readonly browser: Browser;

  constructor(name: string, browser: Browser) {
    super(name);
    this.browser = browser;
  }
}
