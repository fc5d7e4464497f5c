import { io } from "socket.io-client";
import { SOCKET_PING_INTERVAL_MS } from "~/core/shared/constants";
import type { OpenLine } from "./environment";

const CONNECT_MS = 60_000;

/** A connection by long polling, for networks that block WebSockets. A page loads this code only if it needs it. */
export const openPollingLine: OpenLine = ({ conversationId, token }, events) => {
  const socket = io({
    path: "/socket.io/",
    transports: ["polling"],
    query: { conversationId },
    auth: { token },
    extraHeaders: { authorization: `Bearer ${token ?? ""}` },
    forceNew: true,
    reconnection: false,
    timeout: CONNECT_MS,
  });
  socket.on("connect", events.connected);
  socket.on("disconnect", events.closed);
  // The socket is inactive only after a refused CONNECT.
  socket.on("connect_error", ({ message }) =>
    socket.active ? events.closed() : events.refused(message),
  );
  socket.onAny(events.event);
  return {
    pingIntervalMs: SOCKET_PING_INTERVAL_MS,
    emit(event, payload, onAnswer) {
      if (onAnswer) socket.emit(event, payload, onAnswer);
      else socket.emit(event, payload);
    },
    ping: (onAnswer) => void socket.emit("ping", onAnswer),
    close() {
      socket.off();
      socket.offAny();
      socket.disconnect();
    },
  };
};
