import { DurableObject } from "cloudflare:workers";
import { DEFAULT_ENGINE_OPTIONS } from "../../../worker/realtime/engine-io/protocol";
import { EngineServer } from "../../../worker/realtime/engine-io/server";
import type {
  HandshakeAuth,
  NamespaceHandler,
} from "../../../worker/realtime/socket-io/connection";
import { createSocketServer } from "../../../worker/realtime/socket-io/server";

/** The intervals are short ones, fit for a protocol suite; a test on a busy machine may want longer ones. */
interface Env {
  TRANSPORT: DurableObjectNamespace<TransportObject>;
  PING_INTERVAL_MS?: string;
  PING_TIMEOUT_MS?: string;
  CONNECT_TIMEOUT_MS?: string;
}

function readOptions(env: Env) {
  return {
    ...DEFAULT_ENGINE_OPTIONS,
    pingIntervalMs: Number(env.PING_INTERVAL_MS ?? 300),
    pingTimeoutMs: Number(env.PING_TIMEOUT_MS ?? 200),
    connectTimeoutMs: Number(env.CONNECT_TIMEOUT_MS ?? 1_000),
    maxPayloadBytes: 1_000_000,
  };
}

const createSid = () => crypto.randomUUID();

const echo: NamespaceHandler<HandshakeAuth> = {
  authorize: (auth) => ({ isAccepted: true, data: auth }),
  onConnect: (socket) => socket.emit("auth", socket.data),
  onEvent(socket, event, args, ack) {
    if (event === "message") socket.emit("message-back", ...args);
    if (event === "message-with-ack") ack?.(...args);
    if (event === "ask-for-ack") {
      const [withinMs, ...question] = args;
      socket
        .emitWithAck(Number(withinMs), "question", ...question)
        .then((answer) => socket.emit("answer", answer));
    }
    if (event === "disconnect-me") socket.disconnect(args[0] === true);
    if (event === "throw") throw new Error("thrown on request");
    if (event === "overflow") socket.emit("overflow", "x".repeat(5_000_000));
  },
  onDisconnect() {},
};

const NAMESPACES: Record<string, NamespaceHandler<HandshakeAuth>> = {
  "/": echo,
  "/custom": echo,
  "/closed": {
    ...echo,
    authorize: async () => ({ isAccepted: false, message: "Not for you" }),
  },
  "/broken": {
    ...echo,
    authorize: async () => {
      throw new Error("broken on request");
    },
  },
};

/** The transport of the product without the product: an Engine.IO echo and a Socket.IO echo with short intervals. */
export class TransportObject extends DurableObject<Env> {
  #engine = new EngineServer(readOptions(this.env), {
    createSid,
    onSession: (session) => ({ onMessage: (data) => session.send(data), onClose() {} }),
  });

  #sockets = createSocketServer<HandshakeAuth>(readOptions(this.env), {
    createSid,
    findNamespace: (name) => (Object.hasOwn(NAMESPACES, name) ? NAMESPACES[name] : undefined),
    onError: (error) => console.warn("handler failed:", String(error)),
  });

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/engine.io/") return this.#engine.handle(request);
    if (pathname === "/socket.io/") return this.#sockets.handle(request);
    return new Response("Not found", { status: 404 });
  }
}

export default {
  fetch: (request, env) => env.TRANSPORT.getByName("transport").fetch(request),
} satisfies ExportedHandler<Env>;
