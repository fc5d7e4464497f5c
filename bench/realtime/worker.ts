import type { SendGrant } from "~/core/ports";
import type { Env } from "~/worker/env";
import { PollingObject } from "~/worker/realtime/connections/polling-object";
import { ConversationObject } from "~/worker/realtime/conversation/conversation-object";
import { handleRealtime } from "~/worker/realtime/route";
import { conversationHome } from "~/worker/realtime/session-id";
import type { Gate, LiveViewer } from "~/worker/realtime/types";

export { MemberObject } from "~/worker/realtime/connections/member-object";

const DAY_MS = 86_400_000;
const HOLD_MS = 600_000;

const viewer = (token: string): LiveViewer => ({
  memberId: token,
  sessionId: token,
  expiresAt: Date.now() + DAY_MS,
});

const grant = (conversationId: string, senderId: string): SendGrant => ({
  conversationId,
  senderId,
  senderName: senderId,
  senderAvatar: null,
  partnerId: "partner",
  expiresAt: Date.now() + DAY_MS,
});

/** Lets every client in: the token is the member's id. What is measured is the way of an event, not the database. */
const openGate: Gate = {
  authenticate: async (token) => viewer(token),
  readClaims: async (token) => viewer(token),
  authorizeJoin: async ({ memberId }, conversationId) => grant(conversationId, memberId),
  confirm: async () => true,
  announce() {},
  report: (event, error) => console.error(event, error),
};

export class BenchConversationObject extends ConversationObject {
  protected override openGate(): Gate {
    return openGate;
  }
}

export class BenchPollingObject extends PollingObject {
  protected override openGate(): Gate {
    return openGate;
  }

  override fetch(request: Request): Promise<Response> {
    // By the text: this stands in the way of every poll that is measured.
    return request.url.includes("/hold?") ? hold() : super.fetch(request);
  }
}

/** Answers long after anyone looks: what a held request costs without anything of ours. */
function hold(): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(new Response("late")), HOLD_MS));
}

let configured: Env | null = null;

/** The product's own route and objects; `POST /publish?conversation=ID` stores a message of a sender of its own. */
export default {
  async fetch(request, env, ctx): Promise<Response> {
    configured ??= {
      ...env,
      SESSION_SECRET: "a secret for measuring, of some length",
      SUPPORT_EMAIL: "bench@example.org",
    };
    // As the product's router: by the text.
    if (request.url.includes("/socket.io/")) {
      return handleRealtime(request, configured, ctx, () => openGate);
    }
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/hold") {
      const object = searchParams.get("object");
      return object ? env.POLLING.getByName(object).fetch(request) : hold();
    }
    if (pathname === "/publish") {
      const { content } = (await request.json()) as { content: string };
      const id = searchParams.get("conversation") ?? "";
      // A new sender each time: the limits are not what is measured.
      const object = env.CONVERSATIONS.getByName(conversationHome(id));
      await object.send(grant(id, crypto.randomUUID()), { content, clientId: null });
      return new Response("ok");
    }
    return new Response("ready");
  },
} satisfies ExportedHandler<Env>;
