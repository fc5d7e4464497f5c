import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const FILE = join(HERE, "server.js");

/**
 * Makes one module of the official Socket.IO server.
 * @param {Record<string, string>} standIns paths of modules in place of others
 * @returns the module's text
 */
export async function buildSocketIo(standIns = {}) {
  // Not before this is called: a fresh clone has no packages yet.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(HERE, "entry.js")],
    write: false,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    alias: { ws: join(HERE, "no-ws.js"), ...standIns },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire("file:///");',
    },
    legalComments: "none",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Writes {@link buildSocketIo}'s module, because the pool of the Worker's tests can't load the server's CommonJS, and wrangler
 * would take the builds of its parts for browsers. A server that is built meanwhile finds the old file or the new one.
 */
export async function bundleSocketIo() {
  const text = await buildSocketIo();
  if (existsSync(FILE) && readFileSync(FILE, "utf8") === text) return;
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, FILE);
}
