import type { CloseReason } from "~/core/ports";
import { MAX_CONNECTIONS_PER_CONVERSATION } from "~/core/shared/constants";
import type { Audience } from "./audience";
import type { EncodedPacket } from "./engine-io/codec";
import type { JoinGrant, LiveViewer, RealtimeGate } from "./gate";
import type { JoinOutcome } from "./member-namespace";
import type { Peers } from "./peers";
import { encodeEvent } from "./socket-io/socket";
import { groupByHome, type Subscriber, Subscriptions } from "./subscriptions";

export interface ConversationEvent {
  event: string;
  payload: unknown;
  /** The member who shall not hear of it; null for none. */
  exceptMemberId: string | null;
}

/** How long the tabs of a member with too many connections have to show that they still live. */
const PROBE_MS = 1_500;
/** A conversation that is closed and opened again over and over during one join is refused. */
const MAX_ATTEMPTS = 5;

/**
 * The object as a conversation: who hears of it, here and in other homes. Subscribers and the conversation's end are
 * in storage, so both survive an eviction; nothing is stored for a conversation nobody joined.
 */
export class ConversationRoom {
  #ctx: DurableObjectState;
  #gate: RealtimeGate;
  #peers: Peers;
  #audience: Audience;
  #subscriptions: Subscriptions;
  /** Counts closings and ended sessions: an authorisation that began before one is asked for again. */
  #closings = 0;
  #isOver = false;
  #alarmAt: number | null = null;

  constructor(ctx: DurableObjectState, gate: RealtimeGate, peers: Peers, audience: Audience) {
    this.#ctx = ctx;
    this.#gate = gate;
    this.#peers = peers;
    this.#audience = audience;
    this.#subscriptions = new Subscriptions(ctx.storage);
  }

