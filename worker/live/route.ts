import { readSessionCookie } from "~/app/lib/session-cookie.server";
import { MAX_BODY_BYTES } from "~/core/shared/constants";
import type { Env } from "~/worker/env";
import { CLIENT_REPEATS, callObject } from "./call-object";
import { createGate, type Gate } from "./gate";
import { isConversationId, pickShard, readShard } from "./names";
import { encodePageRequest } from "./page-socket";

const UNKNOWN_SESSION = { code: 1, message: "Session ID unknown" };

/**
 * Our page's WebSocket goes to its conversation's object. Other clients and polling go to a shard.
 * A request with a bad bearer header gets no 401, because a stock client would retry every second without end. Instead
 * its CONNECT is refused, which the client reports once.
 */
export async function handleRealtime(
  request: Request,
  env: Env,
  ctx: Pick<ExecutionContext, "waitUntil">,
  openGate: () => Gate = () => createGate(env, ctx),
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== "/socket.io/") return new Response("Not found", { status: 404 });
  const sid = searchParams.get("sid");
  const isWebSocket = request.headers.get("Upgrade") === "websocket";
  if (isWebSocket && sid === null) {
    const page = await openPage(request, searchParams.get("conversation"), env, openGate);
    if (page) return page;
  }
  const shard =
    sid === null ? pickShard(request.headers.get("CF-Connecting-IP") ?? "") : readShard(sid);
  if (!shard) return Response.json(UNKNOWN_SESSION, { status: 400 });
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_BODY_BYTES) {
    return new Response(null, { status: 413 });
  }
  const work = (object: { fetch(request: Request): Promise<Response> }) => object.fetch(request);
  return copyOf(await callObject(env.LIVE, shard, work, CLIENT_REPEATS));
}

/**
 * Checks the Origin, because CORS does not apply to WebSockets and a browser sends the cookie with them from any site.
 * @returns null if the conversation's object does not take the request; then a shard does
 */
async function openPage(
  request: Request,
  conversationId: string | null,
  env: Env,
  openGate: () => Gate,
): Promise<Response | null> {
  const token = readSessionCookie(request);
  const isOurs = request.headers.get("Origin") === new URL(request.url).origin;
  if (!isConversationId(conversationId) || token === null || !isOurs) return null;
  const gate = openGate();
  try {
    const viewer = await gate.readClaims(token);
    const grant = viewer && (await gate.authorizeJoin(viewer, conversationId));
    if (!grant) return null;
    const response = await callObject(
      env.CONVERSATIONS,
      conversationId,
      (object) => object.fetch(encodePageRequest({ viewer, grant })),
      CLIENT_REPEATS,
    );
    return response.webSocket && copyOf(response);
  } catch (error) {
    gate.report("realtime.handshake_failed", error);
    return new Response(null, { status: 503, headers: { "Retry-After": "1" } });
  }
}

/** An object's answer has immutable headers, and the router adds some. */
function copyOf(response: Response): Response {
  const { webSocket } = response;
  return webSocket
    ? new Response(null, { status: 101, webSocket })
    : new Response(response.body, response);
}
