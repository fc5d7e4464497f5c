import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, findFreePort, type Launched, launch } from "~/scripts/lib/launch.mjs";
import { isAlive, toolEnvironment } from "~/scripts/lib/project.mjs";
import { findWorkerds } from "./support/find-workerds";

let state: string;
let url: string;
let env: ReturnType<typeof toolEnvironment>;
let server: Launched;

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
const start = () => launch(["npm", "start"], { ready: `${url}/healthz`, env });
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
/** Besides wrangler, the script has a child that is esbuild's service. */
const findWrangler = (script: number) =>
  childrenOf(script).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("wrangler"),
  );

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "orphans-"));
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  env = toolEnvironment({ PORT: String(port), STATE_DIR: state, SEED_DEMO: "0" });
  server = await start();
});
afterAll(async () => {
  await server.killGroup();
  await rm(state, { recursive: true, force: true, maxRetries: 10 });
});

// Each case kills a part of the server that the previous case has started.
it.each([
  ["npm", (npm: number) => npm],
  ["the script that npm runs", (npm: number) => childrenOf(npm)[0]],
  ["wrangler", (npm: number) => findWrangler(childrenOf(npm)[0] ?? 0)],
])(
  "if %s is killed, no workerd is left, and the next start serves at the same port",
  async (_, find) => {
    const workerds = findWorkerds(server.pid);
    expect(workerds.length).toBeGreaterThan(0);
    process.kill(find(server.pid) ?? 0, "SIGKILL");
    while (workerds.some(isAlive)) await pause();
    expect(await ask(`${url}/healthz`)).toBeNull();
    server = await start();
    expect((await ask(`${url}/healthz`))?.status).toBe(200);
  },
);
