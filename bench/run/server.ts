/** `wrangler dev` on a state folder, and what its workerd takes of the machine. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { type Launched, launch } from "../../scripts/lib/launch.mjs";

/** Clock ticks a second in /proc/<pid>/stat. */
const TICKS = 100;
const POLL_MS = 25;
const QUIET = {
  ...process.env,
  CI: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Usage {
  /** Most memory above that of the idle Worker, MB: of the heap, not of the program's own file. */
  peakMb: number;
  cpuSeconds: number;
  wallSeconds: number;
}

export class BenchServer {
  readonly url: string;
  readonly #running: Launched;

  private constructor(url: string, running: Launched) {
    this.url = url;
    this.#running = running;
  }

  /** Builds the Worker into a folder, once for all servers: no change of a source restarts one in the middle. */
  static build(folder: string): string {
    const config = ["-c", "bench/run/wrangler.toml"];
    execFileSync("wrangler", ["deploy", "--dry-run", "--outdir", folder, ...config], {
      env: QUIET,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return join(folder, "worker.js");
  }

  /** @param bundle from {@link build}; @param state where D1 and the objects live */
  static async start(port: number, bundle: string, state: string): Promise<BenchServer> {
    const url = `http://127.0.0.1:${port}`;
    const ports = ["--port", String(port), "--inspector-port", String(port + 1)];
    const quiet = ["--show-interactive-dev-session=false", "--log-level", "warn"];
    const command = ["wrangler", "dev", bundle, "--no-bundle", "-c", "bench/run/wrangler.toml"];
    // Asks D1 for something, so that its part of the process is there when the measuring begins.
    const options = { ready: `${url}/runs`, env: QUIET, echo: true };
    const running = await launch([...command, "--persist-to", state, ...ports, ...quiet], options);
    const server = new BenchServer(url, running);
    process.once("exit", server.#kill);
    return server;
  }

  readonly #kill = () => this.#running.killGroup("SIGTERM");

  async stop(): Promise<void> {
    process.removeListener("exit", this.#kill);
    await this.#kill();
  }

  async post(path: string, body: unknown): Promise<void> {
    const answer = await fetch(this.url + path, { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }

  async get<T>(path: string): Promise<T> {
    return (await fetch(this.url + path)).json() as Promise<T>;
  }

  /**
   * Delivers the cron through wrangler's own route.
   * @param as the run itself, one with its statements counted, or only D1's part of its reading
   */
  async deliverCron(at: number, as: "run" | "counted" | "read" = "run"): Promise<void> {
    const cron = `${{ run: 0, counted: 1, read: 2 }[as]}+0+*+*+*`;
    const url = `${this.url}/cdn-cgi/handler/scheduled?cron=${cron}&time=${at}`;
    // Not fetch: that gives up when there is no answer for five minutes.
    const status = await new Promise<number | undefined>((resolve, reject) => {
      get(url, (answer) => {
        answer.resume();
        answer.once("end", () => resolve(answer.statusCode));
      }).once("error", reject);
    });
    if (status !== 200) throw new Error(`the cron answered ${status}`);
  }

  /** Does something and measures the workerd that did the most of it. */
  async measure(work: () => Promise<void>): Promise<Usage> {
    const pids = findWorkerds(this.#running.pid);
    const idle = pids.map(readUsage);
    const peaks = idle.map(({ mb }) => mb);
    const startedAt = performance.now();
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        for (const [i, pid] of pids.entries()) {
          peaks[i] = Math.max(peaks[i] as number, readUsage(pid).mb);
        }
        await pause(POLL_MS);
      }
    })();
    await work();
    const wallSeconds = (performance.now() - startedAt) / 1000;
    isDone = true;
    await watch;
    const usages = pids.map((pid, i) => ({
      peakMb: (peaks[i] as number) - (idle[i]?.mb ?? 0),
      cpuSeconds: readUsage(pid).cpu - (idle[i]?.cpu ?? 0),
      wallSeconds,
    }));
    return usages.sort((a, b) => b.cpuSeconds - a.cpuSeconds)[0] as Usage;
  }
}

function readUsage(pid: number): { mb: number; cpu: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kb = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]);
  return { mb: kb / 1024, cpu: (Number(fields[11]) + Number(fields[12])) / TICKS };
}

/** The processes named workerd below one. wrangler runs two: a proxy, and the one with the Worker and D1. */
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
      // It ended meanwhile.
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents]
    .filter(([pid, { name }]) => name === "workerd" && isBelow(pid))
    .map(([pid]) => pid);
}
