import type { SendGrant } from "~/core/ports";
import type { LiveViewer } from "../types";

/** What a conversation's or a member's object is asked to accept a WebSocket for. */
export type LineKind = "line" | "direct" | "member";

const DETAIL_HEADER = "X-Realtime-Line";

interface LineDetail {
  kind: LineKind;
  viewer: LiveViewer;
  grant: SendGrant | null;
}

/**
 * A request for a WebSocket, from the Worker or a relay to an object. Made here from nothing of the client's own, so
 * no client can forge it.
 */
export function encodeLineRequest(
  kind: LineKind,
  viewer: LiveViewer,
  grant: SendGrant | null,
): Request {
  const detail: LineDetail = { kind, viewer, grant };
  return new Request("http://object/", {
    // A header holds no letters beyond Latin-1, and names do.
    headers: { Upgrade: "websocket", [DETAIL_HEADER]: encodeURIComponent(JSON.stringify(detail)) },
  });
}

export function readLineRequest(request: Request): LineDetail {
  return JSON.parse(decodeURIComponent(request.headers.get(DETAIL_HEADER) ?? "")) as LineDetail;
}
