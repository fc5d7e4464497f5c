/**
 * Engine.IO 4's rules for a single HTTP request, before any session is looked up. The module has no
 * state, so a Worker runs it at the edge, and a bad request never creates a Durable Object.
 */

/** Options in milliseconds and bytes. The handshake sends some of them to the client. */
export interface EngineOptions {
  pingIntervalMs: number;
  pingTimeoutMs: number;
  /** Largest request body, in bytes of UTF-8. */
  maxPayloadBytes: number;
  /** A session is closed if more characters than this wait for its client to fetch them. */
  maxBufferedChars: number;
  /** The most sessions; further handshakes get 503. */
  maxSessions: number;
  /** The time in which the WebSocket of an upgrade must replace the polling. */
  upgradeTimeoutMs: number;
}

/** The defaults of the official server. */
export const DEFAULT_ENGINE_OPTIONS: EngineOptions = {
  pingIntervalMs: 25_000,
  pingTimeoutMs: 20_000,
  maxPayloadBytes: 1_000_000,
  maxBufferedChars: 4_000_000,
  maxSessions: 20_000,
  upgradeTimeoutMs: 10_000,
};

/** Codes and messages of the protocol, by which clients distinguish the refusals. */
const ENGINE_ERRORS = {
  unknownTransport: { code: 0, message: "Transport unknown" },
  unknownSession: { code: 1, message: "Session ID unknown" },
  badHandshakeMethod: { code: 2, message: "Bad handshake method" },
  badRequest: { code: 3, message: "Bad request" },
  unsupportedVersion: { code: 5, message: "Unsupported protocol version" },
} as const;

type EngineError = keyof typeof ENGINE_ERRORS;

/**
 * Splits a request's URL into path and query. It cuts the text and doesn't parse the URL, because every poll calls this twice and
 * parsing would be its most expensive part.
 */
export function splitUrl(url: string): { pathname: string; query: URLSearchParams } {
  const pathAt = url.indexOf("/", url.indexOf("://") + 3);
  const queryAt = url.indexOf("?", pathAt);
  return queryAt === -1
    ? { pathname: url.slice(pathAt), query: new URLSearchParams() }
    : { pathname: url.slice(pathAt, queryAt), query: new URLSearchParams(url.slice(queryAt)) };
}

type EngineRequest =
  | { kind: "handshake"; transport: "polling" | "websocket" }
  | { kind: "poll" | "post" | "upgrade"; sid: string }
  | { kind: "refused"; error: EngineError };

const refused = (error: EngineError): EngineRequest => ({ kind: "refused", error });

/**
 * Classifies a request by its query, method and Upgrade header, in the official order of checks: transport, session id or
 * handshake method, protocol version. It doesn't check whether the session exists.
 */
export function parseEngineRequest(request: Request, query: URLSearchParams): EngineRequest {
  const transport = query.get("transport");
  if (transport !== "polling" && transport !== "websocket") return refused("unknownTransport");
  const isUpgrade = request.headers.get("Upgrade")?.toLowerCase() === "websocket";
  if ((transport === "websocket") !== isUpgrade) return refused("badRequest");
  const sid = query.get("sid");
  const isCurrentVersion = query.get("EIO") === "4";
  if (!sid) {
    if (request.method !== "GET") return refused("badHandshakeMethod");
    return isCurrentVersion ? { kind: "handshake", transport } : refused("unsupportedVersion");
  }
  if (!isCurrentVersion) return refused("badRequest");
  if (isUpgrade) return { kind: "upgrade", sid };
  if (request.method === "GET") return { kind: "poll", sid };
  return request.method === "POST" ? { kind: "post", sid } : refused("badRequest");
}

/** Makes a refusal in the form of the official server: 400 and `{code, message}`. */
export function refuseRequest(error: EngineError): Response {
  return Response.json(ENGINE_ERRORS[error], {
    status: 400,
    headers: { "Cache-Control": "no-store" },
  });
}

export function refusePayload(): Response {
  return new Response(null, { status: 413, headers: { "Cache-Control": "no-store" } });
}
