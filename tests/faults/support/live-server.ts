import { cp } from "node:fs/promises";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { inject } from "vitest";
import { findFreePort, type Launched, launch } from "~/scripts/lib/launch.mjs";
import { toolEnvironment } from "~/scripts/lib/project.mjs";

/** How soon everyone is to be back after the server is (issue 'Realtime', server faults). */
const RECOVERY_MS = 5_000;

export interface Member {
  memberId: string;
  sessionId: string;
  token: string;
}

export interface Pair {
  conversationId: string;
  members: [Member, Member];
}

export interface Message {
  message_id: string;
  content: string;
  sender_id: string;
  client_id: string | null;
  is_read: boolean;
}

/** The real Worker as `npm start` serves it, over a state folder of its own. */
export class LiveServer {
  readonly url: string;
  readonly #launch: () => Promise<Launched>;
  #running: Launched | null = null;

  private constructor(port: number, command: string[], env: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#launch = () =>
      launch(command, { ready: `${this.url}/healthz`, env: toolEnvironment(env) });
  }

  /** The last that it has printed. */
  get output(): string {
    return this.#running?.readOutput() ?? "";
  }

  /**
   * Serves a copy in `stateDirectory` of the database that `prepare.ts` has made.
   * @param isFaulty with the parts around it that can be broken (`faulty-worker.ts`)
   */
  static async open(stateDirectory: string, isFaulty = false) {
    const { worker, assets, state, pairs } = inject("prepared");
    await cp(state, stateDirectory, { recursive: true });
    const port = await findFreePort();
    const script = join(import.meta.dirname, "serve-build.mjs");
    const command = [process.execPath, script, worker, assets];
    if (isFaulty) command.push(join(import.meta.dirname, "faulty-worker.ts"));
    const env = { PORT: String(port), STATE_DIR: stateDirectory };
    const server = new LiveServer(port, command, env);
    await server.start();
    return { server, pairs };
  }

  /** Resolves with the first sign of health. */
  async start(): Promise<void> {
    this.#running = await this.#launch();
  }

  /** Pulls the plug. */
  async kill(): Promise<void> {
    await this.#running?.killGroup();
  }

  call(member: Member, method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${this.url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${member.token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async listMessages(member: Member, conversationId: string): Promise<Message[]> {
    const path = `/pairings/conversation/${conversationId}/messages`;
    const response = await this.call(member, "GET", path);
    if (response.status !== 200) throw new Error(`messages answered ${response.status}`);
    return (await response.json()) as Message[];
  }

  /** A stock client, as specification §9 sets it up. */
  connect(member: Member, way: "header" | "auth", query: Record<string, string> = {}): Socket {
    return io(this.url, {
      transports: ["polling"],
      forceNew: true,
      query,
      timeout: 60_000,
      reconnectionDelay: 1_000,
      reconnectionDelayMax: 1_000,
      ...(way === "header"
        ? { extraHeaders: { Authorization: `Bearer ${member.token}` } }
        : { auth: { token: member.token } }),
    });
  }
}

/**
 * How long those who were live may take to be live again, in milliseconds. Five seconds; on a machine that has so much
 * else to do that they took long to connect in the first place, in peace, in proportion to that.
 * @param firstMs what the same connections took at first
 */
export function allowedRecoveryMs(firstMs: number): number {
  return Math.max(RECOVERY_MS, 2.5 * firstMs);
}

/** The first payload of an event. */
export function nextEvent<T>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

/** Joins, and resolves once the server has said so. */
export async function joinConversation(socket: Socket, conversationId: string): Promise<void> {
  const joined = nextEvent(socket, "joined_conversation");
  socket.emit("join_conversation", conversationId);
  await joined;
}
