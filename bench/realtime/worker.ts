import { DurableObject } from "cloudflare:workers";
import { verifyToken } from "~/core/accounts/tokens";
import type { SendGrant } from "~/core/conversation/objects";
import { AppError } from "~/core/shared/errors";
import { type Env, readConfig } from "~/worker/env";
import { ConversationObject } from "~/worker/live/conversation-object";
import { toRefusalAck } from "~/worker/live/events";
import type { Gate } from "~/worker/live/gate";
import { LiveObject } from "~/worker/live/live-object";
import { handleRealtime } from "~/worker/live/route";
import { nameMember, SECRET } from "./names";

const configure = (env: Env): Env => ({
  ...env,
  SESSION_SECRET: SECRET,
  RECORD_SECRET: SECRET,
  SUPPORT_EMAIL: "bench@example.org",
});

function grant(memberId: string): SendGrant {
  const [, conversation = "", side = ""] = memberId.split("-");
  const partner = nameMember(Number(conversation), 1 - Number(side));
  return {
    conversationId: partner.conversationId,
    sender: { id: memberId, name: "Member", avatar: null },
    partnerId: partner.memberId,
    expiresAt: 9e15,
  };
}

/** Admits every member with a signed token. The benchmark stores no sessions. */
function openGate(env: Env): Gate {
  const config = readConfig(env);
  return {
    authenticate: async (token) => (await verifyToken(config, token)) ?? { refusal: "No token" },
    readClaims: (token) => verifyToken(config, token),
    authorizeJoin: async ({ memberId }) => grant(memberId),
    // No conversation of the benchmark is closed.
    send: async () => toRefusalAck(new AppError("internal")),
    isOpen: async () => true,
    announce() {},
    report: (event, error) => console.error(event, error),
  };
}

export class BenchConversationObject extends ConversationObject {
  #instance = crypto.randomUUID();
  #rowsWritten = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    const exec = sql.exec.bind(sql) as SqlStorage["exec"];
    sql.exec = (...statement) => {
      const cursor = exec(...statement);
      this.#rowsWritten += cursor.rowsWritten;
      return cursor as never;
    };
  }

  async describe() {
    return { instance: this.#instance, rowsWritten: this.#rowsWritten };
  }

  protected override openGate(): Gate {
    return openGate(configure(this.env));
  }
}

export class BenchLiveObject extends LiveObject {
  protected override openGate(): Gate {
    return openGate(configure(this.env));
  }
}

/** Stores each message and forwards it, either as plain text or in the frames that the stock Socket.IO client needs. */
export class BareObject extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec(
      "create table if not exists messages (created_at integer primary key, content text)",
    );
  }

  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    if (new URL(request.url).searchParams.has("EIO")) {
      socket.send(
        '0{"sid":"bare","upgrades":[],"pingInterval":9e7,"pingTimeout":9e7,"maxPayload":9e4}',
      );
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(sender: WebSocket, frame: string): void {
    if (frame.startsWith("40")) sender.send('40{"sid":"bare"}');
    if (frame.startsWith('42["join')) sender.send('42["joined_conversation",{}]');
    if (/^4(0|2\[)/.test(frame)) return;
    const [, id, event] = /^42(\d+)(.+)$/.exec(frame) ?? [];
    this.ctx.storage.sql.exec("insert into messages (content) values (?)", event ?? frame);
    for (const socket of this.ctx.getWebSockets()) {
      if (id === undefined) socket.send(frame);
      else if (socket === sender) socket.send(`43${id}[{"ok":true}]`);
      else socket.send(`42${event?.replace("send_message", "new_message")}`);
    }
  }
}

type BenchEnv = {
  CONVERSATIONS: DurableObjectNamespace<BenchConversationObject>;
  BARE: DurableObjectNamespace<BareObject>;
} & Env;

/**
 * The product's own route and objects. The benchmark adds `POST /messages?sender=MEMBER`, `/object?sender=MEMBER` and
 * `/bare…`.
 */
export default {
  async fetch(request, env, ctx): Promise<Response> {
    const full = configure(env);
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/socket.io/") {
      return handleRealtime(request, full, ctx, () => openGate(full));
    }
    if (pathname.startsWith("/bare")) return env.BARE.getByName(pathname).fetch(request);
    const sender = searchParams.get("sender");
    if (sender === null) return new Response(null);
    const own = grant(sender);
    const object = env.CONVERSATIONS.getByName(own.conversationId);
    if (pathname === "/object") return Response.json(await object.describe());
    const outcome = await object.sendMessage(own, { content: "still there?" });
    return new Response(null, { status: outcome.kind === "stored" ? 201 : 429 });
  },
} satisfies ExportedHandler<BenchEnv>;
