import type { Browser } from "./page-actor";
import { browserOf } from "./running";
import { LINE_OPEN, type Line } from "./web-socket";

const ORIGIN = "http://happenstance.test";
const WEB_SOCKET_UPGRADE = { Upgrade: "websocket", Origin: ORIGIN };

/** The browser's `WebSocket`, as far as engine.io-client uses it. */
export class SimulatedWebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = LINE_OPEN;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  readyState = 0;
  binaryType = "blob";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: ((event: object) => void) | null = null;

  #browser: Browser | null = browserOf();
  #line: Line | null = null;

  constructor(url: string) {
    const request = new Request(url.replace(/^ws/, "http"), {
      headers: WEB_SOCKET_UPGRADE,
    });
    this.#browser?.connect(request, (line) => this.#opened(line));
  }

  send(frame: string): void {
    if (this.#line?.readyState === LINE_OPEN) this.#line.send(frame);
  }

  close(): void {
    if (this.readyState >= 2) return;
    this.readyState = 2;
    if (this.#line) this.#line.close();
    else this.#closed(1006);
  }

  #opened(line: Line | null): void {
    if (!line) {
      if (this.readyState === 0) this.#closed(1006);
      return;
    }
    if (this.readyState !== 0) {
      line.accept();
      line.close();
      return;
    }
    this.#line = line;
    this.readyState = 1;
    line.addEventListener("message", ({ data }) => this.onmessage?.({ data }));
    line.addEventListener("close", ({ code }) => this.#closed(code ?? 1006));
    this.onopen?.();
    line.accept();
  }

  #closed(code: number): void {
    if (this.readyState === 3) return;
    const isRefused = this.readyState === 0;
    this.readyState = 3;
    if (isRefused) this.onerror?.({ type: "error" });
    this.onclose?.({ code });
  }
}
