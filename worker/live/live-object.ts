import { DurableObject } from "cloudflare:workers";
import type { TokenClaims } from "~/core/accounts/tokens";
import {
  MAX_BODY_BYTES,
  MAX_CONNECTIONS_OUTSIDE,
  TOO_MANY_CONNECTIONS,
} from "~/core/shared/constants";
import { AppError, ERRORS } from "~/core/shared/errors";
import type { Env } from "~/worker/env";
import { callObject, type Objects } from "./call-object";
import type { ConversationObject } from "./conversation-object";
import { createEngine, handleEngine } from "./engine-on-fetch";
import {
  type Acknowledge,
  answerJoin,
  answerTest,
  readConversationId,
  readField,
  readMessageFields,
  TokenBucket,
  toRefusalAck,
} from "./events";
import { createGate, type Gate } from "./gate";
import { isConversationId } from "./names";
import { Server, type Socket } from "./socket-io/server";
import type { Delivery, JoinOutcome, Seat } from "./types";

/** As many connections as fit into a shard's memory. */
const MAX_CONNECTIONS = 5_000;
const TOKEN_MAX_LENGTH = 4_096;
/** `setTimeout` fires immediately for a longer delay. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const MAX_WAITING = 100;
const CONNECT_WITHIN_MS = 10_000;

interface ClientData {
  viewer: TokenClaims;
  /** Conversations that the client has joined, including those that have ended since. */
  joined: Set<string>;
  /** Settles when the client's last event is handled. The next event waits for it. */
  last: Promise<unknown>;
  waiting: number;
}
type Client = Socket<ClientData>;
type SeatHolder = Pick<ConversationObject, "join" | "leave" | "typing" | "hide" | "send">;

const room = {
  session: (id: string) => `session:${id}`,
  member: (id: string) => `member:${id}`,
  conversation: (id: string) => `conversation:${id}`,
};

/**
 * A shard runs the official Socket.IO server, for stock clients and for pages that poll. For each client it takes a
 * seat at the conversation's object, which then sends the shard the events. A shard stays awake while it holds a
 * connection.
 */
