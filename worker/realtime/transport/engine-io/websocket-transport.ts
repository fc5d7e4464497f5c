import { isLargerThan, type OutPacket, readFrame } from "./packets";
import type { EngineSession, Transport } from "./session";

/** Too large a frame: the code of RFC 6455, section 7.4.1. */
const TOO_LARGE = 1009;

/** A WebSocket that is held in memory, as the Worker holds a stock client's and a polling object an upgraded one's. */
export class WebSocketTransport implements Transport {
  readonly bufferedChars = 0;
  #socket: WebSocket;
  #session: EngineSession;
  #maxPayloadBytes: number;

  /** @param socket accepted already */
  constructor(socket: WebSocket, session: EngineSession, maxPayloadBytes: number) {
    this.#socket = socket;
    this.#session = session;
    this.#maxPayloadBytes = maxPayloadBytes;
    socket.addEventListener("close", () => session.drop("transport close"));
    socket.addEventListener("error", () => session.drop("transport close"));
  }

  send(packet: OutPacket): void {
    try {
      this.#socket.send(packet);
    } catch {
      // Gone already: its close event is on the way.
    }
  }

  close(): void {
    this.#session.drop("server close");
  }

  drop(): void {
    this.#end(1000);
  }

  take(frame: string | ArrayBuffer): void {
    if (isLargerThan(frame, this.#maxPayloadBytes)) {
      this.#end(TOO_LARGE);
      this.#session.drop("transport error");
      return;
    }
    const packet = readFrame(frame);
    if (packet.type === "close") this.#session.drop("transport close");
    else this.#session.take(packet);
  }

  #end(code: number): void {
    try {
      this.#socket.close(code);
    } catch {
      // Closed already.
    }
  }
}
