/** Adapts Worker requests and WebSockets to the Node API that Engine.IO's server expects. */
import { EventEmitter } from "node:events";
import { type EngineOptions, EngineServer } from "./socket-io/server";

const TOO_LARGE = 1009;
/** A GET waits for its session's upgrade, because a poll can overtake the packet that completes the upgrade. */
const UPGRADE = { waits: 10, ms: 10 };

/** Has the API of the package `ws`, which Engine.IO expects. */
class NodeWebSocket extends EventEmitter {
  #socket: WebSocket;

  constructor(socket: WebSocket, maxPayload: number) {
    super();
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.accept();
    socket.addEventListener("message", ({ data }: { data: string | ArrayBuffer }) => {
      const isText = typeof data === "string";
      // Checked here, because the runtime accepts up to 32 MiB.
      if ((isText ? data.length : data.byteLength) > maxPayload) this.close(TOO_LARGE);
      else this.emit("message", isText ? data : Buffer.from(data), !isText);
    });
    socket.addEventListener("close", () => this.emit("close"));
    socket.addEventListener("error", () => this.emit("error", new Error("WebSocket error")));
  }

  send(data: string | Buffer, done: (error?: unknown) => void): void {
    try {
      this.#socket.send(data);
      done();
    } catch (error) {
      done(error);
    }
  }

  close(code?: number): void {
    this.#socket.close(code);
    this.emit("close");
  }
}

class NodeWebSockets {
  #maxPayload: number;

  constructor({ maxPayload }: { maxPayload: number }) {
    this.#maxPayload = maxPayload;
  }

  handleUpgrade(
    request: NodeRequest,
    _socket: unknown,
    _head: unknown,
    done: (socket: NodeWebSocket) => void,
  ): void {
    if (request.accept) done(new NodeWebSocket(request.accept(), this.#maxPayload));
  }

  close(): void {}
}

/** Has what Engine.IO reads of Node's IncomingMessage. */
class NodeRequest extends EventEmitter {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly connection: { remoteAddress: string | null };
  readonly destroy: () => void;
  accept: (() => WebSocket) | null = null;

  constructor(request: Request, destroy: () => void) {
    super();
    const { pathname, search } = new URL(request.url);
    this.url = pathname + search;
    this.method = request.method;
    this.headers = Object.fromEntries(request.headers);
    this.connection = { remoteAddress: request.headers.get("CF-Connecting-IP") };
    this.destroy = destroy;
  }

  setEncoding(): void {}
}

type Resolve = (response: Response) => void;

/** No compression: Cloudflare compresses answers, and WebSocket messages are short. */
export function createEngine(options: Partial<EngineOptions>): EngineServer {
  const own = { wsEngine: NodeWebSockets, httpCompression: false, perMessageDeflate: false };
  return new EngineServer({ ...options, ...own });
}

export function handleEngine(engine: EngineServer, request: Request): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const refuse = () => resolve(new Response("Bad Request", { status: 400 }));
  const node = new NodeRequest(request, refuse);
  if (request.headers.get("Upgrade") === "websocket") upgrade(engine, node, resolve, refuse);
  else answer(engine, node, request, resolve).catch(refuse);
  return promise;
}

function upgrade(
  engine: EngineServer,
  node: NodeRequest,
  resolve: Resolve,
  refuse: () => void,
): void {
  let accepted: WebSocket | undefined;
  node.accept = () => {
    const { 0: client, 1: socket } = new WebSocketPair();
    accepted = socket;
    resolve(new Response(null, { status: 101, webSocket: client }));
    return socket;
  };
  // Engine.IO ends a connection by destroying the socket. Before the upgrade this refuses the request, after the
  // upgrade it closes the WebSocket.
  const destroy = () => (accepted ? accepted.close() : refuse());
  const socket = Object.assign(new EventEmitter(), {
    writable: true,
    write() {},
    end: destroy,
    destroy,
  });
  engine.handleUpgrade(node, socket, Buffer.alloc(0));
}

async function answer(
  engine: EngineServer,
  node: NodeRequest,
  request: Request,
  resolve: Resolve,
): Promise<void> {
  let status = 200;
  let isAnswered = false;
  const headers = new Headers();
  const response = Object.assign(new EventEmitter(), {
    setHeader: (name: string, value: string) => headers.set(name, value),
    writeHead(code: number, more: Record<string, string> = {}) {
      status = code;
      for (const [name, value] of Object.entries(more)) headers.set(name, value);
      return response;
    },
    end(data?: string | Buffer<ArrayBuffer>) {
      isAnswered = true;
      resolve(new Response(data ?? null, { status, headers }));
    },
  });
  const sid = new URL(request.url).searchParams.get("sid") ?? "";
  const isUpgrading = () => engine.clients[sid]?.upgrading ?? false;
  for (let i = 0; i < UPGRADE.waits && request.method === "GET" && isUpgrading(); i++) {
    await scheduler.wait(UPGRADE.ms);
  }
  engine.handleRequest(node, response);
  try {
    for await (const chunk of request.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (isAnswered) return;
      node.emit("data", chunk);
    }
    node.emit("end");
  } catch {
    node.emit("close");
  }
}
