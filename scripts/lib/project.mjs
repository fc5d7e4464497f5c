/**
 * Where things are, and how the tools are run. Everything under `scripts/lib` that `npm start` and
 * `npm test` load first is plain JavaScript for Node 20 without packages: it runs before they are installed.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** What `npm run dev` serves as static files. */
export const DEV_ASSETS = join(ROOT, "build/dev-assets");

/** The npm package `node`: wrangler needs a newer one than the machine may have. */
export const NODE = join(ROOT, "node_modules/node/bin/node");
const WRANGLER = join(ROOT, "node_modules/wrangler/wrangler-dist/cli.js");
/** To load before a child of ours: see the file. */
export const DIE_WITH_PARENT = join(ROOT, "scripts/lib/die-with-parent.mjs");

/** Local D1, Durable Objects and the like live here. @returns an absolute path */
export function stateDirectory() {
  const given = process.env.STATE_DIR;
  if (!given) return join(ROOT, ".wrangler/state");
  return isAbsolute(given) ? given : resolve(process.cwd(), given);
}

/**
 * The tools' environment: our own Node first on the PATH, no look outside (wrangler would ask for
 * the machine's location and for newer versions of itself), no telemetry, no questions.
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
    // Wrangler would record a trace of every request, held polls too, for a page of its own.
    X_LOCAL_OBSERVABILITY: "false",
    X_LOCAL_EXPLORER: "false",
    // Each state folder has its own: servers that run side by side must not find each other.
    WRANGLER_REGISTRY_PATH: join(stateDirectory(), "registry"),
    WRANGLER_LOG_PATH: join(stateDirectory(), "logs"),
    ...extra,
  };
}

/** Program and arguments of a wrangler command. It ends by itself when its parent is gone. */
export function wranglerCommand(args) {
  return [NODE, ["--no-warnings", "--import", DIE_WITH_PARENT, WRANGLER, ...args]];
}

/**
 * Runs a command to its end.
 * @param {{ env?: Record<string, string>, quiet?: boolean, isLow?: boolean, cwd?: string }} options `quiet`
 *   shows the output only when the command fails; `isLow`: it only gets what others leave of the machine
 * @returns its standard output when quiet
 * @throws Error when it exits with anything but 0
 */
export function run(program, args, { env = {}, quiet = false, isLow = false, cwd = ROOT } = {}) {
  return new Promise((fulfil, reject) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
    const child = spawn(program, args, { cwd, stdio, env: toolEnvironment(env) });
    if (isLow && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = "";
    let errors = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) return fulfil(output);
      const name = `${program.split("/").at(-1)} ${args.filter((one) => !one.startsWith("/")).join(" ")}`;
      if (quiet) process.stderr.write(output + errors);
      reject(new Error(`${name} ended with ${signal ?? `status ${code}`}`));
    });
  });
}

/** Runs wrangler to its end. @see run */
export function runWrangler(args, options) {
  return run(...wranglerCommand(args), options);
}

/** Runs a main function; a failure is one plain line and status 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
