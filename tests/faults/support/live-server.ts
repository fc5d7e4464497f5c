import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { io, type Socket } from "socket.io-client";
import { inject } from "vitest";
import { findFreePort, type Launched, launch } from "~/scripts/lib/launch.mjs";
import { isAlive, toolEnvironment } from "~/scripts/lib/project.mjs";
import { findWorkerds } from "./find-workerds";

const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

/** All clients must have joined again within this time after the server's restart (issue 'Realtime', server faults). */
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

export type Way = "header" | "auth" | "own";

export interface Message {
  message_id: string;
  content: string;
  sender_id: string;
  client_id: string | null;
  is_read: boolean;
}

type Secrets = Record<string, string>;

interface OpenOptions {
  /** Serves by wrangler, as `npm start` does. No part of this server can be broken. */
  isByWrangler?: boolean;
  /** These replace the secrets of `.dev.vars`. */
  secrets?: Secrets;
}

/** Serves the built Worker, by default with parts that can be broken (`faulty-worker.ts`), in its own state folder. */
export class LiveServer {
  readonly url: string;
  readonly #launch: () => Promise<Launched>;
  readonly #secretsFile: string;
  #running: Launched | null = null;

  private constructor(
    port: number,
    command: string[],
    env: Record<string, string>,
    secretsFile: string,
  ) {
    this.#secretsFile = secretsFile;
    this.url = `http://127.0.0.1:${port}`;
    this.#launch = () =>
      launch(command, { ready: `${this.url}/healthz`, env: toolEnvironment(env) });
  }

  get output(): string {
    return this.#running?.readOutput() ?? "";
  }

  get pid(): number {
    return this.#running?.pid ?? 0;
  }

  /** Copies the state folder of `prepare.ts` to `stateDirectory`, and starts a server there. */
  static async open(stateDirectory: string, { isByWrangler = false, secrets }: OpenOptions = {}) {
    const { worker, assets, state, pairs } = inject("prepared");
    await cp(state, stateDirectory, { recursive: true });
    const port = await findFreePort();
    const [file, kind] = isByWrangler
      ? ["serve-build.mjs", ""]
      : ["../../support/serve-by-miniflare.mjs", "faulty"];
    const script = join(import.meta.dirname, file);
    const command = [process.execPath, script, worker, assets, kind];
    const secretsFile = join(stateDirectory, "secrets.env");
    const env = {
      PORT: String(port),
      STATE_DIR: stateDirectory,
      ...(secrets ? { SECRETS_FILE: secretsFile } : {}),
    };
    const server = new LiveServer(port, command, env, secretsFile);
    await server.start(secrets);
    return { server, pairs };
  }

  /** Resolves once the server is healthy. @param secrets replace those of the last start */
  async start(secrets?: Secrets): Promise<void> {
    if (secrets) {
      const lines = Object.entries(secrets).map(([name, value]) => `${name}="${value}"\n`);
      await writeFile(this.#secretsFile, lines.join(""));
    }
    this.#running = await this.#launch();
  }

  async kill(): Promise<void> {
    await this.#running?.killGroup();
  }

  /** Kills workerd alone. Resolves once its successor serves. */
  async strike(): Promise<void> {
    const killed = findWorkerds(this.pid);
    if (killed.length === 0) throw new Error("no workerd to kill");
    for (const pid of killed) process.kill(pid, "SIGKILL");
    while (killed.some(isAlive)) await pause();
    while (!(await this.#isHealthy())) await pause();
  }

  async #isHealthy(): Promise<boolean> {
    const signal = AbortSignal.timeout(2_000);
    return fetch(`${this.url}/healthz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  call(
    member: Member,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${member.token}`,
        "Content-Type": "application/json",
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async listMessages(member: Member, conversationId: string): Promise<Message[]> {
    const path = `/pairings/conversation/${conversationId}/messages`;
    const response = await this.call(member, "GET", path);
    if (response.status !== 200) throw new Error(`messages answered ${response.status}`);
    return (await response.json()) as Message[];
  }

  /** @param way `own` connects like the pages, by WebSocket to the object of the conversation that `query` names */
  connect(member: Member, way: Way, query: Record<string, string> = {}): Socket {
    const auth = { token: member.token };
    const authentication = {
      header: { extraHeaders: { Authorization: `Bearer ${member.token}` } },
      auth: { auth },
      own: { auth, extraHeaders: { Cookie: `session=${member.token}`, Origin: this.url } },
    };
    return io(this.url, {
      transports: [way === "own" ? "websocket" : "polling"],
      forceNew: true,
      query,
      timeout: 60_000,
      reconnectionDelay: 1_000,
      reconnectionDelayMax: 1_000,
      ...authentication[way],
    });
  }
}

/** Five seconds, or longer if the clients' first connection took long because the machine is busy. */
export function allowedRecoveryMs(firstMs: number): number {
  return Math.max(RECOVERY_MS, 2.5 * firstMs);
}

export function nextEvent<T>(socket: Socket, event: string): Promise<T> {
  return new Promise((resolve) => socket.once(event, resolve));
}

export async function joinConversation(socket: Socket, conversationId: string): Promise<void> {
  const joined = nextEvent(socket, "joined_conversation");
  socket.emit("join_conversation", conversationId);
  await joined;
}
