import type { TokenClaims } from "~/core/accounts/tokens";
import type { SendGrant } from "~/core/conversation/objects";
import { MAX_CONNECTIONS_PER_CONVERSATION } from "~/core/shared/constants";
import type { CloseReason } from "~/core/shared/contract";
import { CLOSED, PageSocket, type PageState } from "./page-socket";
import type { SeatedListener, Seats } from "./seats";
import type { Listener } from "./types";

/** A page pings every 30 s, so a page that is silent for this long has missed two pings. */
const SILENT_MS = 75_000;
/** The most sockets per member and object, joined or not. */
const MAX_SOCKETS = 2 * MAX_CONNECTIONS_PER_CONVERSATION;

interface ListenerParts {
  ctx: Pick<DurableObjectState, "getWebSockets" | "getWebSocketAutoResponseTimestamp">;
  seats: Seats;
  conversationId: string;
  wakeAt(instant: number): void;
}

/** The WebSockets of our pages, and the seats of other clients. */
export class Listeners {
  #parts: ListenerParts;
  #pages = new Map<WebSocket, PageSocket>();
  /** Members who are present according to the last event that was sent to their partner. */
  #here = new Set<string>();

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    for (const socket of parts.ctx.getWebSockets()) {
      const state = socket.deserializeAttachment() as PageState | null;
      if (state) this.#pages.set(socket, new PageSocket(socket, state));
    }
    for (const { state } of this.#joinedPages()) this.#here.add(state.viewer.memberId);
    for (const { viewer } of parts.seats.all) this.#here.add(viewer.memberId);
  }

  pageOf(socket: WebSocket): PageSocket | undefined {
    return this.#pages.get(socket);
  }

  addPage(socket: WebSocket, listener: Listener): void {
    const page = new PageSocket(socket, {
      ...listener,
      openedAt: Date.now(),
      isConnected: false,
      isJoined: false,
      isHidden: false,
    });
    this.#pages.set(socket, page);
    page.open();
  }

  removePage(socket: WebSocket): void {
    const page = this.#pages.get(socket);
    this.#pages.delete(socket);
    if (page) this.leavePage(page);
  }

  leavePage({ state }: PageSocket): void {
    if (!state.isJoined) return;
    state.isJoined = false;
    this.noteLost([state.viewer.memberId]);
  }

  joinPage(page: PageSocket, grant: SendGrant): void {
    Object.assign(page.state, { grant, isJoined: true });
    page.save();
    this.#noteJoined(page.state.viewer, grant);
  }

  hasRoomForSocket(memberId: string): boolean {
    const own = [...this.#pages].filter(([, { state }]) => state.viewer.memberId === memberId);
    for (const [socket, page] of own) {
      if (this.#isSilent(socket, page)) page.end();
    }
    return own.filter(([, page]) => page.isOpen).length < MAX_SOCKETS;
  }

  async hasRoom(memberId: string): Promise<boolean> {
    if (this.isFull(memberId)) {
      this.hasRoomForSocket(memberId);
      await this.#parts.seats.dropDead(({ viewer }) => viewer.memberId === memberId);
    }
    return !this.isFull(memberId);
  }

  isFull(memberId: string): boolean {
    return this.#count(memberId) >= MAX_CONNECTIONS_PER_CONVERSATION;
  }

  takeSeat(seat: SeatedListener): void {
    this.#parts.seats.take(seat);
    this.#noteJoined(seat.viewer, seat.grant);
  }

  get isAnyoneJoined(): boolean {
    return this.#joinedPages().length > 0 || this.#parts.seats.all.length > 0;
  }

  isHere(memberId: string): boolean {
    return this.#count(memberId) > 0;
  }

  isInSight(memberId: string): boolean {
    for (const [socket, page] of this.#pages) {
      const { viewer, isJoined, isHidden } = page.state;
      if (viewer.memberId !== memberId || !page.isOpen || !isJoined || isHidden) continue;
      // A sleeping device sends nothing, not even that its page is hidden.
      if (!this.#isSilent(socket, page)) return true;
    }
    return this.#seatsOf(memberId).some(({ isHidden }) => !isHidden);
  }

  noteLost(memberIds: string[]): void {
    for (const memberId of new Set(memberIds)) {
      if (!this.isHere(memberId) && this.#here.delete(memberId)) this.#tellHere(memberId, false);
    }
  }

  tell(
    name: string,
    payload: unknown,
    { except, isStored = true }: { except?: string; isStored?: boolean } = {},
  ): void {
    for (const page of this.#joinedPages()) {
      if (page.state.viewer.memberId !== except) page.emit(name, payload);
    }
    this.#parts.seats.tell({ name, payload, except }, isStored);
  }

  close(reason: CloseReason): void {
    const { conversationId, seats } = this.#parts;
    this.tell("conversation_closed", { conversationId, reason });
    this.#here.clear();
    for (const page of this.#joinedPages()) {
      page.state.isJoined = false;
      page.end(CLOSED.conversation, { isFinal: true });
    }
    seats.clear();
  }

  end(isEnded: (viewer: TokenClaims) => boolean): void {
    for (const page of [...this.#pages.values()]) {
      if (!isEnded(page.state.viewer)) continue;
      page.end(CLOSED.session, { isFinal: true });
      this.leavePage(page);
    }
    this.#parts.seats.end(isEnded);
  }

  /** @returns when the next session or conversation ends; null if none is left */
  expire(): number | null {
    const now = Date.now();
    const all = [...this.#joinedPages().map(({ state }) => state), ...this.#parts.seats.all];
    if (all.some(({ grant }) => grant.expiresAt <= now)) {
      this.close("expired");
      return null;
    }
    this.end(({ expiresAt }) => expiresAt <= now);
    const ends = all
      .flatMap(({ viewer, grant }) => [viewer.expiresAt, grant.expiresAt])
      .filter((end) => end > now);
    return ends.length === 0 ? null : Math.min(...ends);
  }

  #noteJoined({ memberId, expiresAt }: TokenClaims, grant: SendGrant): void {
    this.#parts.wakeAt(Math.min(grant.expiresAt, expiresAt));
    if (this.#here.has(memberId)) return;
    this.#here.add(memberId);
    this.#tellHere(memberId, true);
  }

  #tellHere(memberId: string, here: boolean): void {
    const { conversationId } = this.#parts;
    this.tell("partner_here", { conversationId, here }, { except: memberId, isStored: false });
  }

  #count(memberId: string): number {
    const pages = this.#joinedPages().filter(({ state }) => state.viewer.memberId === memberId);
    return pages.length + this.#seatsOf(memberId).length;
  }

  #joinedPages(): PageSocket[] {
    return [...this.#pages.values()].filter(({ isOpen, state }) => isOpen && state.isJoined);
  }

  #seatsOf(memberId: string): SeatedListener[] {
    return this.#parts.seats.all.filter(({ viewer }) => viewer.memberId === memberId);
  }

  #isSilent(socket: WebSocket, { state: { openedAt } }: PageSocket): boolean {
    const heardAt = this.#parts.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime();
    return Date.now() - (heardAt ?? openedAt) >= SILENT_MS;
  }
}
