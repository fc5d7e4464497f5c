import type { EngineOptions } from "../engine-io/protocol";
import { EngineServer } from "../engine-io/server";
import type { EngineSession } from "../engine-io/session";
import { SocketConnection, type SocketHooks, type SocketOptions } from "./connection";

export interface SocketServerHooks<Data> extends SocketHooks<Data> {
  createSid(request: Request): string;
  /** The session is open, nobody is in a namespace yet. */
  onConnection?(connection: SocketConnection<Data>, request: Request): void;
}

/** A Socket.IO 5 server over {@link EngineServer}. `Data` is what a namespace's `authorize` yields. */
export function createSocketServer<Data>(
  options: EngineOptions & SocketOptions,
  hooks: SocketServerHooks<Data>,
): EngineServer {
  return new EngineServer(options, {
    createSid: hooks.createSid,
    onSession(session: EngineSession, request: Request) {
      const connection = new SocketConnection<Data>(session, options, hooks);
      hooks.onConnection?.(connection, request);
      return connection;
    },
  });
}
