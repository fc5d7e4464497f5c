import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const FILE = join(HERE, "server.js");

/**
 * Bundles the official Socket.IO server into one module, because the Worker's tests can't load its CommonJS, and
 * wrangler would take the browser builds of its parts.
 */
export async function bundleSocketIo() {
  // Imported late: a fresh clone has no packages yet.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(HERE, "entry.js")],
    write: false,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    alias: { ws: join(HERE, "no-ws.js") },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire("file:///");',
    },
    legalComments: "none",
    logLevel: "warning",
  });
  const text = outputFiles[0]?.text ?? "";
  if (existsSync(FILE) && readFileSync(FILE, "utf8") === text) return;
  // Renamed at the end, so that a server that starts meanwhile never reads half a file.
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, FILE);
}
