import { MAX_BODY_BYTES } from "~/core/shared/constants";
import { DEFAULT_ENGINE_OPTIONS } from "../transport/engine-io/protocol";

/** Limits of a connection of the product; the intervals are the official server's. */
export const SOCKET_OPTIONS = {
  ...DEFAULT_ENGINE_OPTIONS,
  // A message of 2,000 code points takes 8,000 bytes.
  maxPayloadBytes: MAX_BODY_BYTES,
  maxBufferedChars: 1_000_000,
  // No member is known before the CONNECT packet: a connection that sends none is not kept for long.
  connectTimeoutMs: 15_000,
};

/**
 * Handshake for our own client, which pings by itself: no ping of the server's is due within a conversation's day.
 * A client sets one timer of the sum, which must stay under 2^31 ms.
 */
export const SELF_PINGING_OPTIONS = {
  ...SOCKET_OPTIONS,
  pingIntervalMs: 86_400_000,
  pingTimeoutMs: 86_400_000,
};
