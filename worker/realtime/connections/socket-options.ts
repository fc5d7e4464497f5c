import { MAX_BODY_BYTES } from "~/core/shared/constants";
import { DEFAULT_ENGINE_OPTIONS } from "../transport/engine-io/protocol";

/** The options of a connection. The intervals are those of the official server. */
export const SOCKET_OPTIONS = {
  ...DEFAULT_ENGINE_OPTIONS,
  // A message of 2,000 code points takes 8,000 bytes.
  maxPayloadBytes: MAX_BODY_BYTES,
  maxBufferedChars: 1_000_000,
  // The member is not known before the CONNECT packet, so a connection that sends none is closed soon.
  connectTimeoutMs: 15_000,
  // A person needs a few events, and a stock client one CONNECT per namespace.
  packetBurst: 40,
  packetsPerSecond: 10,
};

/**
 * Options of the handshake for our own client, which sends pings itself, so the server sends none within a conversation's day. A
 * client sets one timer with the sum of both intervals, which must be below 2^31 ms.
 */
export const SELF_PINGING_OPTIONS = {
  ...SOCKET_OPTIONS,
  pingIntervalMs: 86_400_000,
  pingTimeoutMs: 86_400_000,
};
