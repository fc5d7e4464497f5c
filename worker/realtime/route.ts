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

/** Our own client marks in its query that it pings by itself. */
const SELF_PINGING = "client";

/**
 * Answers `/socket.io/` (docs/rules.md#realtime). A request is checked here before any object is touched.
 *
 * A stock client's WebSocket is held here, a polling session by one of the polling objects; both are relayed to their
 * conversation's object. Our own client's WebSocket goes to the object directly, which sleeps while no one speaks.
 *
 * A bad bearer header is no 401: a stock client would try again every second for ever. The handshake goes
 * through, and the CONNECT is refused with `Authentication required`, which it reports once.
 * @param openGate only a WebSocket's handshake uses the services here
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
      // As it came: a copy costs as much as the rest.
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
  // The session id names no object: nothing but this very WebSocket leads to the session.
  return acceptWebSocketSession(crypto.randomUUID(), SOCKET_OPTIONS, (session) =>
    relayConnection(session, { env, gate, bearer: readBearer(request) }),
  );
}

/**
 * Our own client's WebSocket, straight to its conversation's object. WebSockets know no CORS, and a browser sends the
 * cookie with them from anywhere, so the Origin must be ours.
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

/** An object's WebSocket in a response of our own, to which the router can add headers. */
function passWebSocket(response: Response): Response {
  const { webSocket } = response;
  return webSocket ? new Response(null, { status: 101, webSocket }) : response;
}
