/**
 * Paths of the project, and ways to run its tools. Everything under `scripts/lib` that `npm start` and
 * `npm test` load first is plain JavaScript for Node 20 without packages: it runs before they are installed.
 */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Folder of rarely used tools, with packages of their own that no other command waits for. */
export const TOOLS = join(ROOT, "tools");

/** Static files of `npm run dev`. */
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

/**
 * Program and arguments of a wrangler command. It ends by itself when its parent is gone.
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function wranglerCommand(args) {
  return [NODE, ["--no-warnings", "--import", DIE_WITH_PARENT, WRANGLER, ...args]];
}

/**
 * @typedef {{ env?: Record<string, string>, quiet?: boolean, isLow?: boolean, cwd?: string }} RunOptions `quiet`
 *   shows the output only when the command fails; `isLow`: it only gets what others leave of the machine
 */

/**
 * Runs a command to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} its standard output when quiet, else an empty text
 * @throws Error when it exits with anything but 0
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
    // A signal to this process alone, as a build server's, must not leave a browser or a server behind.
    const end = () => child.kill();
    process.once("exit", end);
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
 * Runs wrangler to its end. @see run
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runWrangler(args, options) {
  return run(...wranglerCommand(args), options);
}

/** Node's arguments that run simulated histories. */
export const SIMULATE = [
  "--disable-warning=ExperimentalWarning",
  "--enable-source-maps",
  // Each core has a process of its own already: V8's further threads would only take turns with them.
  "--v8-pool-size=1",
  join(ROOT, "scripts/simulate.mjs"),
];

/** Wrangler's arguments that write `worker-configuration.d.ts` from `wrangler.toml` and `.dev.vars.example`. */
export const WRITE_TYPES = [
  "types",
  "--include-runtime=false",
  "--strict-vars=false",
  "--env-interface=GeneratedEnv",
  "--env-file=.dev.vars.example",
];

/**
 * Runs a main function; a failure is one plain line and status 1.
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
 * The code of an error of the system, `ENOENT` for example; undefined for any other.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * Whether a process is there.
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
