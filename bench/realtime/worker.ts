import { DurableObject } from "cloudflare:workers";
import type { SendGrant } from "~/core/ports";
import { AppError } from "~/core/shared/errors";
import { createTokenSigner } from "~/worker/adapters/tokens";
import { type Env, readConfig } from "~/worker/env";
import { PollingObject } from "~/worker/realtime/connections/polling-object";
import { ConversationObject } from "~/worker/realtime/conversation/conversation-object";
import { handleRealtime } from "~/worker/realtime/route";
import { conversationHome } from "~/worker/realtime/session-id";
import type { Gate, LiveViewer } from "~/worker/realtime/types";
import { ACCESS, type Access, POPULATION, SCHEMA, SECRET, SESSION } from "./checks";

export { MemberObject } from "~/worker/realtime/connections/member-object";

/** Stands for D1, which locally is such an object too. */
export class DatabaseObject extends DurableObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    if (ctx.storage.sql.databaseSize > 20_000) return;
    ctx.storage.sql.exec(SCHEMA);
    for (const statement of POPULATION) ctx.storage.sql.exec(statement);
  }

  async ask(statement: string, ...values: (string | number)[]): Promise<unknown[]> {
    return this.ctx.storage.sql.exec(statement, ...values).toArray();
  }
}

type BenchEnv = Env & {
  DATABASE: DurableObjectNamespace<DatabaseObject>;
  FLOOR: DurableObjectNamespace<FloorObject>;
};

const configured = new WeakMap<object, BenchEnv>();

function configure(env: object): BenchEnv {
  let known = configured.get(env);
  if (!known) {
    known = { ...env, SESSION_SECRET: SECRET, SUPPORT_EMAIL: "bench@example.org" } as BenchEnv;
    configured.set(env, known);
  }
  return known;
}

/** The product's gate over the bench's own database. */
function openGate(env: BenchEnv): Gate {
  const tokens = createTokenSigner(readConfig(env));
  const database = () => env.DATABASE.getByName("database");
  const authorizeJoin = async (viewer: LiveViewer, conversationId: string) => {
    const { sessionId, memberId } = viewer;
    const [row] = (await database().ask(
      ACCESS,
      sessionId,
      memberId,
      Date.now(),
      conversationId,
    )) as Access[];
    if (!row) return null;
    const grant: SendGrant = {
      conversationId: row.id,
      senderId: memberId,
      senderName: row.name,
      senderAvatar: row.avatar_url,
      partnerId: row.partner_id,
      expiresAt: row.expires_at,
    };
    return grant;
  };
  return {
    async authenticate(token) {
      const viewer = await tokens.verify(token);
      if (!viewer) return { refusal: "Authentication required" };
      const { sessionId, memberId } = viewer;
      const rows = (await database().ask(SESSION, sessionId, memberId, Date.now())) as unknown[];
      return rows.length > 0 ? viewer : { refusal: "Authentication required" };
    },
    readClaims: (token) => tokens.verify(token),
    authorizeJoin,
    // No conversation of the bench is closed.
    send: async () => new AppError("internal"),
    confirm: async () => true,
    announce() {},
    report: (event, error) => console.error(event, error),
  };
}

const gates = new WeakMap<BenchEnv, Gate>();

function gateOf(env: BenchEnv): Gate {
  const gate = gates.get(env) ?? openGate(env);
  gates.set(env, gate);
  return gate;
}

/** How often the objects ran, in this process: each time costs the time of one event, and none is spent between. */
const counted = { conversations: 0, events: 0, pollingObjects: 0, polls: 0 };

export class BenchConversationObject extends ConversationObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    counted.conversations += 1;
  }

  protected override openGate(): Gate {
    return gateOf(configure(this.env));
  }

  override fetch(request: Request): Promise<Response> {
    counted.events += 1;
    return super.fetch(request);
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    counted.events += 1;
    super.webSocketMessage(socket, frame);
  }

  override webSocketClose(socket: WebSocket): void {
    counted.events += 1;
    super.webSocketClose(socket);
  }
}

export class BenchPollingObject extends PollingObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, configure(env));
    counted.pollingObjects += 1;
  }

  protected override openGate(): Gate {
    return gateOf(configure(this.env));
  }

  override fetch(request: Request): Promise<Response> {
    counted.polls += 1;
    return super.fetch(request);
  }
}

/**
 * The least that a conversation over the socket costs this runtime: an object that stores a row and sends it to all its
 * sockets, without a check, a limit or a rule.
 */
export class FloorObject extends DurableObject {
  #newest = 0;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    ctx.storage.sql.exec(
      "create table if not exists messages (created_at integer primary key, id text, sender_id text, content text, client_id text)",
    );
  }

  override fetch(): Response {
    const { 0: client, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    const day = 86_400_000;
    const open = { sid: "floor", upgrades: [], pingInterval: day, pingTimeout: day };
    socket.send(`0${JSON.stringify({ ...open, maxPayload: 1_000_000 })}`);
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const text = String(frame);
    if (text.startsWith("40")) {
      socket.send('40{"sid":"floor"}');
      return;
    }
    const at = text.indexOf("[");
    const [event, sent] = JSON.parse(text.slice(at));
    if (event === "join_conversation") {
      socket.send('42["joined_conversation",{}]');
      return;
    }
    this.#newest = Math.max(Date.now(), this.#newest + 1);
    const iso = new Date(this.#newest).toISOString();
    const message = {
      message_id: this.#newest.toString(16) + crypto.randomUUID(),
      content: sent.content,
      sender_id: "member",
      sender_name: "Member",
      sender_avatar: null,
      created_at: iso,
      sent_at: iso,
      is_read: false,
      client_id: sent.client_id,
    };
    this.ctx.storage.sql.exec(
      "insert into messages values (?, ?, ?, ?, ?)",
      this.#newest,
      message.message_id,
      message.sender_id,
      message.content,
      message.client_id,
    );
    const published = `42${JSON.stringify(["new_message", message])}`;
    for (const one of this.ctx.getWebSockets()) one.send(published);
    const answer = [{ ok: true, message, isNew: true }];
    socket.send(`43${text.slice(2, at)}${JSON.stringify(answer)}`);
  }
}

/** The POST of the product: a token, one read of the database, one call of the object. */
async function sendByPost(request: Request, id: string, env: BenchEnv): Promise<Response> {
  const gate = gateOf(env);
  const bearer = request.headers.get("Authorization")?.slice("Bearer ".length) ?? "";
  const viewer = await gate.readClaims(bearer);
  const { content, client_id } = (await request.json()) as { content: string; client_id: string };
  const grant = viewer && (await gate.authorizeJoin(viewer, id));
  if (!grant) return new Response(null, { status: 404 });
  const object = env.CONVERSATIONS.getByName(conversationHome(id));
  const outcome = await object.send(grant, { content, client_id });
  if (outcome.kind !== "stored") return new Response(null, { status: 429 });
  return Response.json(outcome.message, { status: 201 });
}

/** The product's own route and objects, beside `POST /messages?conversation=ID` and what was counted. */
export default {
  async fetch(request, env, ctx): Promise<Response> {
    const full = configure(env);
    const floor = /[?&]floor=([^&]+)/.exec(request.url)?.[1];
    if (floor) return full.FLOOR.getByName(floor).fetch(request);
    // As the product's router: by the text.
    if (request.url.includes("/socket.io/")) {
      return handleRealtime(request, full, ctx, () => gateOf(full));
    }
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/messages") {
      return sendByPost(request, searchParams.get("conversation") ?? "", full);
    }
    return Response.json(counted);
  },
} satisfies ExportedHandler<Env>;
