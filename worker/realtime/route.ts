import { readSessionCookie } from "~/app/lib/session-cookie.server";
import { type Env, readConfig } from "~/worker/env";
import { readBearer } from "~/worker/http/client";
import { CLIENT_REPEATS, callObject } from "./call-object";
import { encodeLineRequest } from "./connections/line-request";
import { markHandshake } from "./connections/polling-object";
import { relayConnection } from "./connections/relay-namespace";
import { SOCKET_OPTIONS } from "./connections/socket-options";
import { createGate } from "./gate";
import { conversationHome, createSid, isConversationId, pickShard, readShard } from "./session-id";
import {
  parseEngineRequest,
  refusePayload,
  refuseRequest,
  splitUrl,
} from "./transport/engine-io/protocol";
import { acceptWebSocketSession } from "./transport/engine-io/server";
import type { Gate } from "./types";

const REALTIME_PATH = "/socket.io/";

/** The value in the query by which our own client shows that it sends pings itself. */
const SELF_PINGING = "client";

/**
 * Answers `/socket.io/` (docs/rules.md#realtime). It checks a request before it calls any object.
 *
 * The Worker holds a stock client's WebSocket, and a polling object holds a polling session. Both are relayed to their
 * conversation's object. Our own client's WebSocket goes directly to the object, which sleeps between messages.
 *
 * A bad bearer header gets no 401, because a stock client would then try again every second without end. The handshake
 * succeeds, and the CONNECT is refused with `Authentication required`, which the client reports once.
 * @param openGate called only for the handshake of a WebSocket, because no other request uses the services here
 */
export async function handleRealtime(
  request: Request,
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  openGate: () => Gate = () => createGate(env, ctx),
): Promise<Response> {
  const secret = readConfig(env).signingSecret;
  const { pathname, query } = splitUrl(request.url);
  if (pathname !== REALTIME_PATH) return new Response("Not found", { status: 404 });
  const parsed = parseEngineRequest(request, query);
  switch (parsed.kind) {
    case "refused":
      return refuseRequest(parsed.error);
    case "handshake": {
      if (parsed.transport === "websocket") return openWebSocket(request, query, env, openGate());
      const shard = pickShard();
      const sid = await createSid(shard, secret);
      const marked = markHandshake(request, sid, readBearer(request));
      return askPolling(env, shard, marked);
    }
    default: {
      const known = readShard(parsed.sid, secret);
      const shard = known instanceof Promise ? await known : known;
      if (!shard) return refuseRequest("unknownSession");
      if (parsed.kind === "post") {
        const length = Number(request.headers.get("Content-Length") ?? 0);
        if (length > SOCKET_OPTIONS.maxPayloadBytes) return refusePayload();
      }
      // The request is passed on unchanged, because a copy would cost as much as the other work.
      const response = await askPolling(env, shard, request);
      return parsed.kind === "upgrade" ? passWebSocket(response) : response;
    }
  }
}

const askPolling = (env: Env, shard: string, request: Request): Promise<Response> =>
  callObject(env.POLLING, shard, (object) => object.fetch(request), CLIENT_REPEATS);

async function openWebSocket(
  request: Request,
  query: URLSearchParams,
  env: Env,
  gate: Gate,
): Promise<Response> {
  if (query.get("heartbeat") === SELF_PINGING) {
    try {
      const direct = await openDirectly(request, query, env, gate);
      if (direct) return direct;
    } catch (error) {
      gate.report("realtime.handshake_failed", error);
      return new Response(null, { status: 503, headers: { "Retry-After": "1" } });
    }
  }
  // The session id names no object, because no other request belongs to this session.
  return acceptWebSocketSession(crypto.randomUUID(), SOCKET_OPTIONS, (session) =>
    relayConnection(session, { env, gate, bearer: readBearer(request) }),
  );
}

/**
 * Opens our own client's WebSocket directly to its conversation's object. The Origin must be ours, because CORS does not apply to
 * WebSockets and a browser sends the cookie with them from any site.
 * @returns null for any other client
 */
async function openDirectly(
  request: Request,
  query: URLSearchParams,
  env: Env,
  gate: Gate,
): Promise<Response | null> {
  const conversationId = query.get("conversationId");
  const token = readSessionCookie(request);
  const isOurs = request.headers.get("Origin") === new URL(request.url).origin;
  if (!isConversationId(conversationId) || token === null || !isOurs) return null;
  const viewer = await gate.readClaims(token);
  const grant = viewer && (await gate.authorizeJoin(viewer, conversationId));
  if (!grant) return null;
  const response = await callObject(
    env.CONVERSATIONS,
    conversationHome(conversationId),
    (object) => object.fetch(encodeLineRequest("direct", viewer, grant)),
    CLIENT_REPEATS,
  );
  return response.webSocket && passWebSocket(response);
}

/** Returns an object's WebSocket in a new response, because the router must be able to add headers. */
function passWebSocket(response: Response): Response {
  const { webSocket } = response;
  return webSocket ? new Response(null, { status: 101, webSocket }) : response;
}
