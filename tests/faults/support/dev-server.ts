import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";

/** A server process in a process group of its own, so that a kill takes its workerd along. */
export class DevServer {
  readonly url: string;
  #command: string[];
  #env: Record<string, string>;
  #process: ChildProcess | null = null;
  #output = "";

  /** @param command program and arguments; it must listen on 127.0.0.1 at `port` */
  constructor(port: number, command: string[], env: Record<string, string> = {}) {
    this.url = `http://127.0.0.1:${port}`;
    this.#command = command;
    this.#env = env;
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Resolves once `path` is answered with success. */
  async start(path: string, withinMs = 120_000): Promise<void> {
    const [program = "", ...args] = this.#command;
    const child = spawn(program, args, {
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CLOUDFLARE_CF_FETCH_ENABLED: "false",
        WRANGLER_SEND_METRICS: "false",
        // Vitest's own marks make wrangler and vite take themselves for parts of a test.
        VITEST: undefined,
        NODE_ENV: undefined,
        ...this.#env,
      },
    });
    this.#process = child;
    child.stdout?.on("data", (chunk) => this.#keep(chunk));
    child.stderr?.on("data", (chunk) => this.#keep(chunk));
    const giveUpAt = Date.now() + withinMs;
    while (!(await answers(this.url + path))) {
      if (child.exitCode !== null || Date.now() > giveUpAt) {
        throw new Error(`The server did not start:\n${this.#output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Kills the whole group at once, as a power cut does, and waits until it is gone. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const isGone = new Promise((resolve) => child.once("exit", resolve));
    process.kill(-child.pid, signal);
    await isGone;
  }

  #keep(chunk: Buffer): void {
    this.#output = (this.#output + chunk.toString("utf8")).slice(-20_000);
  }
}

/** A port that is free now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === "object" && address) resolve(address.port);
        else reject(new Error("no port"));
      });
    });
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
