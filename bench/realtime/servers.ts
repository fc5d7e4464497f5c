import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort, launch } from "../../scripts/lib/launch.mjs";

const here = import.meta.dirname;
const bin = join(here, "../../node_modules/.bin");
const quiet = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  // As `npm start` has it: else wrangler records a trace of every request.
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
};

export interface BenchServer {
  name: string;
  url: string;
  /** Resident memory of the processes that hold the connections, in bytes. */
  readMemory(): Promise<number>;
  /** The files that they have open. */
  listOpenFiles(): Promise<string[]>;
  /** How many files one of them may have open. */
  readFileLimit(): Promise<number>;
  stop(): void;
}

async function start(
  name: string,
  port: number,
  command: string[],
  cwd: string,
  own: { env?: Record<string, string>; ready?: RegExp; withinMs?: number } = {},
) {
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, ...quiet, ...own.env };
  const { pid, killGroup } = await launch(command, { ready: url, cwd, ...own, env });
  let processes: number[] | undefined;
  return {
    name,
    url,
    readMemory: async () => {
      const sizes = (await readTree(pid)).map(({ resident }) => resident);
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    listOpenFiles: async () => {
      processes ??= (await readTree(pid)).map((one) => one.pid);
      return (await Promise.all(processes.map(listOpenFiles))).flat();
    },
    readFileLimit: async () => {
      const limits = await readFile(`/proc/${pid}/limits`, "utf8");
      return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    },
    stop: () => void killGroup(),
  };
}

/** A process and all that it has started, with what each has resident in memory, in bytes (Linux). */
async function readTree(pid: number): Promise<{ pid: number; resident: number }[]> {
  const parents = new Map<number, number>();
  const resident = new Map<number, number>();
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const status = await readFile(`/proc/${entry}/status`, "utf8").catch(() => "");
    const read = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    parents.set(Number(entry), read("PPid"));
    resident.set(Number(entry), (read("VmRSS") || 0) * 1024);
  }
  const isBelow = (one: number) => {
    for (let at: number | undefined = one; at; at = parents.get(at)) if (at === pid) return true;
    return false;
  };
  return [...parents.keys()]
    .filter(isBelow)
    .map((one) => ({ pid: one, resident: resident.get(one) ?? 0 }));
}

async function listOpenFiles(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const entries = await readdir(folder).catch(() => []);
  return Promise.all(entries.map((entry) => readlink(`${folder}/${entry}`).catch(() => "")));
}

export async function startOfficial(): Promise<BenchServer> {
  const port = await findFreePort();
  const script = join(here, "official-server.ts");
  return start(
    "socket.io on Node",
    port,
    [process.execPath, "--disable-warning=ExperimentalWarning", script, String(port)],
    here,
  );
}

/** Bundles the Worker once, so that no change of a source restarts a server in the middle. @returns a directory of its own */
export async function bundleWorker(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "realtime-bench-"));
  const bundle = ["deploy", "--dry-run", "--minify", "--outdir", directory];
  const env = { ...process.env, ...quiet };
  await promisify(execFile)(join(bin, "wrangler"), bundle, { cwd: here, env });
  return directory;
}

export async function startWranglerDev(directory: string): Promise<BenchServer> {
  const port = await findFreePort();
  const command = [join(bin, "wrangler"), "dev", join(directory, "worker.js"), "--no-bundle"];
  // With a script named, wrangler looks for its configuration beside the script.
  command.push("-c", join(here, "wrangler.toml"));
  command.push("--port", String(port), "--inspector-port", "0");
  // Not beside the script: wrangler watches that directory, and starts again when a file in it changes.
  command.push("--persist-to", await mkdtemp(join(tmpdir(), "realtime-bench-")));
  return start("wrangler dev", port, command, here);
}

/** @param runtime the path of another version's program; the product's own without it */
export async function startWorkerd(
  directory: string,
  runtime = join(bin, "workerd"),
): Promise<BenchServer> {
  const port = await findFreePort();
  const own = await mkdtemp(join(tmpdir(), "realtime-bench-"));
  await mkdir(join(own, "storage"));
  await cp(join(directory, "worker.js"), join(own, "worker.js"));
  const config = await readFile(join(here, "workerd.capnp"), "utf8");
  // A runtime knows no day after its own.
  const [built = ""] =
    /\d{4}-\d\d-\d\d/.exec(execFileSync(runtime, ["--version"], { encoding: "utf8" })) ?? [];
  await writeFile(
    join(own, "workerd.capnp"),
    config.replace(/(?<=compatibilityDate = ")[^"]+/, (day) => [built, day].sort()[0] ?? day),
  );
  const command = [runtime, "serve", "workerd.capnp"];
  command.push(`--socket-addr=http=127.0.0.1:${port}`);
  return start("workerd serve", port, command, own);
}

/** `npm start` with the demo and a state of its own. @param folder holds the project, of whatever time */
export async function startProduct(folder: string): Promise<BenchServer> {
  const port = await findFreePort();
  const STATE_DIR = await mkdtemp(join(tmpdir(), "realtime-bench-"));
  return start(folder, port, ["npm", "start"], folder, {
    env: { PORT: String(port), STATE_DIR },
    ready: /Happenstance is at/,
    // The first start in a folder installs and builds.
    withinMs: 600_000,
  });
}
