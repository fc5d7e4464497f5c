import { drainBody } from "~/worker/http/request-body";
import { encodeOpen } from "./packets";
import { PollingTransport } from "./polling-transport";
import { type EngineOptions, parseEngineRequest, refuseRequest, splitUrl } from "./protocol";
import { type EngineListener, EngineSession } from "./session";
import { WebSocketTransport } from "./websocket-transport";

interface EngineServerHooks {
  /** Makes an unguessable id for the new session, unique in this server. */
  createSid(request: Request): string;
  /** Called before the handshake is answered. Packets that it sends go out right after the handshake. */
  onSession(session: EngineSession, request: Request): EngineListener;
}

/**
 * An Engine.IO 4 server over fetch-style requests: long polling, and the upgrade of a polling session to a WebSocket.
 * Sessions live in memory, so all requests of a session must reach the same instance; after a restart their ids are
 * unknown (400, code 1) and clients shake hands again.
 */
export class EngineServer {
  #options: EngineOptions;
  #hooks: EngineServerHooks;
  #sessions = new Map<string, EngineSession>();
  /** Sessions whose client is probing a WebSocket. */
  #upgrading = new Set<EngineSession>();

  constructor(options: EngineOptions, hooks: EngineServerHooks) {
    this.#options = options;
    this.#hooks = hooks;
  }

  async handle(request: Request): Promise<Response> {
    // Only a POST has a body that a refusal could leave unread.
    if (request.method !== "POST") return this.#route(request);
    const response = await this.#route(request);
    await drainBody(request);
    return response;
  }

  #route(request: Request): Promise<Response> | Response {
    const parsed = parseEngineRequest(request, splitUrl(request.url).query);
    if (parsed.kind === "refused") return refuseRequest(parsed.error);
    if (parsed.kind === "handshake") {
      return parsed.transport === "polling" ? this.#open(request) : refuseRequest("badRequest");
    }
    const session = this.#sessions.get(parsed.sid);
    if (!session) return refuseRequest("unknownSession");
    const { transport } = session;
    if (parsed.kind === "upgrade") return this.#upgrade(session);
    if (!(transport instanceof PollingTransport)) return refuseRequest("badRequest");
    return parsed.kind === "poll" ? transport.handlePoll(request) : transport.handlePost(request);
  }

  #open(request: Request): Response {
    if (this.#sessions.size >= this.#options.maxSessions) {
      return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
    }
    const sid = this.#hooks.createSid(request);
    const session = new EngineSession(sid, this.#options, (gone) => {
      this.#sessions.delete(gone.sid);
    });
    session.switchTo(new PollingTransport(session, this.#options.maxPayloadBytes));
    this.#sessions.set(sid, session);
    session.listener = this.#hooks.onSession(session, request);
    return new Response(`${encodeHandshake(sid, ["websocket"], this.#options)}`, {
      headers: { "Content-Type": "text/plain; charset=UTF-8", "Cache-Control": "no-store" },
    });
  }

  /** Opens a WebSocket for a polling session. It replaces the polling after `2probe`, `3probe` and `5`. */
  #upgrade(session: EngineSession): Response {
    const { 0: client, 1: socket } = new WebSocketPair();
    socket.binaryType = "arraybuffer";
    socket.accept();
    const polling = session.transport;
    if (!(polling instanceof PollingTransport) || this.#upgrading.has(session)) {
      socket.close(1000);
      return new Response(null, { status: 101, webSocket: client });
    }
    this.#upgrading.add(session);
    let transport: WebSocketTransport | null = null;
    const end = () => {
      clearTimeout(timer);
      this.#upgrading.delete(session);
      polling.endUpgrade();
    };
    const abandon = () => {
      end();
      socket.close(1000);
    };
    const timer = setTimeout(abandon, this.#options.upgradeTimeoutMs);
    socket.addEventListener("close", () => {
      if (!transport) end();
    });
    socket.addEventListener("message", ({ data }) => {
      if (transport) transport.take(data as string | ArrayBuffer);
      else if (!session.isOpen) abandon();
      else if (data === "2probe") {
        socket.send("3probe");
        polling.beginUpgrade();
      } else if (data === "5") {
        end();
        transport = new WebSocketTransport(socket, session, this.#options.maxPayloadBytes);
        const rest = polling.leave();
        session.switchTo(transport);
        for (const packet of rest) session.sendEncoded(packet);
      } else abandon();
    });
    return new Response(null, { status: 101, webSocket: client });
  }
}

/** Opens a session that begins on a WebSocket, and holds it as long as the client stays. */
export function acceptWebSocketSession(
  sid: string,
  options: EngineOptions,
  onSession: (session: EngineSession) => EngineListener,
): Response {
  const { 0: client, 1: socket } = new WebSocketPair();
  socket.binaryType = "arraybuffer";
  socket.accept();
  const session = new EngineSession(sid, options, () => {});
  const transport = new WebSocketTransport(socket, session, options.maxPayloadBytes);
  session.switchTo(transport);
  socket.addEventListener("message", ({ data }) => transport.take(data as string | ArrayBuffer));
  socket.send(encodeHandshake(sid, [], options));
  session.listener = onSession(session);
  return new Response(null, { status: 101, webSocket: client });
}

/** Encodes the first packet of a session. @param upgrades the offered transports; none for a client on a WebSocket */
export function encodeHandshake(
  sid: string,
  upgrades: string[],
  options: Pick<EngineOptions, "pingIntervalMs" | "pingTimeoutMs" | "maxPayloadBytes">,
) {
  return encodeOpen({
    sid,
    upgrades,
    pingInterval: options.pingIntervalMs,
    pingTimeout: options.pingTimeoutMs,
    maxPayload: options.maxPayloadBytes,
  });
}
