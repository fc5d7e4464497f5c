/**
 * `watch-build.ts client|server`, for `npm run dev`: builds one side of the pages, reports it to its
 * parent, and builds it again at every change. A process for each side: they build at the same time.
 * What is left out is what takes long: Rollup's search for unused code, and on the server's side the
 * packages, which wrangler bundles anyway.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join, relative } from "node:path";
import { build } from "vite";
import { DEV_ASSETS, ROOT } from "./project.mjs";

/** Names without digests: the server's build holds the client's manifest, which so stays the same. */
const CLIENT = {
  output: {
    entryFileNames: "assets/[name].js",
    chunkFileNames: "assets/[name].js",
    assetFileNames: "assets/[name][extname]",
  },
};

/** A package's module: none of our own ways to name a file, and no asset. */
const isPackage = (id: string) => /^@?[a-z]/.test(id) && !/^(virtual:|app\/)|[?]|\.css$/.test(id);

const BUILT_ASSETS = join(ROOT, "build/client");

/**
 * Copies what changed. A build writes all of its files again, the server's a manifest among them that is always
 * the same, and wrangler restarts the Worker for each file that is written, whatever is in it.
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

const isServer = process.argv[2] === "server";
if (!isServer) {
  // Once, for nothing in it is built. It makes browsers keep assets for good, which holds only for names
  // with digests.
  const filter = (path: string) => !path.endsWith("/_headers");
  cpSync(join(ROOT, "public"), DEV_ASSETS, { recursive: true, filter });
}
// The page's text comes from the server's side: it and wrangler go first, for cores are few. The client's side
// follows when the page is back, and the page is then loaded once more.
if (!isServer) setPriority(constants.priority.PRIORITY_LOW);
const BUILD_DELAY_MS = isServer ? 20 : 1_200;
/**
 * Asks for the times of files instead of being notified by the system. Rollup and Tailwind watch the same files, and chokidar gives both
 * one notifier, which is bound to the file and not to its name: after a rename over it one of the two watches again while
 * the other still holds the notifier of the file that is gone, and both miss all later saves.
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
    // A build error: the last good build is served on, and the next save builds again.
    console.error(event.error.message);
    if (isFirst) process.exit(1);
  }
  if (event.code !== "BUNDLE_END") return;
  await event.result.close();
  publishAssets();
  if (!isFirst) {
    console.log(`${isServer ? "Server" : "Client"} side rebuilt in ${event.duration} ms`);
  }
  isFirst = false;
  process.send?.("built");
});
