import { type Packet, PacketType } from "socket.io-parser";
import type { SendGrant } from "~/core/conversation/objects";
import { MAX_BODY_BYTES, TOO_MANY_CONNECTIONS } from "~/core/shared/constants";
import { AppError, ERRORS } from "~/core/shared/errors";
import type { Listeners } from "./listeners";
import { type PageSocket, PING, readPacket } from "./page-socket";
import { readField, refuseJoin } from "./payload";
import { type EventOutcome, type Gate, type Listener, type LiveViewer, toSendAck } from "./types";

const TOO_LARGE = 1009;
const BROKEN = 1008;

interface PageEventParts {
  gate: Gate;
  live: Listeners;
  /** Queries the permission to join. */
  authorize(viewer: LiveViewer): Promise<SendGrant | null>;
  /** Takes a `send_message`. */
  take(listener: Listener, payload: unknown): EventOutcome;
  /** Takes any other event of a listener. */
  hear(
    listener: Listener,
    event: string,
    payload: unknown,
    hide: (isHidden: boolean) => void,
  ): void;
}

/** What a conversation's object does with the packets of our pages. */
export class PageEvents {
  #parts: PageEventParts;

  constructor(parts: PageEventParts) {
    this.#parts = parts;
  }

  async receive(page: PageSocket, frame: string | ArrayBuffer): Promise<void> {
    if (typeof frame !== "string" || frame.length > MAX_BODY_BYTES) return page.end(TOO_LARGE);
    // The runtime answers this frame, but not in every place where the Worker runs locally.
    if (frame === PING) return page.emit("pong", undefined);
    const packet = page.bucket.take() ? readPacket(frame) : null;
    if (!packet) return page.end(BROKEN);
    // An event waits for those before it, which only a join makes wait.
    const handled = page.last
      ? page.last.then(() => this.#handlePacket(page, packet))
      : this.#handlePacket(page, packet);
    if (!handled) return;
    const last = handled
      .catch((error) => {
        this.#parts.gate.report("realtime.event_failed", error);
        page.end();
      })
      .finally(() => {
        if (page.last === last) page.last = null;
      });
    page.last = last;
    await last;
  }

  #handlePacket(page: PageSocket, packet: Packet): Promise<void> | void {
    const { viewer, grant, isConnected } = page.state;
    if (packet.type === PacketType.CONNECT) return this.#connect(page, packet);
    if (viewer.expiresAt <= Date.now()) return this.#parts.live.end((one) => one === viewer);
    // An event without a payload passes the parser.
    if (packet.type !== PacketType.EVENT || !isConnected || !Array.isArray(packet.data)) {
      this.#parts.live.leavePage(page);
      return page.end(packet.type === PacketType.DISCONNECT ? 1000 : BROKEN);
    }
    const [event, payload] = packet.data as unknown[];
    const acknowledge = (...answer: unknown[]) => page.acknowledge(packet.id, ...answer);
    if (event === "join_conversation") return this.#joinPage(page, payload, acknowledge);
    if (event === "leave_conversation") {
      if (payload === grant.conversationId) this.#parts.live.leavePage(page);
      page.save();
      return acknowledge();
    }
    if (event === "test_connection") {
      const timestamp = new Date().toISOString();
      page.emit("server_test", { message: "The connection works", timestamp });
      if (page.state.isJoined) {
        const { conversationId } = grant;
        page.emit("test_broadcast", { conversationId, message: "Test broadcast", timestamp });
      }
      return acknowledge();
    }
    if (event === "send_message") {
      if (!page.state.isJoined) {
        return acknowledge(toSendAck(new AppError("conversation_not_found")));
      }
      const outcome = this.#parts.take(page.state, payload);
      if (outcome.kind !== "closed") return acknowledge(outcome.answer);
      return this.#parts.gate
        .send(viewer, grant.conversationId, payload)
        .then((answer) => acknowledge(toSendAck(answer)));
    }
    if (page.state.isJoined && typeof event === "string") {
      const hide = (isHidden: boolean) => {
        page.state.isHidden = isHidden;
        page.save();
      };
      this.#parts.hear(page.state, event, payload, hide);
    }
    acknowledge();
  }

  async #connect(page: PageSocket, { nsp, data }: Packet): Promise<void> {
    const token = readField(data, "token");
    const { viewer } = page.state;
    // The cookie that admitted the socket may have changed since, so the page's token must name the same session.
    const claims = typeof token === "string" ? await this.#parts.gate.readClaims(token) : null;
    const isSame =
      claims?.sessionId === viewer.sessionId && claims.memberId === viewer.memberId && nsp === "/";
    if (!isSame) return page.refuse(ERRORS.unauthenticated.message);
    page.accept();
    page.emit("welcome", { message: "Connected", user_id: viewer.memberId });
  }

  async #joinPage(
    page: PageSocket,
    id: unknown,
    acknowledge: (answer: unknown) => void,
  ): Promise<void> {
    const { viewer, grant } = page.state;
    const { conversationId } = grant;
    const refuse = (message: string) => {
      page.emit("join_error", refuseJoin(id, message));
      acknowledge(refuseJoin(id, message));
    };
    if (id !== conversationId) return refuse(ERRORS.conversation_not_found.message);
    if (!page.state.isJoined) {
      const hasRoom = await this.#parts.live.hasRoom(viewer.memberId);
      const found = hasRoom && (await this.#parts.authorize(viewer));
      if (!page.isOpen) return;
      if (!hasRoom || (found && this.#parts.live.isFull(viewer.memberId))) {
        return refuse(TOO_MANY_CONNECTIONS);
      }
      if (!found) return refuse(ERRORS.conversation_not_found.message);
      this.#parts.live.joinPage(page, found);
    }
    page.emit("joined_conversation", { conversationId });
    page.emit("partner_here", { conversationId, here: this.#parts.live.isHere(grant.partnerId) });
    acknowledge({ conversationId });
  }
}
