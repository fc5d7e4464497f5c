import { MAX_BODY_BYTES } from "~/core/shared/constants";
import { DEFAULT_ENGINE_OPTIONS } from "./engine-io/protocol";
import type { LiveViewer } from "./gate";

/** What a connection of the product may do; the intervals are the official server's. */
export const SOCKET_OPTIONS = {
  ...DEFAULT_ENGINE_OPTIONS,
  // No event of ours is larger than a few hundred bytes.
  maxPayloadBytes: MAX_BODY_BYTES,
  maxBufferedChars: 1_000_000,
  // Nobody is known before the CONNECT packet: a connection that sends none is not kept for long.
  connectTimeoutMs: 15_000,
};

const SID_HEADER = "X-Realtime-Sid";
const VIEWER_HEADER = "X-Realtime-Viewer";

/**
 * The handshake as the Worker hands it to the object. Only what is named here goes on: a client can't forge these headers,
 * and its token stays behind.
 */
export function markHandshake(request: Request, sid: string, viewer: LiveViewer | null): Request {
  const headers = new Headers({ [SID_HEADER]: sid });
  if (viewer) headers.set(VIEWER_HEADER, JSON.stringify(viewer));
  return new Request(request, { headers });
}

export function readSid(request: Request): string {
  const sid = request.headers.get(SID_HEADER);
  if (!sid) throw new Error("a handshake reached the object without its session id");
  return sid;
}

export function readViewer(request: Request): LiveViewer | null {
  const viewer = request.headers.get(VIEWER_HEADER);
  return viewer === null ? null : (JSON.parse(viewer) as LiveViewer);
}
