import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { type Launched, launch } from "../../scripts/lib/launch.mjs";
import { wranglerCommand } from "../../scripts/lib/project.mjs";

const TICKS = 100;
const POLL_MS = 25;
const QUIET = {
  ...process.env,
  CI: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Sample {
  at: number;
  /** Memory beyond that of the idle Worker. */
  mb: number;
  cpuSeconds: number;
}

interface ServerOptions {
  config: string;
  vars?: Record<string, string>;
  /** V8's heap limit for an isolate, in MB. No limit by default. A deployed isolate has 128 MB, buffers included. */
  heapMb?: number;
}

export class BenchServer {
  readonly url: string;
  readonly #running: Launched;

  private constructor(url: string, running: Launched) {
    this.url = url;
    this.#running = running;
  }

  /** Builds the Worker once for all servers, so that a changed source restarts no server during the benchmark. */
  static build(folder: string, toml: string): string {
    const config = ["-c", toml];
    execFileSync("wrangler", ["deploy", "--dry-run", "--outdir", folder, ...config], {
      env: QUIET,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return join(folder, "worker.js");
  }

  static async start(
    port: number,
    bundle: string,
    state: string,
    { config, vars = {}, heapMb }: ServerOptions,
  ): Promise<BenchServer> {
    const url = `http://127.0.0.1:${port}`;
    const ports = ["--port", String(port), "--inspector-port", String(port + 1)];
    const quiet = ["--show-interactive-dev-session=false", "--log-level", "warn"];
    const given = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
    const how = ["dev", bundle, "--no-bundle", "-c", config, ...given, "--persist-to", state];
    const [program, args] = wranglerCommand([...how, ...ports, ...quiet]);
    // The ready check queries D1, so D1's memory is already part of the idle Worker's.
    const limit = heapMb && { MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${heapMb}` };
    const options = { ready: `${url}/runs`, env: { ...QUIET, ...limit }, echo: true };
    const running = await launch([program, ...args], options);
    const server = new BenchServer(url, running);
    process.once("exit", server.#kill);
    return server;
  }

  readonly #kill = () => this.#running.killGroup("SIGTERM");

  async stop(): Promise<void> {
    process.removeListener("exit", this.#kill);
    await this.#kill();
  }

  async get<T>(path: string): Promise<T> {
    return (await fetch(this.url + path)).json() as Promise<T>;
  }

  /**
   * Delivers a cron through wrangler's own route.
   * @throws Error if the handler failed
   */
  async deliver(expression: string, at: number): Promise<void> {
    const cron = expression.replaceAll(" ", "+");
    const url = `${this.url}/cdn-cgi/handler/scheduled?cron=${cron}&time=${at}`;
    // fetch gives up if there is no answer for five minutes.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      get(url, (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode));
      }).once("error", reject);
    });
    if (status !== 200) throw new Error(`the cron answered ${status}`);
  }

  async sample(work: () => Promise<void>): Promise<Sample[]> {
    const pids = findWorkerds(this.#running.pid);
    const idle = pids.map(readUsage);
    const series = pids.map((): Sample[] => []);
    const look = () => {
      for (const [i, pid] of pids.entries()) {
        const { mb, cpu } = readUsage(pid);
        const since = idle[i] ?? { mb: 0, cpu: 0 };
        series[i]?.push({ at: Date.now(), mb: mb - since.mb, cpuSeconds: cpu - since.cpu });
      }
    };
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        look();
        await pause(POLL_MS);
      }
    })();
    try {
      await work();
    } finally {
      isDone = true;
      await watch;
    }
    look();
    const spent = (samples: Sample[]) => samples.at(-1)?.cpuSeconds ?? 0;
    return series.sort((a, b) => spent(b) - spent(a))[0] ?? [];
  }
}

function readUsage(pid: number): { mb: number; cpu: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kb = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]);
  return { mb: kb / 1024, cpu: (Number(fields[11]) + Number(fields[12])) / TICKS };
}

/** Descendants named workerd. wrangler runs two of them: a proxy, and one with the Worker and D1. */
function findWorkerds(root: number): number[] {
  const parents = new Map<number, { parent: number; name: string }>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      parents.set(Number(entry), { parent, name });
    } catch {
      // The process ended while its entry was read.
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents]
    .filter(([pid, { name }]) => name === "workerd" && isBelow(pid))
    .map(([pid]) => pid);
}
