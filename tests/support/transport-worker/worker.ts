import { DurableObject } from "cloudflare:workers";
import { createEngine, handleEngine } from "../../../worker/live/engine-on-fetch";
import { type Connection, Server, type Socket } from "../../../worker/live/socket-io/server";

interface Env {
  TRANSPORT: DurableObjectNamespace<TransportObject>;
  /** In milliseconds. The suites of Engine.IO and Socket.IO expect 300, which is too short for a busy machine. */
  PING_INTERVAL?: string;
}

const optionsOf = ({ PING_INTERVAL = "300" }: Env) => ({
  pingInterval: Number(PING_INTERVAL),
  pingTimeout: 200,
  maxHttpBufferSize: 1_000_000,
  cors: { origin: "*" },
});

/**
 * Has nothing but the shard's Socket.IO server, with the echo that the official suites require
 * (docs/decisions/realtime-transport.md).
 */
export class TransportObject extends DurableObject<Env> {
  #engines = new Map(
    ["/engine.io/", "/socket.io/"].map((path) => [path, createEngine(optionsOf(this.env))]),
  );

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#engines.get("/engine.io/")?.on("connection", (connection: Connection) => {
      const { send } = connection as unknown as { send(data: unknown): void };
      connection.on("message", (data: unknown) => send.call(connection, data));
    });
    const io = new Server({ serveClient: false, connectTimeout: 1_000 });
    const engine = this.#engines.get("/socket.io/");
    if (engine) io.bind(engine);
    for (const name of ["/", "/custom"]) {
      io.of(name).on("connection", (socket: Socket<unknown>) => {
        socket.emit("auth", socket.handshake.auth);
        socket.on("message", (...args: unknown[]) => socket.emit("message-back", ...args));
        socket.on("message-with-ack", (...args: unknown[]) => {
          const acknowledge = args.pop() as (...answer: unknown[]) => void;
          acknowledge(...args);
        });
      });
    }
  }

  override async fetch(request: Request): Promise<Response> {
    const engine = this.#engines.get(new URL(request.url).pathname);
    return engine ? handleEngine(engine, request) : new Response("Not found", { status: 404 });
  }
}

export default {
  fetch: (request, env) => env.TRANSPORT.getByName("echo").fetch(request),
} satisfies ExportedHandler<Env>;
