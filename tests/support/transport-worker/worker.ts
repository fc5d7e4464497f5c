import { DurableObject } from "cloudflare:workers";
import {
  DEFAULT_ENGINE_OPTIONS,
  parseEngineRequest,
} from "../../../worker/realtime/transport/engine-io/protocol";
import {
  acceptWebSocketSession,
  EngineServer,
} from "../../../worker/realtime/transport/engine-io/server";
import type {
  EngineListener,
  EngineSession,
} from "../../../worker/realtime/transport/engine-io/session";
import {
  type HandshakeAuth,
  type NamespaceHandler,
  SocketConnection,
} from "../../../worker/realtime/transport/socket-io/connection";

const PATHS = ["/engine.io/", "/socket.io/"];

/** The intervals are short by default, for a protocol suite. A test on a busy machine may set longer ones. */
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
    packetBurst: 40,
    packetsPerSecond: 10,
    maxPayloadBytes: 1_000_000,
  };
}

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

/** Serves the product's transport without the product: an Engine.IO echo and a Socket.IO echo. */
function listen(pathname: string, session: EngineSession, env: Env): EngineListener {
  if (pathname === "/engine.io/") {
    return { onMessage: (data) => session.send(data), onClose() {} };
  }
  return new SocketConnection<HandshakeAuth>(session, readOptions(env), {
    findNamespace: (name) => (Object.hasOwn(NAMESPACES, name) ? NAMESPACES[name] : undefined),
    onError: (error) => console.warn("handler failed:", String(error)),
  });
}

/** Holds polling sessions, upgraded ones too. */
export class TransportObject extends DurableObject<Env> {
  #servers = new Map(
    PATHS.map((pathname) => [
      pathname,
      new EngineServer(readOptions(this.env), {
        createSid: () => crypto.randomUUID(),
        onSession: (session) => listen(pathname, session, this.env),
      }),
    ]),
  );

  override async fetch(request: Request): Promise<Response> {
    const server = this.#servers.get(new URL(request.url).pathname);
    return server ? server.handle(request) : new Response("Not found", { status: 404 });
  }
}

export default {
  async fetch(request, env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const parsed = parseEngineRequest(request, searchParams);
    if (!PATHS.includes(pathname)) return new Response("Not found", { status: 404 });
    // As in the product, the Worker holds a WebSocket, and an object holds a polling session.
    if (parsed.kind === "handshake" && parsed.transport === "websocket") {
      return acceptWebSocketSession(crypto.randomUUID(), readOptions(env), (session) =>
        listen(pathname, session, env),
      );
    }
    return env.TRANSPORT.getByName("transport").fetch(request);
  },
} satisfies ExportedHandler<Env>;
