/** Starts servers for all scripts, tests and benchmarks. */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, TIED } from "./project.mjs";

const POLL_MS = 50;
const KEPT_OUTPUT = 20_000;

/** Ports that no system assigns automatically. So no other program gets the chosen port before the server uses it. */
const FIRST_PORT = 11_000;
const LAST_PORT = 32_767;

/** A port that is free now, and stays free until the started server uses it. */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    const probe = createServer();
    try {
      await once(probe.listen(port, "127.0.0.1"), "listening");
    } catch (error) {
      if (codeOf(error) !== "EADDRINUSE") throw error;
      continue;
    }
    await once(probe.close(), "close");
    return port;
  }
}

/**
 * @typedef {object} Launched
 * @property {number} pid
 * @property {() => string} readOutput the end of its output
 * @property {() => Promise<void>} stop ends it by SIGTERM, and waits for its end
 * @property {(signal?: NodeJS.Signals) => Promise<void>} killGroup signals it and all processes that it has started, as a power
 *   cut does by SIGKILL, and waits until it is gone
 */

/**
 * Starts a server in a process group of its own, which ends with this process, and waits until it answers.
 * @param {string[]} command program and arguments
 * @param {object} options
 * @param {string | RegExp} options.ready an address that answers with success once the server serves, or the text that it then prints
 * @param {NodeJS.ProcessEnv} [options.env] replaces this process's environment
 * @param {string} [options.cwd]
 * @param {boolean} [options.echo] copies its output to stderr
 * @param {number} [options.withinMs]
 * @returns {Promise<Launched>}
 * @throws Error with its output if it ended, or was not ready in time
 */
export async function launch(command, { ready, env, cwd, echo = false, withinMs = 180_000 }) {
  const child = spawn(TIED, command, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + String(chunk)).slice(-KEPT_OUTPUT);
      if (echo) process.stderr.write(chunk);
    });
  }
  const isGone = new Promise((resolve) => {
    child.once("exit", resolve);
    child.once("error", (error) => {
      output += error.message;
      resolve(null);
    });
  });
  const isOver = () =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const killGroup = async (/** @type {NodeJS.Signals} */ signal = "SIGKILL") => {
    if (!isOver() && child.pid !== undefined) process.kill(-child.pid, signal);
    await isGone;
  };
  const startedAt = Date.now();
  while (!(typeof ready === "string" ? (await ask(ready))?.ok : ready.test(output))) {
    const waitedMs = Date.now() - startedAt;
    if (isOver() || waitedMs > withinMs) {
      const end = child.exitCode ?? child.signalCode ?? "still running";
      await killGroup();
      throw new Error(`The server did not start in ${waitedMs} ms (${end}):\n${output}`);
    }
    await pause(POLL_MS);
  }
  return {
    pid: child.pid ?? 0,
    readOutput: () => output,
    async stop() {
      child.kill("SIGTERM");
      await isGone;
    },
    killGroup,
  };
}

/**
 * A server's answer, without its body; null if there is none within some seconds.
 * @param {string} url
 */
export async function ask(url) {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response;
  } catch {
    return null;
  }
}
