/**
 * `watch-build.mjs client|server`, for `npm run dev`: builds one side of the pages, says so to its
 * parent, and builds it again at every change. A process for each side: they build at the same time.
 * What is left out is what takes long: Rollup's search for unused code, and on the server's side the
 * packages, which wrangler bundles anyway.
 */
import { rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "./project.mjs";

/** Names without digests: the server's build holds the client's manifest, which so stays the same. */
const CLIENT = {
  output: {
    entryFileNames: "assets/[name].js",
    chunkFileNames: "assets/[name].js",
    assetFileNames: "assets/[name][extname]",
  },
};

/** A package's module: none of our own ways to name a file, and no asset. */
const isPackage = (id) => /^@?[a-z]/.test(id) && !/^(virtual:|app\/)|[?]|\.css$/.test(id);

/** Browsers are told to keep assets for good, which holds only for names with digests. */
const forgetHeaders = {
  name: "forget-headers",
  writeBundle: () => rmSync(join(ROOT, "build/client/_headers"), { force: true }),
};

const isServer = process.argv[2] === "server";
// The page's words come from the server's side: it and wrangler go first, for cores are few.
if (!isServer) setPriority(constants.priority.PRIORITY_LOW);
const watcher = await build({
  root: ROOT,
  mode: "development",
  logLevel: "silent",
  plugins: isServer ? [] : [forgetHeaders],
  build: {
    ssr: isServer,
    minify: false,
    emptyOutDir: false,
    reportCompressedSize: false,
    watch: { buildDelay: 20 },
    rollupOptions: { treeshake: false, ...(isServer ? { external: isPackage } : CLIENT) },
  },
});
let isFirst = true;
watcher.on("event", async (event) => {
  if (event.code === "ERROR") {
    // A slip of the pen: the last good build goes on, and the next save tries again.
    console.error(event.error.message);
    if (isFirst) process.exit(1);
  }
  if (event.code !== "BUNDLE_END") return;
  await event.result.close();
  if (!isFirst) {
    console.log(`${isServer ? "Server" : "Client"} side rebuilt in ${event.duration} ms`);
  }
  isFirst = false;
  process.send?.("built");
});
