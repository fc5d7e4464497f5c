import { Buffer } from "node:buffer";
import { decodePayload, type Packet } from "engine.io-parser";

/** Parts a payload's packets; engine.io-parser doesn't export it. */
const SEPARATOR = "\x1e";

/** One packet in the form in which it travels in a polling payload. */
export type EncodedPacket = string;

export const PING_PACKET: EncodedPacket = "2";
export const CLOSE_PACKET: EncodedPacket = "1";
export const NOOP_PACKET: EncodedPacket = "6";

export function encodeOpen(handshake: object): EncodedPacket {
  return `0${JSON.stringify(handshake)}`;
}

/**
 * A message packet; binary goes as base64. Encoded here and not by engine.io-parser: a Worker's bundle
 * gets that package's browser build, whose encoder needs a FileReader.
 */
export function encodeMessage(data: string | ArrayBuffer | ArrayBufferView): EncodedPacket {
  if (typeof data === "string") return `4${data}`;
  const bytes = ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
  return `b${bytes.toString("base64")}`;
}

export function encodePayload(packets: EncodedPacket[]): string {
  return packets.length === 1 ? (packets[0] ?? "") : packets.join(SEPARATOR);
}

/** Binary arrives as ArrayBuffer. What can't be read ends the list as one packet of type `error`. */
export function readPayload(payload: string): Packet[] {
  return decodePayload(payload, "arraybuffer");
}
