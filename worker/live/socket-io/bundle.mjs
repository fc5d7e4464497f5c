import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const FILE = join(HERE, "server.js");

/**
 * Bundles the official Socket.IO server into one module.
 * @param {Record<string, string>} standIns paths of modules in place of others
 * @returns the module's text
 */
export async function buildSocketIo(standIns = {}) {
  // Imported late: a fresh clone has no packages yet.
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
 * Writes the bundle, because the Worker's tests can't load the server's CommonJS, and wrangler
 * would take the browser builds of its parts. The rename is atomic for a server that starts
 * meanwhile.
 */
export async function bundleSocketIo() {
  const text = await buildSocketIo();
  if (existsSync(FILE) && readFileSync(FILE, "utf8") === text) return;
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, FILE);
}