  /** True from the closing until somebody is admitted again. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Tells everybody in the conversation. The hot path: touches no storage and waits for nobody. */
  publish(conversationId: string, { event, payload, exceptMemberId }: ConversationEvent): void {
    const [packet] = encodeEvent("/", event, [payload]);
    if (packet === undefined) return;
    this.#audience.deliver(conversationId, packet, exceptMemberId);
    if (this.#subscriptions.isEmpty) return;
    for (const [home, subscribers] of this.#subscriptions.byHome(Date.now())) {
      const delivery = this.#deliverTo(home, subscribers, conversationId, packet, exceptMemberId);
      this.#ctx.waitUntil(delivery);
    }
  }

  /**
   * Asks the services, and seats the connection if they allow it. The question is asked again when the conversation was
   * closed meanwhile: its answer may be from before the block that closed it.
   */
  async admit(viewer: LiveViewer, conversationId: string, seat: () => void): Promise<JoinOutcome> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const closings = this.#closings;
      const grant = await this.#gate.authorizeJoin(viewer, conversationId);
      if (!grant || grant.expiresAt <= Date.now()) return "refused";
      if (this.#isFull(viewer.memberId, conversationId)) {
        await this.#dropDeadConnections(viewer.memberId, conversationId);
        if (this.#isFull(viewer.memberId, conversationId)) return "full";
      }
      if (closings !== this.#closings) continue;
      this.#isOver = false;
      seat();
      await this.#setAlarm(grant);
      return "joined";
    }
    return "refused";
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscriptions.add(subscriber, Date.now());
  }

  unsubscribe(socketId: string): void {
    this.#subscriptions.remove(socketId);
  }

  renew(home: string, instance: string, socketIds: string[]): string[] {
    return this.#subscriptions.renew(home, instance, socketIds, Date.now());
  }

  isAnyoneJoined(conversationId: string): boolean {
    return this.#audience.size(conversationId) > 0 || !this.#subscriptions.isEmpty;
  }

  /** Tells those connected that it is over, and forgets them. */
  close(conversationId: string, reason: CloseReason): void {
    this.#closings += 1;
    this.#isOver = true;
    this.#alarmAt = null;
    const [packet = ""] = encodeEvent("/", "conversation_closed", [{ conversationId, reason }]);
    this.#audience.clear(conversationId, packet);
    const homes = [...this.#subscriptions.byHome(Date.now()).keys()];
    this.#subscriptions.clear();
    void this.#ctx.storage.deleteAlarm();
    void this.#ctx.storage.delete("grant");
    for (const home of homes) {
      this.#ctx.waitUntil(
        this.#peers.tell(home, (peer) => peer.dropConversation(conversationId, packet)),
      );
    }
  }

  /** Ends the subscriptions of these sessions and their connections in other homes. */
  async endSessions(sessionIds: string[]): Promise<void> {
    // An admission that was authorised before is asked for again: its session may be one of these.
    this.#closings += 1;
    const ended = new Set(sessionIds);
    const subscribers = this.#subscriptions.filter(Date.now(), ({ sessionId }) =>
      ended.has(sessionId),
    );
    for (const { socketId } of subscribers) this.#subscriptions.remove(socketId);
    const homes = new Set(subscribers.map(({ home }) => home));
    await Promise.all(
      [...homes].map((home) => this.#peers.tell(home, (peer) => peer.endSessionsHere(sessionIds))),
    );
  }

  /** The alarm: the conversation's day is over (contract §5). */
  async expire(): Promise<void> {
    const grant = await this.#ctx.storage.get<JoinGrant>("grant");
    if (!grant) return;
    if (Date.now() < grant.expiresAt) await this.#ctx.storage.setAlarm(grant.expiresAt);
    else this.close(grant.conversationId, "expired");
  }

  async #setAlarm(grant: JoinGrant): Promise<void> {
    // What an earlier life has stored is there still: after a restart everybody joins at once, and no join shall wait for a disk.
    this.#alarmAt ??= (await this.#ctx.storage.get<JoinGrant>("grant"))?.expiresAt ?? null;
    if (this.#alarmAt === grant.expiresAt) return;
    this.#alarmAt = grant.expiresAt;
    await Promise.all([
      this.#ctx.storage.put("grant", grant),
      this.#ctx.storage.setAlarm(grant.expiresAt),
    ]);
  }

  #isFull(memberId: string, conversationId: string): boolean {
    const here = this.#audience.admittedOf(conversationId, memberId).length;
    const elsewhere = this.#subscribersOf(memberId).length;
    return here + elsewhere >= MAX_CONNECTIONS_PER_CONVERSATION;
  }

  #subscribersOf(memberId: string): Subscriber[] {
    return this.#subscriptions.filter(Date.now(), (subscriber) => subscriber.memberId === memberId);
  }

  /**
   * A reloaded tab leaves a connection behind that dies only with its ping timeout, so a member who reloads a few times
   * would be locked out by nobody. Asks them all for a sign of life, and drops those that give none.
   */
  async #dropDeadConnections(memberId: string, conversationId: string): Promise<void> {
    const here = this.#audience.admittedOf(conversationId, memberId).map(async (socket) => {
      const { engine } = socket.connection;
      if (!(await engine.probe(PROBE_MS))) engine.close();
    });
    const byHome = groupByHome(this.#subscribersOf(memberId));
    const elsewhere = [...byHome].map(async ([home, subscribers]) => {
      const ids = subscribers.map(({ socketId }) => socketId);
      const alive = await this.#peers.tell(home, (peer) => peer.probe(ids, PROBE_MS));
      for (const id of ids) if (!alive?.includes(id)) this.#subscriptions.remove(id);
    });
    await Promise.all([...here, ...elsewhere]);
  }

  async #deliverTo(
    home: string,
    subscribers: Subscriber[],
    conversationId: string,
    packet: EncodedPacket,
    exceptMemberId: string | null,
  ): Promise<void> {
    const reached = await this.#peers.tell(home, (peer) =>
      peer.deliver(conversationId, packet, exceptMemberId),
    );
    // A home that can't be reached finds out when it renews, and sends its clients back here.
    if (reached) return;
    for (const { socketId } of subscribers) this.#subscriptions.remove(socketId);
  }
}
