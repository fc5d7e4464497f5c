import { drainBody } from "~/worker/http/request-body";
import { encodeOpen } from "./codec";
import { type EngineOptions, parsePollingRequest, refuseRequest, splitUrl } from "./protocol";
import { type EngineListener, EngineSession } from "./session";

export interface EngineServerHooks {
  /** An unguessable id for the new session, unique in this server. */
  createSid(request: Request): string;
  /** Called before the handshake is answered: what is sent here leaves with the first poll. */
  onSession(session: EngineSession, request: Request): EngineListener;
}

/**
 * An Engine.IO 4 server for HTTP long polling over fetch-style requests. Sessions live in memory, so all requests of a
 * session must reach the same instance; after a restart their ids are unknown (400, code 1) and
 * clients shake hands anew.
 */
export class EngineServer {
  #options: EngineOptions;
  #hooks: EngineServerHooks;
  #sessions = new Map<string, EngineSession>();

  constructor(options: EngineOptions, hooks: EngineServerHooks) {
    this.#options = options;
    this.#hooks = hooks;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  async handle(request: Request): Promise<Response> {
    // A poll is answered as it is: none but a POST has a body that a refusal could leave unread.
    if (request.method !== "POST") return this.#route(request);
    const response = await this.#route(request);
    await drainBody(request);
    return response;
  }

  #route(request: Request): Promise<Response> | Response {
    const parsed = parsePollingRequest(request.method, splitUrl(request.url).query);
    if (parsed.kind === "refused") return refuseRequest(parsed.error);
    if (parsed.kind === "handshake") return this.#openSession(request);
    const session = this.#sessions.get(parsed.sid);
    if (!session) return refuseRequest("unknownSession");
    return parsed.method === "GET" ? session.handlePoll(request) : session.handlePost(request);
  }

  #openSession(request: Request): Response {
    if (this.#sessions.size >= this.#options.maxSessions) {
      return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
    }
    const sid = this.#hooks.createSid(request);
    const session = new EngineSession(sid, this.#options, (gone) => {
      this.#sessions.delete(gone.sid);
    });
    this.#sessions.set(sid, session);
    session.listener = this.#hooks.onSession(session, request);
    const handshake = encodeOpen({
      sid,
      upgrades: [],
      pingInterval: this.#options.pingIntervalMs,
      pingTimeout: this.#options.pingTimeoutMs,
      maxPayload: this.#options.maxPayloadBytes,
    });
    return new Response(handshake, {
      headers: { "Content-Type": "text/plain; charset=UTF-8", "Cache-Control": "no-store" },
    });
  }
}
