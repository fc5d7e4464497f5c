import type { RealtimeGate } from "~/worker/realtime/gate";
import { type LiveEnv, LiveObject } from "~/worker/realtime/live-object";
import { Peers } from "~/worker/realtime/peers";
import { routeRealtime } from "~/worker/realtime/route-realtime";

const DAY_MS = 86_400_000;
const HOLD_MS = 600_000;

/** Lets everybody in: the token is the member's id. What is measured is the way of an event, not the database. */
const openGate: RealtimeGate = {
  confirm: async () => true,
  authenticate: async (token) => ({
    memberId: token,
    sessionId: token,
    expiresAt: Date.now() + DAY_MS,
  }),
  authorizeJoin: async (_viewer, conversationId) => ({
    conversationId,
    expiresAt: Date.now() + DAY_MS,
  }),
  findCurrentConversation: async () => null,
  report: (event, error) => console.error(event, error),
};

export class BenchObject extends LiveObject {
  constructor(ctx: DurableObjectState, env: LiveEnv) {
    super(ctx, env, openGate);
  }

  override fetch(request: Request): Promise<Response> {
    // By the text: this stands in the way of every poll that is measured.
    return request.url.includes("/hold?") ? hold() : super.fetch(request);
  }
}

/** Answers long after anybody looks: what a held request costs without anything of ours. */
function hold(): Promise<Response> {
  return new Promise((resolve) => setTimeout(() => resolve(new Response("late")), HOLD_MS));
}

/** The product's own route and object; `POST /publish?conversation=ID` does what the services' channel does. */
export default {
  async fetch(request, env): Promise<Response> {
    // As the product's router: by the text.
    if (request.url.includes("/socket.io/")) {
      return routeRealtime(request, env.CONVERSATIONS, "a secret for measuring", () => openGate);
    }
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/hold") {
      const object = searchParams.get("object");
      return object ? env.CONVERSATIONS.getByName(object).fetch(request) : hold();
    }
    if (pathname === "/publish") {
      const payload = await request.json();
      const peers = new Peers(env.CONVERSATIONS, openGate.report);
      const id = searchParams.get("conversation") ?? "";
      await peers.call(`c${id}`, (peer) =>
        peer.publish(id, { event: "new_message", payload, exceptMemberId: null }),
      );
      return new Response("ok");
    }
    return new Response("ready");
  },
} satisfies ExportedHandler<LiveEnv>;
