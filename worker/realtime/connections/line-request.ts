import { z } from "zod";
import type { SendGrant } from "~/core/ports";
import { parseJson } from "~/core/shared/parse";
import type { LiveViewer } from "../types";

/** The kind of object, a conversation's or a member's, that should accept a WebSocket. */
export type LineKind = LineDetail["kind"];

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

/** @throws SyntaxError, URIError or ZodError for a request that was not made here */
export function readLineRequest(request: Request): LineDetail {
  const detail = decodeURIComponent(request.headers.get(DETAIL_HEADER) ?? "");
  return parseJson(lineDetailSchema, detail);
}
