import { spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./launch.mjs";
import { stateDirectory, toolEnvironment, wranglerCommand } from "./project.mjs";
import { noteServer } from "./running-server.mjs";

const READY_POLL_MS = 100;
const READY_WITHIN_MS = 120_000;
/** After a SIGKILL the old server may hold its port for a moment longer. */
const PORT_FREE_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 5_000;

/** The Worker's own variables (docs/operations.md). Values of the environment override wrangler.toml. */
const VARIABLES = [
  "SUPPORT_EMAIL",
  "NOMINATIM_URL",
  "TIMEZONEDB_URL",
  "TIMEZONEDB_KEY",
  "REQUIRE_VERIFIED_EMAIL",
  "PUSH_TEST_SERVICE",
  "PROOF_OF_WORK",
  "ALERT_WEBHOOK",
  "ALERT_SECRET",
  "OPERATOR_EMAIL",
  "HEARTBEAT_URL",
];

const passVariables = () =>
  VARIABLES.flatMap((name) => (process.env[name] ? ["--var", `${name}:${process.env[name]}`] : []));

/**
 * Opens the local outbox, which shows the mails of this server (docs/decisions/mail.md). No configuration file sets this.
 * @param {number} port
 */
const openOutbox = (port) => ["--var", `LOCAL_OUTBOX:http://127.0.0.1:${port}`];

/** Reads and checks PORT. @throws Error with the reason */
export function readPort() {
  const text = process.env.PORT || "8787";
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Error(`PORT is "${text}", which is no port number.`);
}

/** @param {number} port */
async function isTaken(port) {
  const socket = createConnection({ port, host: "127.0.0.1" });
  const isConnected = await once(socket, "connect").catch(() => null);
  socket.destroy();
  return isConnected !== null;
}

/** @param {number} port */
async function waitForFreePort(port) {
  const giveUpAt = Date.now() + PORT_FREE_WITHIN_MS;
  while (await isTaken(port)) {
    if (Date.now() > giveUpAt) {
      throw new Error(`Port ${port} is in use. Choose another one: PORT=8788 npm start`);
    }
    await pause(READY_POLL_MS);
  }
}

/**
 * Ends a child process by the signal, and by SIGKILL if it does not end in time.
 * @param {import("node:child_process").ChildProcess} child
 */
function stopper(child) {
  let stopping = false;
  return (/** @type {NodeJS.Signals} */ signal) => {
    if (stopping) return;
    stopping = true;
    child.kill(signal);
    setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS).unref();
  };
}

/**
 * Serves the Worker in workerd through `wrangler dev` until it receives a signal.
 * @param {{ port: number, args: string[], onReady: () => void | Promise<void>}} options
 *   `args` in addition to address, port and state; `onReady` is called when the server answers
 * @returns {Promise<number>} the exit status: 0 after SIGINT or SIGTERM, otherwise the server's
 */
export async function serve({ port, args, onReady }) {
  await waitForFreePort(port);
  const [program, wranglerArgs] = wranglerCommand([
    "dev",
    ...args,
    ...passVariables(),
    ...openOutbox(port),
    "--ip=127.0.0.1",
    `--port=${port}`,
    // A free port, because servers that run in parallel can't all use the default.
    "--inspector-port=0",
    `--persist-to=${stateDirectory()}`,
    "--show-interactive-dev-session=false",
  ]);
  // The child is in the same process group, so a signal to the group reaches it too.
  const child = spawn(program, wranglerArgs, {
    stdio: ["ignore", "inherit", "inherit"],
    // Operators' commands ask it, because a second process can't write while the server does.
    env: toolEnvironment({ X_LOCAL_EXPLORER: "true" }),
  });
  const stop = stopper(child);
  let asked = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      asked = true;
      stop("SIGTERM");
    });
  }

  const exited = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
  const status = await Promise.race([exited, whenReady(`http://127.0.0.1:${port}/`)]);
  if (status === "ready") {
    noteServer(port);
    await onReady();
  } else if (status === "silent") {
    stop("SIGTERM");
    await exited;
    throw new Error(`The server did not answer within ${READY_WITHIN_MS / 1000} s.`);
  }
  const code = await exited;
  return asked ? 0 : code || 1;
}

/** @param {string} url */
async function whenReady(url) {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (Date.now() < giveUpAt) {
    if (await ask(url)) return "ready";
    await pause(READY_POLL_MS);
  }
  return "silent";
}
