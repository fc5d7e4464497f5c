import { DurableObject } from "cloudflare:workers";
import type {
  ConversationChange,
  ConversationSummary,
  MessagePage,
  MessagesPageQuery,
  SendGrant,
  SendLimit,
  SendOutcome,
} from "~/core/ports";
import { cryptoRandom } from "~/worker/adapters/random";
import { Audience } from "./audience";
import { ConnectionHome } from "./connection-home";
import { Conversation } from "./conversation/conversation";
import type { Sql } from "./conversation/message-schema";
import { type ConversationEvent, ConversationRoom } from "./conversation-room";
import type { EncodedPacket } from "./engine-io/codec";
import type { EngineServer } from "./engine-io/server";
import type { LiveViewer, RealtimeGate } from "./gate";
import { readSid, readViewer, SOCKET_OPTIONS } from "./handshake";
import { type JoinOutcome, MemberNamespace } from "./member-namespace";
import type { MemberConnection } from "./member-socket";
import { Peers } from "./peers";
import { createSocketServer } from "./socket-io/server";
import type { Subscriber } from "./subscriptions";

export interface LiveEnv {
  CONVERSATIONS: DurableObjectNamespace<LiveObject>;
}

/**
 * The live side of one conversation, or a lobby shard. It is two things at once: a home, which holds connections, and a
 * conversation, which knows who hears of it here and in other homes. It fans out what a service has
 * stored; no rule lives in it.
 */
export abstract class LiveObject extends DurableObject<LiveEnv> {
  #engine: EngineServer;
  #audience = new Audience();
  #room: ConversationRoom;
  #conversation: Conversation;
  #home: ConnectionHome;

  constructor(ctx: DurableObjectState, env: LiveEnv, gate: RealtimeGate) {
    super(ctx, env);
    const audience = this.#audience;
    const peers = new Peers(env.CONVERSATIONS, (event, error) => gate.report(event, error));
    const room = new ConversationRoom(ctx, gate, peers, audience);
    const home = new ConnectionHome({ ctx, gate, peers, audience, room });
    const members = new MemberNamespace(home);
    this.#room = room;
    const conversationId = ctx.id.name?.slice(1) ?? "";
    this.#conversation = new Conversation({
      sql: ctx.storage.sql as unknown as Sql,
      deleteStorage: async () => {
        await ctx.storage.deleteAll();
      },
      clock: { now: () => Date.now() },
      createIdSuffix: () => cryptoRandom.id(),
      confirm: (grant) => gate.confirm(grant),
      listeners: {
        get isAnyoneJoined() {
          return room.isAnyoneJoined(conversationId);
        },
        publish: (event, payload, exceptMemberId) =>
          room.publish(conversationId, { event, payload, exceptMemberId }),
        close: (reason) => room.close(conversationId, reason),
        endSessions: (sessionIds) => ctx.waitUntil(this.endSessions(sessionIds)),
      },
    });
    this.#home = home;
    this.#engine = createSocketServer<MemberConnection>(SOCKET_OPTIONS, {
      createSid: readSid,
      findNamespace: (name) => (name === "/" ? members : undefined),
      onConnection(connection, request) {
        const viewer = readViewer(request);
        if (viewer) home.rememberHandshake(connection, viewer);
      },
      onError: (error) => gate.report("realtime.handler_failed", error),
    });
  }

  /** Connections only, checked and marked by `handleRealtime`. */
  override async fetch(request: Request): Promise<Response> {
    return this.#engine.handle(request);
  }

  /** The conversation's day is over. */
  override async alarm(): Promise<void> {
    await this.#room.expire();
  }

  // To the conversation: from the services by way of the channel, or from other homes.

  async publish(conversationId: string, message: ConversationEvent): Promise<void> {
    this.#room.publish(conversationId, message);
  }

  // To the messages, from the services. The object's name tells its conversation.

  async send(
    grant: SendGrant,
    message: { content: string; clientId: string | null },
  ): Promise<SendOutcome> {
    return this.#conversation.send(grant, message);
  }

  async findLimit(memberId: string): Promise<SendLimit | null> {
    return this.#conversation.findLimit(memberId);
  }

  async list(page: MessagesPageQuery): Promise<MessagePage> {
    return this.#conversation.list(page);
  }

  async markRead(conversationId: string, readerId: string): Promise<{ read: number }> {
    return this.#conversation.markRead(conversationId, readerId);
  }

  async summarise(readerId: string): Promise<ConversationSummary> {
    return this.#conversation.summarise(readerId);
  }

  async apply(change: ConversationChange): Promise<void> {
    await this.#conversation.apply(change);
  }

  /** Ends every connection of these sessions, here and in the homes that subscribe to this conversation. */
  async endSessions(sessionIds: string[]): Promise<void> {
    this.#home.endSessions(sessionIds);
    await this.#room.endSessions(sessionIds);
  }

  /** For a connection in another home. The services are asked here again, where closings are known. */
  async subscribe(
    conversationId: string,
    subscriber: Subscriber,
    viewer: LiveViewer,
  ): Promise<JoinOutcome> {
    return this.#room.admit(viewer, conversationId, () => this.#room.subscribe(subscriber));
  }

  async unsubscribe(socketId: string): Promise<void> {
    this.#room.unsubscribe(socketId);
  }

  /** @returns those of `socketIds` that are not subscribed any more */
  async renew(home: string, instance: string, socketIds: string[]): Promise<string[]> {
    return this.#room.renew(home, instance, socketIds);
  }

  // To the home: from conversations that its connections hear of.

  /** @returns how many connections here hear of the conversation */
  async deliver(
    conversationId: string,
    packet: EncodedPacket,
    exceptMemberId: string | null,
  ): Promise<number> {
    return this.#audience.deliver(conversationId, packet, exceptMemberId);
  }

  async dropConversation(conversationId: string, packet: EncodedPacket): Promise<void> {
    this.#audience.clear(conversationId, packet);
  }

  /** Unlike {@link endSessions} it goes no further: two homes may hear of each other. */
  async endSessionsHere(sessionIds: string[]): Promise<void> {
    this.#home.endSessions(sessionIds);
  }

  /** @returns those of `socketIds` whose clients answer within `withinMs` milliseconds */
  async probe(socketIds: string[], withinMs: number): Promise<string[]> {
    return this.#home.probe(socketIds, withinMs);
  }
}
