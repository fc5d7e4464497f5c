import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreePort, launch } from "../../scripts/lib/launch.mjs";

const here = import.meta.dirname;
const bin = join(here, "../../node_modules/.bin");

export interface BenchServer {
  url: string;
  /** Resident memory of the processes that hold the connections, in bytes. */
  readMemory(): Promise<number>;
  /** Used heap in bytes of the Worker and its objects, after a garbage collection. */
  readHeap(): Promise<number>;
  listOpenFiles(): Promise<string[]>;
  readFileLimit(): Promise<number>;
  stop(): void;
}

/** Runs the Worker on `workerd serve`, without wrangler's proxy. @param runtime path of another version's program */
export async function startWorkerd(runtime = join(bin, "workerd")): Promise<BenchServer> {
  const own = await mkdtemp(join(tmpdir(), "realtime-bench-"));
  const bundle = ["deploy", "--dry-run", "--minify", "--outdir", own];
  const env = {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
  };
  await promisify(execFile)(join(bin, "wrangler"), bundle, { cwd: here, env });
  await mkdir(join(own, "storage"));
  const config = await readFile(join(here, "workerd.capnp"), "utf8");
  // A runtime rejects a compatibility date later than its own.
  const [built = ""] =
    /\d{4}-\d\d-\d\d/.exec(execFileSync(runtime, ["--version"], { encoding: "utf8" })) ?? [];
  await writeFile(
    join(own, "workerd.capnp"),
    config.replace(/(?<=compatibilityDate = ")[^"]+/, (day) => [built, day].sort()[0] ?? day),
  );
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const inspector = `127.0.0.1:${await findFreePort()}`;
  const command = [
    ...[runtime, "serve", "workerd.capnp", `--socket-addr=http=127.0.0.1:${port}`],
    `--inspector-addr=${inspector}`,
  ];
  const { pid, killGroup } = await launch(command, { ready: url, cwd: own, env });
  let processes: number[] | undefined;
  return {
    url,
    readMemory: async () => {
      const sizes = (await readTree(pid)).map(({ resident }) => resident);
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    readHeap: () => readHeap(inspector),
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

async function readHeap(inspector: string): Promise<number> {
  const socket = new WebSocket(`ws://${inspector}/main`);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let id = 0;
  const call = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      const own = ++id;
      socket.addEventListener("message", ({ data }) => {
        const answer = JSON.parse(data) as { id?: number; result: { usedSize: number } };
        if (answer.id === own) resolve(answer.result);
      });
      socket.send(JSON.stringify({ id: own, method }));
    });
  await call("HeapProfiler.enable");
  await call("HeapProfiler.collectGarbage");
  const { usedSize } = await call("Runtime.getHeapUsage");
  socket.close();
  return usedSize;
}

/** A process and its descendants, each with its resident memory in bytes (Linux). */
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
