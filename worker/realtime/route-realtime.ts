import { type Env, readConfig } from "~/worker/env";
import { createGate } from "./create-gate";
import { parsePollingRequest, refusePayload, refuseRequest, splitUrl } from "./engine-io/protocol";
import type { LiveViewer, RealtimeGate } from "./gate";
import { markHandshake, SOCKET_OPTIONS } from "./handshake";
import { conversationHome, createSid, isConversationId, pickLobby, readHome } from "./home";
import type { LiveEnv } from "./live-object";

export const REALTIME_PATH = "/socket.io/";

/**
 * Answers `/socket.io/`: long polling for a stock Socket.IO client (contract §5). A request is checked here before any object
 * is touched; its session id alone says which one it belongs to.
 *
 * A bad bearer header is no 401: a stock client would try again every second for ever. The handshake goes
 * through, and the CONNECT is refused with `Authentication required`, which it reports once.
 */
export async function handleRealtime(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
): Promise<Response> {
  const secret = readConfig(env).signingSecret;
  // Only a handshake asks anything of the services.
  return routeRealtime(request, env.CONVERSATIONS, secret, () => createGate(env, ctx));
}

/** {@link handleRealtime} over given parts. @param secret keys the session ids */
export async function routeRealtime(
  request: Request,
  objects: LiveEnv["CONVERSATIONS"],
  secret: string,
  openGate: () => RealtimeGate,
): Promise<Response> {
  const { pathname, query } = splitUrl(request.url);
  if (pathname !== REALTIME_PATH) return new Response("Not found", { status: 404 });
  const parsed = parsePollingRequest(request.method, query);
  if (parsed.kind === "refused") return refuseRequest(parsed.error);
  if (parsed.kind === "handshake") {
    return openSession(request, query, objects, secret, openGate());
  }
  const known = readHome(parsed.sid, secret);
  const home = known instanceof Promise ? await known : known;
  if (!home) return refuseRequest("unknownSession");
  if (parsed.method === "POST") {
    const length = Number(request.headers.get("Content-Length") ?? 0);
    if (length > SOCKET_OPTIONS.maxPayloadBytes) return refusePayload();
  }
  // As it came: the object reads the marks of a handshake in nothing but a handshake, and a copy costs as much as the rest.
  return objects.getByName(home).fetch(request);
}

async function openSession(
  request: Request,
  query: URLSearchParams,
  objects: LiveEnv["CONVERSATIONS"],
  secret: string,
  gate: RealtimeGate,
): Promise<Response> {
  let viewer: LiveViewer | null;
  let home: string;
  try {
    viewer = await readBearer(request, gate);
    home = await findHome(query.get("conversationId"), viewer, gate);
  } catch (error) {
    gate.report("realtime.handshake_failed", error);
    return new Response(null, { status: 503, headers: { "Retry-After": "1" } });
  }
  const sid = await createSid(home, secret);
  return objects.getByName(home).fetch(markHandshake(request, sid, viewer));
}

async function readBearer(request: Request, gate: RealtimeGate): Promise<LiveViewer | null> {
  const header = request.headers.get("Authorization") ?? "";
  const [, token] = /^Bearer +([^\s]{1,4096})$/i.exec(header) ?? [];
  return token ? gate.authenticate(token) : null;
}

/**
 * Where a connection shall live: at the conversation it names, else at the member's current one, else in a lobby. An
 * unknown client gets a lobby whatever it names, so that a made-up id brings no object to life.
 */
async function findHome(
  named: string | null,
  viewer: LiveViewer | null,
  gate: RealtimeGate,
): Promise<string> {
  if (!viewer) return pickLobby();
  if (isConversationId(named) && (await gate.authorizeJoin(viewer, named))) {
    return conversationHome(named);
  }
  const current = await gate.findCurrentConversation(viewer);
  return isConversationId(current) ? conversationHome(current) : pickLobby();
}
