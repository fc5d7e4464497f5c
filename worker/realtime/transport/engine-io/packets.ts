import { Buffer } from "node:buffer";
import { decodePacket, decodePayload, type Packet } from "engine.io-parser";

/** The separator of the packets of a payload. engine.io-parser doesn't export it. */
const SEPARATOR = "\x1e";

/** A packet to send: its text, which is the same for both transports, or the bytes of a binary message. */
export type OutPacket = string | Uint8Array;

export const PING_PACKET = "2";
export const PONG_PACKET = "3";
export const CLOSE_PACKET = "1";
export const NOOP_PACKET = "6";

export function encodeOpen(handshake: object): OutPacket {
  return `0${JSON.stringify(handshake)}`;
}

/**
 * Encodes a message packet. It doesn't use engine.io-parser, because a Worker's bundle gets that package's browser build, whose
 * encoder needs a FileReader.
 */
export function encodeMessage(data: string | ArrayBuffer | ArrayBufferView): OutPacket {
  if (typeof data === "string") return `4${data}`;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/** Encodes packets for polling, which carries only text, so bytes become base64. A WebSocket sends bytes unchanged. */
export function encodePayload(packets: OutPacket[]): string {
  return packets.map(toText).join(SEPARATOR);
}

function toText(packet: OutPacket): string {
  if (typeof packet === "string") return packet;
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
  return `b${bytes.toString("base64")}`;
}

/** Decodes a payload, with binary data as ArrayBuffer. An unreadable packet ends the list as a packet of type `error`. */
export function readPayload(payload: string): Packet[] {
  return decodePayload(payload, "arraybuffer");
}

/** Decodes a WebSocket frame, which is one packet. */
export function readFrame(frame: string | ArrayBuffer): Packet {
  if (typeof frame !== "string") return { type: "message", data: frame };
  return decodePacket(frame, "arraybuffer");
}

/** Whether a frame is larger than a payload may be, in bytes of UTF-8. */
export function isLargerThan(frame: string | ArrayBuffer, maxBytes: number): boolean {
  if (typeof frame !== "string") return frame.byteLength > maxBytes;
  // A UTF-16 unit takes at most three bytes, so the bytes of most frames need not be counted.
  return 3 * frame.length > maxBytes && Buffer.byteLength(frame) > maxBytes;
}
