/**
 * `watch-build.ts client|server`, for `npm run dev`: builds one side of the pages, reports to the parent process, and
 * builds again at every change. Two slow steps are skipped: Rollup's search for unused code and, for the server,
 * bundling packages, which wrangler does anyway.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join, relative } from "node:path";
import { build } from "vite";
import { DEV_ASSETS, ROOT } from "./project.mjs";

/** File names have no digests. Otherwise every change would change the client's manifest, and so the server's build. */
const CLIENT = {
  output: {
    entryFileNames: "assets/[name].js",
    chunkFileNames: "assets/[name].js",
    assetFileNames: "assets/[name][extname]",
  },
};

/** True for a package, which wrangler bundles. False for our own modules and assets. */
const isPackage = (id: string) => /^@?[a-z]/.test(id) && !/^(virtual:|app\/)|[?]|\.css$/.test(id);

const BUILT_ASSETS = join(ROOT, "build/client");

/**
 * Copies only changed files, because wrangler restarts the Worker for each file that is written, even if the content is
 * the same.
 */
function publishAssets() {
  for (const entry of readdirSync(BUILT_ASSETS, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(DEV_ASSETS, relative(BUILT_ASSETS, from));
    const content = readFileSync(from);
    if (existsSync(to) && readFileSync(to).equals(content)) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content);
  }
}

// Turns on React's warnings.
process.env.NODE_ENV = "development";
const isServer = process.argv[2] === "server";
if (!isServer) {
  // Leaves out `_headers`, which lets browsers keep assets for good. That is right only if names have digests.
  const filter = (path: string) => !path.endsWith("/_headers");
  cpSync(join(ROOT, "public"), DEV_ASSETS, { recursive: true, filter });
}
// After a change, the server's side is built first, because it renders the page's text. The client's side follows at
// low priority.
if (!isServer) setPriority(constants.priority.PRIORITY_LOW);
const BUILD_DELAY_MS = isServer ? 20 : 1_200;
/**
 * Polls, because file notifications end when an editor renames a new file over the old one. Rollup and Tailwind share
 * one notifier of chokidar, which is bound to the old file and not to its name.
 */
const POLL = { usePolling: true, interval: 200 };
const watcher = await build({
  root: ROOT,
  mode: "development",
  logLevel: "silent",
  build: {
    ssr: isServer,
    minify: false,
    emptyOutDir: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    watch: { buildDelay: BUILD_DELAY_MS, exclude: "node_modules/**", chokidar: POLL },
    rollupOptions: { treeshake: false, ...(isServer ? { external: isPackage } : CLIENT) },
  },
});
let isFirst = true;
if (!("on" in watcher)) throw new Error("Vite made one build instead of a watcher.");
watcher.on("event", async (event) => {
  if (event.code === "ERROR") {
    // The last good build stays in use, and the next save builds again.
    console.error(event.error.message);
    if (isFirst) process.exit(1);
  }
  if (event.code !== "BUNDLE_END") return;
  await event.result.close();
  publishAssets();
  if (!isFirst) console.log(`${process.argv[2]} side rebuilt in ${event.duration} ms`);
  isFirst = false;
  process.send?.("built");
});
