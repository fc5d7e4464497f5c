/**
 * Paths of the project, and functions that run its tools. `npm start` and `npm test` load this before any package is
 * installed, so it is plain JavaScript for Node 20.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
/** Rarely used tools, which have a package.json of their own. */
export const TOOLS = join(ROOT, "tools");
export const DEV_ASSETS = join(ROOT, "build/dev-assets");
/** The npm package `node`, because wrangler can need a newer Node than the machine has. */
export const NODE = join(ROOT, "node_modules/node/bin/node");
export const TIED = join(ROOT, "scripts/lib/tied");
const WRANGLER = join(ROOT, "node_modules/wrangler/wrangler-dist/cli.js");

export const stateDirectory = () => resolve(process.env.STATE_DIR || join(ROOT, ".wrangler/state"));

/**
 * The environment for tools: our Node is first on the PATH, and wrangler asks nothing, reports nothing and needs no
 * network.
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
    // Otherwise wrangler would record a trace of every request, including long polls, for its own page.
    X_LOCAL_OBSERVABILITY: "false",
    X_LOCAL_EXPLORER: "false",
    // Each state folder has its own registry. Otherwise servers that run side by side would find each other.
    WRANGLER_REGISTRY_PATH: join(stateDirectory(), "registry"),
    WRANGLER_LOG_PATH: join(stateDirectory(), "logs"),
    MINIFLARE_WORKERD_PATH: TIED,
    ...extra,
  };
}

/** @param {string[]} args @returns {[program: string, args: string[]]} */
export const wranglerCommand = (args) => [TIED, [NODE, "--no-warnings", WRANGLER, ...args]];

/** @param {string[]} args @param {RunOptions} [options] */
export const runWrangler = (args, options) => run(...wranglerCommand(args), options);

/**
 * Runs a command and waits for its end.
 * @typedef {{ env?: Record<string, string>, quiet?: boolean, isLow?: boolean, signal?: AbortSignal }} RunOptions
 *   `quiet` shows the output only if the command fails; `isLow` is low priority; `signal` ends the command
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its standard output if quiet
 * @throws Error if its exit status isn't 0
 */
export function run(program, args, { env = {}, quiet = false, isLow = false, signal } = {}) {
  return new Promise((fulfil, reject) => {
    const output = quiet ? "pipe" : "inherit";
    const child = spawn(program, args, {
      cwd: ROOT,
      signal,
      stdio: ["ignore", output, output],
      env: toolEnvironment(env),
    });
    if (isLow && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    // Some build servers signal only this process, so the child is ended here. It must end before other exit handlers
    // remove its folders.
    const end = () => child.kill();
    process.prependOnceListener("exit", end);
    let [printed, errors] = ["", ""];
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
      const name = [program.split("/").at(-1), ...args.filter((one) => !one.startsWith("/"))];
      if (quiet) process.stderr.write(printed + errors);
      reject(new Error(`${name.join(" ")} ended with ${signal ?? `status ${code}`}`));
    });
  });
}

/** Removes a folder when this process ends, even by a signal. @param {string} folder */
export function removeAtEnd(folder) {
  process.on("exit", () => {
    // Descendants can write for some seconds more, and `rmSync` lists the files only once.
    for (let left = 20; left > 0; left--) {
      try {
        return rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
      } catch (error) {
        if (left === 1) console.error(`${folder} is left: ${error}`);
      }
    }
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
}

/** Prints an error as one plain line, with exit status 1. @param {() => void | Promise<void>} main */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** The code of a system error, such as `ENOENT`. @param {unknown} error */
export const codeOf = (error) =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Holds a lock file while `work` runs.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
export async function withLock(name, work) {
  const path = join(ROOT, ".wrangler", `${name}.lock`);
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      // A killed process leaves its lock file behind.
      const holder = existsSync(path) ? Number(readFileSync(path, "utf8")) : 0;
      if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true });
      await pause(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
