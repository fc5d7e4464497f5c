import type { Line } from "./web-socket";

type HeadersLike = Iterable<[string, string]> | Record<string, string> | undefined;

const lowered = new Map<string, string>();

/** Caches the lower case of the few names, which are read often. */
function toLower(name: string): string {
  let lower = lowered.get(name);
  if (lower === undefined) {
    lower = name.toLowerCase();
    lowered.set(name, lower);
  }
  return lower;
}

/** Replaces the runtime's `Headers`, whose construction takes longer than all that the server does with a request. */
export class SimulatedHeaders {
  #values = new Map<string, string>();

  constructor(init?: HeadersLike) {
    if (!init) return;
    if (init instanceof SimulatedHeaders) {
      this.#values = new Map(init.#values);
      return;
    }
    const pairs = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of pairs) this.append(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(toLower(name)) ?? null;
  }

  set(name: string, value: string): void {
    this.#values.set(toLower(name), String(value));
  }

  has(name: string): boolean {
    return this.#values.has(toLower(name));
  }

  append(name: string, value: string): void {
    const known = this.get(name);
    this.set(name, known === null ? value : `${known}, ${value}`);
  }

  delete(name: string): void {
    this.#values.delete(toLower(name));
  }

  forEach(work: (value: string, name: string) => void): void {
    for (const [name, value] of this.#values) work(value, name);
  }

  getSetCookie(): string[] {
    return [];
  }

  entries() {
    return this.#values.entries();
  }

  [Symbol.iterator]() {
    return this.#values[Symbol.iterator]();
  }
}

const encoder = new TextEncoder();

/** A body of text or bytes, read as a stream of one chunk. */
class Body {
  readonly content: string | Uint8Array;
  isRead = false;

  constructor(content: string | Uint8Array) {
    this.content = content;
  }

  get text(): string {
    this.isRead = true;
    return typeof this.content === "string" ? this.content : new TextDecoder().decode(this.content);
  }

  getReader() {
    const { content } = this;
    let isOver = this.isRead;
    this.isRead = true;
    return {
      async read() {
        if (isOver) return { done: true as const, value: undefined };
        isOver = true;
        const value = typeof content === "string" ? encoder.encode(content) : content;
        return { done: false as const, value };
      },
      async cancel() {
        isOver = true;
      },
    };
  }
}

const toBody = (content: unknown): Body | null => {
  if (content === null || content === undefined) return null;
  return content instanceof Body ? content : new Body(content as string | Uint8Array);
};

class Message {
  readonly headers: SimulatedHeaders;
  readonly body: Body | null;

  constructor(headers: HeadersLike, body: unknown) {
    this.headers = headers instanceof SimulatedHeaders ? headers : new SimulatedHeaders(headers);
    this.body = toBody(body);
  }

  get bodyUsed(): boolean {
    return this.body?.isRead ?? false;
  }

  async text(): Promise<string> {
    return this.body?.text ?? "";
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.body?.text ?? "");
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return encoder.encode(this.body?.text ?? "").buffer as ArrayBuffer;
  }
}

export interface SimulatedRequestInit {
  method?: string;
  headers?: HeadersLike;
  body?: unknown;
}

export class SimulatedRequest extends Message {
  readonly url: string;
  readonly method: string;

  constructor(given: string | SimulatedRequest, init: SimulatedRequestInit = {}) {
    const from = typeof given === "string" ? null : given;
    super(init.headers ?? from?.headers, init.body ?? from?.body);
    this.url = typeof given === "string" ? given : given.url;
    this.method = init.method ?? from?.method ?? "GET";
  }

  clone(): SimulatedRequest {
    return new SimulatedRequest(this.url, {
      method: this.method,
      headers: new SimulatedHeaders(this.headers),
      body: this.body?.content,
    });
  }
}

interface SimulatedResponseInit {
  status?: number;
  headers?: HeadersLike;
  webSocket?: Line | null;
}

export class SimulatedResponse extends Message {
  readonly status: number;
  readonly webSocket: Line | null;

  constructor(body?: unknown, init: SimulatedResponseInit = {}) {
    super(new SimulatedHeaders(init.headers), body);
    this.status = init.status ?? 200;
    this.webSocket = init.webSocket ?? null;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  static json(value: unknown, init: SimulatedResponseInit = {}): SimulatedResponse {
    const response = new SimulatedResponse(JSON.stringify(value), init);
    if (!response.headers.has("content-type")) {
      response.headers.set("content-type", "application/json");
    }
    return response;
  }
}
