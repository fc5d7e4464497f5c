import {
  io,
  type ManagerOptions,
  type Socket,
  type SocketOptions,
  WebSocket as WebSocketTransport,
  XHR,
} from "socket.io-client";
import { MS_PER_SECOND } from "~/core/shared/constants";

type Options = Partial<ManagerOptions & SocketOptions>;

/**
 * Some proxies close a WebSocket right after it has opened. That counts as a failure, so that polling is tried next.
 */
class PageWebSocket extends WebSocketTransport {
  #hasHeard = false;

  protected override onData(data: unknown): void {
    this.#hasHeard = true;
    super.onData(data);
  }

  protected override onClose(details?: { description: string; context?: unknown }): void {
    // `details` is missing if the page itself has closed the WebSocket.
    if (details && !this.#hasHeard) this.onError("closed before its handshake", details);
    super.onClose(details);
  }
}

/** The pause before a reconnection is random, because a deployment ends all connections at the same moment. */
export function openLiveSocket(
  conversationId: string,
  readToken: () => string | null | Promise<string | null>,
  { origin = "/", ...more }: Options & { origin?: string } = {},
): Socket {
  return io(origin, {
    transports: [PageWebSocket, XHR],
    tryAllTransports: true,
    timeout: 60 * MS_PER_SECOND,
    reconnectionDelay: MS_PER_SECOND,
    reconnectionDelayMax: MS_PER_SECOND,
    randomizationFactor: 0.8,
    forceNew: true,
    query: { conversation: conversationId },
    auth: async (send) => {
      const token = await Promise.resolve(readToken()).catch(() => null);
      send(token === null ? {} : { token });
    },
    ...more,
  });
}
