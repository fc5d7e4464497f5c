import type { SendGrant } from "~/core/ports";
import type { Env } from "~/worker/env";
import { CLIENT_REPEATS, callObject } from "../call-object";
import { conversationHome } from "../session-id";
import type { OutPacket } from "../transport/engine-io/packets";
import type { Acknowledge } from "../transport/socket-io/socket";
import { encodeEvent } from "../transport/socket-io/socket";
import { LINE_ALIVE, LINE_CLOSED, LINE_PROBE, type LiveViewer } from "../types";
import { encodeLineRequest } from "./line-request";

/** The client's side of a line. */
interface LineClient {
  /** Sends a packet from the conversation to the client, unchanged. */
  send(packet: OutPacket): void;
  /** Finds out whether the client answers a ping. */
  probe(): Promise<boolean>;
  sessionEnded(): void;
  /** @param unanswered events that the object has not read. It handles events in order and closes after them, so none of these had an effect */
  conversationEnded(unanswered: UnansweredEvent[]): Promise<void>;
  /** Called when the line broke, so that the client connects again. */
  lost(): void;
}

interface UnansweredEvent {
  payload: unknown;
  ack: Acknowledge;
}

const ACK = /^43(\d+)(\[.*\])$/s;

/** A WebSocket from a relay to a conversation's object, for one client that has joined. */
export class ConversationLine {
  #socket: WebSocket;
  #client: LineClient;
  #unanswered = new Map<number, UnansweredEvent>();
  #nextAckId = 0;
  #isOpen = true;

  private constructor(socket: WebSocket, client: LineClient) {
    this.#socket = socket;
    this.#client = client;
  }

  /**
   * Joins the conversation. Packets that the object sends from then on wait until {@link listen}.
   * @returns the line, or the reason why there is none
   * @throws if the object can't be reached
   */
  static async open(
    env: Pick<Env, "CONVERSATIONS">,
    viewer: LiveViewer,
    grant: SendGrant,
    client: LineClient,
  ): Promise<ConversationLine | "refused" | "full"> {
    const response = await callObject(
      env.CONVERSATIONS,
      conversationHome(grant.conversationId),
      (object) => object.fetch(encodeLineRequest("line", viewer, grant)),
      CLIENT_REPEATS,
    );
    if (response.webSocket) return new ConversationLine(response.webSocket, client);
    if (response.status === 429) return "full";
    if (response.status === 403) return "refused";
    throw new Error(`a conversation answered a join with ${response.status}`);
  }

  /** False once either side has closed the line, or the line broke. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  listen(): void {
    this.#socket.addEventListener("message", ({ data }) => void this.#take(String(data)));
    this.#socket.addEventListener("close", ({ code }) => this.#closed(code));
    this.#socket.addEventListener("error", () => this.#closed(0));
    this.#socket.accept();
  }

  /** Passes a client's event to the object. The object's acknowledgement goes to the client. */
  emit(event: string, payload: unknown, ack: Acknowledge | null): void {
    let id: number | undefined;
    if (ack) {
      id = this.#nextAckId++;
      this.#unanswered.set(id, { payload, ack });
    }
    for (const packet of encodeEvent("/", event, [payload], id)) this.#send(packet);
  }

  close(): void {
    this.#isOpen = false;
    try {
      this.#socket.close(1000);
    } catch {
      // Closed already.
    }
  }

  async #take(data: string): Promise<void> {
    if (data === LINE_PROBE) {
      if (await this.#client.probe()) this.#send(LINE_ALIVE);
      return;
    }
    const [, id, values] = ACK.exec(data) ?? [];
    if (id === undefined) {
      this.#client.send(data);
      return;
    }
    const event = this.#unanswered.get(Number(id));
    this.#unanswered.delete(Number(id));
    const read: unknown = JSON.parse(values ?? "[]");
    if (Array.isArray(read)) event?.ack(...read);
  }

  #closed(code: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (code === LINE_CLOSED.sessionEnded) this.#client.sessionEnded();
    else if (code === LINE_CLOSED.conversationEnded) {
      void this.#client.conversationEnded([...this.#unanswered.values()]);
    } else this.#client.lost();
  }

  #send(packet: OutPacket): void {
    if (!this.#isOpen) return;
    try {
      this.#socket.send(packet);
    } catch {
      // The socket is closed already, and its close event follows.
    }
  }
}
