import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./launch.mjs";
import { isAlive, runWrangler, stateDirectory } from "./project.mjs";

/** After a SIGKILL, the old server can hold its port for some seconds. */
const PORT_FREE_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 5_000;

/** The Worker's own variables (docs/operations.md). Those set in the environment override wrangler.toml. */
const VARIABLES =
  "SUPPORT_EMAIL NOMINATIM_URL TIMEZONEDB_URL TIMEZONEDB_KEY REQUIRE_VERIFIED_EMAIL PUSH_TEST_SERVICE PROOF_OF_WORK ALERT_WEBHOOK ALERT_SECRET OPERATOR_EMAIL HEARTBEAT_URL";

export function readPort() {
  const port = Number(process.env.PORT || "8787");
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is "${process.env.PORT}", which is no port number.`);
}

const noteFile = () => join(stateDirectory(), "server.json");

/** The origin of the server that serves the state folder; null if none does. */
export function findServer() {
  if (!existsSync(noteFile())) return null;
  const { pid, origin } = JSON.parse(readFileSync(noteFile(), "utf8"));
  return isAlive(pid) ? origin : null;
}

/** The Worker's variables on a local server. @param {string} origin */
export function readVariables(origin) {
  const given = VARIABLES.split(" ").map((name) => [name, process.env[name]]);
  return Object.fromEntries([
    ...given.filter(([, value]) => value),
    // Turns on the local outbox, which shows this server's mails. No configuration file sets this variable.
    ["LOCAL_OUTBOX", origin],
  ]);
}

/** Stores the address of the state folder's server in a file until this process ends. @param {string} origin */
export function noteServer(origin) {
  mkdirSync(stateDirectory(), { recursive: true });
  writeFileSync(noteFile(), JSON.stringify({ pid: process.pid, origin }));
  process.once("exit", () => rmSync(noteFile(), { force: true }));
}

/**
 * Serves the Worker in workerd through `wrangler dev` until this process gets a signal.
 * @param {{ port: number, args: string[], onReady: (origin: string) => void | Promise<void> }} options
 *   `args` in addition to address, port and state; `onReady` is called when the server answers
 * @throws Error if the port stays in use, or if wrangler fails
 */
export async function serve({ port, args, onReady }) {
  const origin = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + PORT_FREE_WITHIN_MS;
  while (await ask(origin)) {
    if (Date.now() > giveUpAt) {
      throw new Error(`Port ${port} is in use. Choose another one: PORT=8788 npm start`);
    }
    await pause(100);
  }
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      stopping.abort();
      setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    });
  }
  const variables = Object.entries(readVariables(origin));
  const running = runWrangler(
    [
      "dev",
      ...args,
      ...variables.flatMap(([name, value]) => ["--var", `${name}:${value}`]),
      ...["--ip=127.0.0.1", `--port=${port}`, `--persist-to=${stateDirectory()}`],
      // Any free port, because servers that run side by side can't share the default.
      "--inspector-port=0",
      "--show-interactive-dev-session=false",
    ],
    // Operators' commands use the explorer, because a second process can't write while the server does.
    { env: { X_LOCAL_EXPLORER: "true" }, signal: stopping.signal },
  );
  let isOver = false;
  const watched = running.finally(() => {
    isOver = true;
  });
  const becomeReady = async () => {
    while (!(isOver || (await ask(origin)))) await pause(100);
    if (isOver) return;
    noteServer(origin);
    await onReady(origin);
  };
  try {
    await Promise.all([watched, becomeReady()]);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
}
