// What is used of `server.js`. The official types would bring those of Node, which change the types of the platform.

type Handler = (...args: unknown[]) => void;

interface Emitter {
  on(event: string, handler: (...args: never[]) => void): this;
  prependListener(event: string, handler: Handler): this;
}

export interface Connection extends Emitter {
  readonly upgrading: boolean;
  close(isDiscarded?: boolean): void;
}

export interface EngineOptions {
  maxHttpBufferSize: number;
  pingInterval: number;
  pingTimeout: number;
  cors: { origin: string };
  allowRequest(request: unknown, answer: (error: string | null, isAllowed: boolean) => void): void;
}

export class EngineServer implements Emitter {
  constructor(options: object);
  readonly clientsCount: number;
  readonly clients: Record<string, Connection>;
  generateId(): string;
  on(event: "connection", handler: (connection: Connection) => void): this;
  prependListener(event: string, handler: Handler): this;
  handleRequest(request: unknown, response: unknown): void;
  handleUpgrade(request: unknown, socket: unknown, head: unknown): void;
}

interface Broadcast {
  to(room: string): Broadcast;
  except(room: string): Broadcast;
  emit(event: string, payload: unknown): void;
}

export interface Socket<Data> extends Emitter {
  readonly id: string;
  readonly connected: boolean;
  readonly rooms: ReadonlySet<string>;
  readonly conn: Connection;
  readonly handshake: {
    auth: Record<string, unknown>;
    headers: Record<string, string | undefined>;
  };
  data: Data;
  emit(event: string, ...args: unknown[]): boolean;
  join(rooms: string | string[]): Promise<void> | void;
  leave(room: string): Promise<void> | void;
  disconnect(isClosed?: boolean): this;
}

interface Namespace<Data> {
  readonly adapter: { rooms: ReadonlyMap<string, ReadonlySet<string>> };
  readonly sockets: ReadonlyMap<string, Socket<Data>>;
  on(event: "connection", handler: (socket: Socket<Data>) => void): this;
}

export class Server<Data> {
  constructor(options: { serveClient: boolean; connectTimeout: number });
  readonly sockets: Namespace<Data>;
  bind(engine: EngineServer): this;
  use(middleware: (socket: Socket<Data>, next: (error?: Error) => void) => void): this;
  on(event: "connection", handler: (socket: Socket<Data>) => void): this;
  of(name: string): Namespace<Data>;
  to(room: string): Broadcast;
  in(rooms: string | string[]): {
    disconnectSockets(isClosed: boolean): void;
    socketsLeave(room: string): void;
  };
}