export class LiveObject extends DurableObject<Env> {
  #name = this.ctx.id.name ?? "";
  #gate = this.openGate();
  #io = new Server<ClientData>({ serveClient: false, connectTimeout: CONNECT_WITHIN_MS });
  #engine = createEngine({
    maxHttpBufferSize: MAX_BODY_BYTES,
    allowRequest: (_request, answer) => answer(null, this.#engine.clientsCount < MAX_CONNECTIONS),
  });
  #ends = 0;
  /** The number of each conversation's last event, so that a repeated call delivers no event twice. */
  #heard = new Map<string, number>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    Object.assign(this.#engine, { generateId: () => `${this.#name}.${crypto.randomUUID()}` });
    this.#engine.on("connection", (connection) => {
      const bucket = new TokenBucket();
      // Runs before the packet is parsed, so that a flood costs little.
      connection.prependListener("packet", () => bucket.take() || connection.close(true));
    });
    this.#io.bind(this.#engine);
    this.#io.use((client, next) => {
      this.#admit(client).then(
        (refusal) => next(refusal === null ? undefined : new Error(refusal)),
        (error) => {
          this.#gate.report("realtime.handshake_failed", error);
          client.conn.close(true);
        },
      );
    });
    this.#io.on("connection", (client) => this.#serve(client));
  }

  override fetch(request: Request): Promise<Response> {
    return handleEngine(this.#engine, request);
  }

  async deliver(conversationId: string, deliveries: Delivery[]): Promise<string[]> {
    const all = room.conversation(conversationId);
    for (const { n, name, payload, except } of deliveries) {
      if (n !== 0 && n <= (this.#heard.get(conversationId) ?? 0)) continue;
      const to = this.#io.to(all);
      (except ? to.except(room.member(except)) : to).emit(name, payload);
      if (this.#size(all) === 0) continue;
      if (n !== 0) this.#heard.set(conversationId, n);
      if (name !== "conversation_closed") continue;
      this.#io.in(all).socketsLeave(all);
      this.#heard.delete(conversationId);
    }
    return [...(this.#io.sockets.adapter.rooms.get(all) ?? [])];
  }

  async end(sessionIds: string[], memberIds: string[]): Promise<void> {
    this.#ends += 1;
    const rooms = [...sessionIds.map(room.session), ...memberIds.map(room.member)];
    if (rooms.length > 0) this.#io.in(rooms).disconnectSockets(true);
  }

  /** A benchmark overrides this. */
  protected openGate(): Gate {
    return createGate(this.env, this.ctx);
  }

  async #admit(client: Client): Promise<string | null> {
    const { auth, headers } = client.handshake;
    const bearer = headers.authorization?.replace(/^bearer /i, "");
    let refusal: string = ERRORS.unauthenticated.message;
    for (const token of [auth.token, bearer]) {
      if (typeof token !== "string" || token.length > TOKEN_MAX_LENGTH) continue;
      const viewer = await this.#authenticate(token);
      if ("refusal" in viewer) {
        refusal = viewer.refusal;
        if (refusal !== ERRORS.unauthenticated.message) break;
        continue;
      }
      const member = room.member(viewer.memberId);
      if (this.#size(member) >= MAX_CONNECTIONS_OUTSIDE) return TOO_MANY_CONNECTIONS;
      client.data = { viewer, joined: new Set(), last: Promise.resolve(), waiting: 0 };
      // From here on, the end of the session disconnects the client.
      await client.join([member, room.session(viewer.sessionId)]);
      return null;
    }
    return refusal;
  }

  /** Repeats the query if a session ended while it ran, because the answer can then be stale. */
  async #authenticate(token: string): Promise<TokenClaims | { refusal: string }> {
    for (;;) {
      const ends = this.#ends;
      const viewer = await this.#gate.authenticate(token);
      if (ends === this.#ends) return viewer;
    }
  }

  #serve(client: Client): void {
    const { viewer, joined } = client.data;
    const left = Math.min(Math.max(0, viewer.expiresAt - Date.now()), LONGEST_TIMER_MS);
    const sessionTimer = setTimeout(() => client.disconnect(true), left);
    client.emit("welcome", { message: "Connected", user_id: viewer.memberId });
    const handlers: Record<string, (payload: unknown, ack: Acknowledge) => unknown> = {
      join_conversation: async (id, ack) =>
        answerJoin(client, ack, id, await this.#join(client, id)),
      leave_conversation: async (id, ack) => {
        if (typeof id === "string") await this.#leave(client, id);
        ack();
      },
      send_message: (payload, ack) => this.#send(client, payload, ack),
      typing: (payload, ack) =>
        this.#hear(client, payload, ack, (object, seat) => object.typing(seat)),
      visibility: (payload, ack) => {
        const isHidden = readField(payload, "visible") === false;
        return this.#hear(client, payload, ack, (object, seat) => object.hide(seat, isHidden));
      },
      test_connection: (_payload, ack) => {
        const isOpen = (id: string) => client.rooms.has(room.conversation(id));
        answerTest(client, ack, [...joined].filter(isOpen));
      },
      ping: (_payload, ack) => {
        client.emit("pong");
        ack();
      },
    };
    for (const [event, handle] of Object.entries(handlers)) {
      client.on(event, this.#inTurn(client, handle));
    }
    client.on("disconnect", () => {
      clearTimeout(sessionTimer);
      for (const id of joined) void this.#leave(client, id).catch(() => {});
      // A connection that has left the namespace belongs to no member, so it is closed.
      client.conn.close();
    });
  }

  #inTurn(client: Client, handle: (payload: unknown, ack: Acknowledge) => unknown) {
    return (...args: unknown[]) => {
      const last = args.at(-1);
      const ack = typeof last === "function" ? (last as Acknowledge) : () => {};
      const payload = typeof args[0] === "function" ? undefined : args[0];
      const { data } = client;
      data.waiting += 1;
      if (data.waiting > MAX_WAITING) client.disconnect(true);
      data.last = data.last
        .then(() => (client.connected ? handle(payload, ack) : undefined))
        .catch((error) => {
          this.#gate.report("realtime.event_failed", error);
          client.conn.close(true);
        })
        .finally(() => {
          data.waiting -= 1;
        });
    };
  }

  async #join(client: Client, id: unknown): Promise<JoinOutcome> {
    const { viewer, joined } = client.data;
    // The database is asked first, so that a made-up id doesn't create an object.
    if (!isConversationId(id) || !(await this.#gate.authorizeJoin(viewer, id))) {
      return { kind: "refused" };
    }
    const hadJoined = joined.has(id);
    // Joined before the object takes the seat, so that no event is missed.
    await client.join(room.conversation(id));
    joined.add(id);
    const outcome = await this.#call(id, (object) => object.join(this.#seatOf(client), viewer));
    if (outcome.kind === "joined" && client.connected) return outcome;
    if (outcome.kind === "joined" || !hadJoined) {
      // If the client disconnected during the call, its leave is sent again, because the object may have handled the
      // first one before the join. If the join was refused, the client leaves the room that it entered above.
      joined.add(id);
      await this.#leave(client, id);
    }
    return outcome;
  }

  async #leave(client: Client, id: string): Promise<void> {
    if (!client.data.joined.delete(id)) return;
    await client.leave(room.conversation(id));
    if (this.#size(room.conversation(id)) === 0) this.#heard.delete(id);
    await this.#call(id, (object) => object.leave(this.#seatOf(client)));
  }

  async #send(client: Client, payload: unknown, ack: Acknowledge): Promise<void> {
    const { viewer, joined } = client.data;
    const id = readConversationId(payload);
    if (id === null || !joined.has(id)) {
      return ack(toRefusalAck(new AppError("conversation_not_found")));
    }
    const fields = readMessageFields(payload);
    const isRepeatable = fields.client_id != null;
    const send = (object: SeatHolder) => object.send(this.#seatOf(client), viewer, fields);
    ack(await this.#call(id, send, { isRepeatable }));
  }

  async #hear(
    client: Client,
    payload: unknown,
    ack: Acknowledge,
    work: (object: SeatHolder, seat: Seat) => Promise<void>,
  ): Promise<void> {
    const id = readConversationId(payload);
    if (id !== null && client.data.joined.has(id)) {
      await this.#call(id, (object) => work(object, this.#seatOf(client)));
    }
    ack();
  }

  #call<Answer>(
    id: string,
    work: (object: SeatHolder) => Promise<Answer>,
    options?: { isRepeatable: boolean },
  ): Promise<Answer> {
    const objects: Objects<SeatHolder> = this.env.CONVERSATIONS;
    return callObject(objects, id, work, options);
  }

  #seatOf(client: Client): Seat {
    return { shard: this.#name, sid: client.id };
  }

  #size(name: string): number {
    return this.#io.sockets.adapter.rooms.get(name)?.size ?? 0;
  }
}
