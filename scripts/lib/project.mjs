/**
 * Paths of the project, and functions that run its tools. The files of `scripts/lib` that `npm start` and `npm test`
 * load first are plain JavaScript for Node 20 without packages, because they run before packages are installed.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** The folder of rarely used tools. Its packages are separate, so that other commands need not install them. */
export const TOOLS = join(ROOT, "tools");

/** Static files of `npm run dev`. */
export const DEV_ASSETS = join(ROOT, "build/dev-assets");

/** The Node of the npm package `node`, because wrangler may need a newer one than the machine has. */
export const NODE = join(ROOT, "node_modules/node/bin/node");
const WRANGLER = join(ROOT, "node_modules/wrangler/wrangler-dist/cli.js");
/** Runs a program that ends when its parent is gone. */
export const TIED = join(ROOT, "scripts/lib/tied");

/** The folder of the local D1, Durable Objects and other state. @returns an absolute path */
export function stateDirectory() {
  const given = process.env.STATE_DIR;
  if (!given) return join(ROOT, ".wrangler/state");
  return isAbsolute(given) ? given : resolve(process.cwd(), given);
}

/**
 * The environment of the tools: our own Node is first on the PATH. Wrangler sends no telemetry, asks no questions and
 * makes no requests (it would request the machine's location and look for newer versions).
 */
export function toolEnvironment(extra = {}) {
  const { VITEST: _vitest, NODE_ENV: _nodeEnv, ...inherited } = process.env;
  return {
    ...inherited,
    PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
    // Otherwise wrangler would record a trace of every request, including held polls, for its own page.
    X_LOCAL_OBSERVABILITY: "false",
    X_LOCAL_EXPLORER: "false",
    // Each state folder has its own registry, so that servers which run in parallel do not find each other.
    WRANGLER_REGISTRY_PATH: join(stateDirectory(), "registry"),
    WRANGLER_LOG_PATH: join(stateDirectory(), "logs"),
    MINIFLARE_WORKERD_PATH: TIED,
    ...extra,
  };
}

/**
 * Program and arguments of a wrangler command, which ends by itself when its parent is gone.
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function wranglerCommand(args) {
  return [TIED, [NODE, "--no-warnings", WRANGLER, ...args]];
}

/**
 * @typedef {{ env?: Record<string, string>, quiet?: boolean, isLow?: boolean, cwd?: string }} RunOptions `quiet`
 *   shows the output only when the command fails; `isLow` runs it at low priority
 */

/**
 * Runs a command and waits for its end.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its standard output if quiet, otherwise an empty text
 * @throws Error if its exit status is not 0
 */
export function run(program, args, { env = {}, quiet = false, isLow = false, cwd = ROOT } = {}) {
  return new Promise((fulfil, reject) => {
    const output = quiet ? "pipe" : "inherit";
    const child = spawn(program, args, {
      cwd,
      stdio: ["ignore", output, output],
      env: toolEnvironment(env),
    });
    if (isLow && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    // The child is ended with this process, because a build server may signal only this one. Otherwise a browser or a
    // server would keep running.
    const end = () => child.kill();
    // Before the folder is removed, in which it may still be writing.
    process.prependOnceListener("exit", end);
    let printed = "";
    let errors = "";
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("exit", end);
      if (code === 0) return fulfil(printed);
      const name = `${program.split("/").at(-1)} ${args.filter((one) => !one.startsWith("/")).join(" ")}`;
      if (quiet) process.stderr.write(printed + errors);
      reject(new Error(`${name} ended with ${signal ?? `status ${code}`}`));
    });
  });
}

/**
 * Removes a folder when this process ends, also by a signal.
 * @param {string} folder
 */
export function removeAtEnd(folder) {
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
}

/**
 * Runs wrangler to its end. @see run
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runWrangler(args, options) {
  return run(...wranglerCommand(args), options);
}

/**
 * Runs a main function. If it fails, prints one plain line and sets exit status 1.
 * @param {() => void | Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * The code of a system error, such as `ENOENT`; undefined for other errors.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * Whether a process is running.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
