import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { codeOf, TIED } from "./project.mjs";

const WITHIN_MS = 180_000;

/**
 * A free port. Operating systems assign no ports of this range by themselves, so the port stays free until the server
 * uses it.
 */
export async function findFreePort() {
  for (;;) {
    const port = randomInt(11_000, 32_768);
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
 * Starts a server in a process group of its own, and waits until the server is ready. The group ends with this process.
 * @param {string[]} command program and arguments
 * @param {object} options
 * @param {string | RegExp} options.ready an address that answers when the server is ready, or a text that the server
 * prints when it is ready
 * @param {NodeJS.ProcessEnv} [options.env] replaces this process's environment
 * @param {string} [options.cwd]
 * @param {boolean} [options.echo] copies the server's output to stderr
 * @throws Error with the server's output if the server ended, or wasn't ready in time
 */
export async function launch(command, { ready, env, cwd, echo = false }) {
  const child = spawn(TIED, command, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output = (output + String(chunk)).slice(-20_000);
      if (echo) process.stderr.write(chunk);
    });
  }
  let isOver = false;
  const gone = once(child, "exit")
    .catch(({ message }) => {
      output += message;
    })
    .finally(() => {
      isOver = true;
    });
  const killGroup = async (/** @type {NodeJS.Signals} */ signal = "SIGKILL") => {
    if (!isOver && child.pid !== undefined) process.kill(-child.pid, signal);
    await gone;
  };
  const giveUpAt = Date.now() + WITHIN_MS;
  while (!(typeof ready === "string" ? (await ask(ready))?.ok : ready.test(output))) {
    if (isOver || Date.now() > giveUpAt) {
      await killGroup();
      throw new Error(
        `The server did not start (${child.exitCode ?? child.signalCode}):\n${output}`,
      );
    }
    await pause(50);
  }
  return {
    pid: child.pid ?? 0,
    readOutput: () => output,
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
    /**
     * Signals the server and all its descendants, and waits until the server is gone. SIGKILL acts like a power cut.
     */
    killGroup,
  };
}

/** @typedef {Awaited<ReturnType<typeof launch>>} Launched */

/** A server's answer, without its body; null if there is none within ten seconds. @param {string} url */
export async function ask(url) {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return response;
  } catch {
    return null;
  }
}
