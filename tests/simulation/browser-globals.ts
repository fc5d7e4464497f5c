import { SimulatedHeaders, SimulatedRequest, type SimulatedResponse } from "./http";
import type { Browser } from "./page-actor";
import { browserOf } from "./running";
import { LINE_OPEN, type Line } from "./web-socket";

const ORIGIN = "http://happenstance.test";
const WEB_SOCKET_UPGRADE = { Upgrade: "websocket", Origin: ORIGIN };

/** `XMLHttpRequest`, as far as engine.io-client uses it. */
export class SimulatedXmlHttpRequest {
  readyState = 0;
  status = 0;
  responseText = "";
  responseType = "";
  timeout = 0;
  withCredentials = false;
  onreadystatechange: (() => void) | null = null;

  #browser: Browser | null = browserOf();
  #method = "GET";
  #url = "";
  #headers = new SimulatedHeaders();
  #isAborted = false;
  #giveUp: (() => void) | null = null;

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url.startsWith("/") ? `${ORIGIN}${url}` : url;
    this.readyState = 1;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.append(name, value);
  }

  getResponseHeader(): string | null {
    return null;
  }

  send(body: string | null): void {
    const headers = this.#headers;
    if (body) headers.set("content-length", String(new TextEncoder().encode(body).length));
    const request = new SimulatedRequest(this.#url, { method: this.#method, headers, body });
    this.#giveUp = this.#browser?.request(request, (answer) => void this.#take(answer)) ?? null;
  }

  abort(): void {
    this.#isAborted = true;
    this.#giveUp?.();
  }

  async #take(answer: SimulatedResponse | null): Promise<void> {
    const text = answer ? await answer.text() : "";
    if (this.#isAborted) return;
    this.readyState = 4;
    this.status = answer?.status ?? 0;
    this.responseText = text;
    this.onreadystatechange?.();
  }
}

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
    const request = new SimulatedRequest(url.replace(/^ws/, "http"), {
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
