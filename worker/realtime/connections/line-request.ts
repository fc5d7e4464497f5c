import { z } from "zod";
import type { SendGrant } from "~/core/ports";
import { parseJson } from "~/core/shared/parse";
import type { LiveViewer } from "../types";

/** The kind of WebSocket that an object should accept: `line` or `direct` for a conversation's object, `member` for a member's. */
type LineKind = LineDetail["kind"];

const DETAIL_HEADER = "X-Realtime-Line";

const lineDetailSchema = z.object({
  kind: z.enum(["line", "direct", "member"]),
  viewer: z.object({ memberId: z.string(), sessionId: z.string(), expiresAt: z.number() }),
  grant: z
    .object({
      conversationId: z.string(),
      senderId: z.string(),
      senderName: z.string(),
      senderAvatar: z.string().nullable(),
      partnerId: z.string(),
      expiresAt: z.number(),
    })
    .nullable(),
}) satisfies z.ZodType<{ viewer: LiveViewer; grant: SendGrant | null }>;
type LineDetail = z.infer<typeof lineDetailSchema>;

/**
 * Makes a request for a WebSocket, from the Worker or a relay to an object. It contains nothing of the client's own request, so
 * no client can forge it.
 */
export function encodeLineRequest(
  kind: LineKind,
  viewer: LiveViewer,
  grant: SendGrant | null,
): Request {
  const detail: LineDetail = { kind, viewer, grant };
  return new Request("http://object/", {
    // The detail is encoded, because a header can't contain letters beyond Latin-1 and names can.
    headers: { Upgrade: "websocket", [DETAIL_HEADER]: encodeURIComponent(JSON.stringify(detail)) },
  });
}

/** Reads the detail of a request by {@link encodeLineRequest}. @throws SyntaxError, URIError or ZodError for any other request */
export function readLineRequest(request: Request): LineDetail {
  const detail = decodeURIComponent(request.headers.get(DETAIL_HEADER) ?? "");
  return parseJson(lineDetailSchema, detail);
}
