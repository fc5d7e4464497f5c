import { isLargerThan, type OutPacket, readFrame } from "./packets";
import type { EngineSession, Transport } from "./session";

/** The close code for a frame that is too large (RFC 6455, section 7.4.1). */
const TOO_LARGE = 1009;

/** A WebSocket that is held in memory: by the Worker for a stock client, or by a polling object for an upgraded session. */
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
      // The socket is closed already, and its close event follows.
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
