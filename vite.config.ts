import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build as bundle, type OutputFile } from "esbuild";
import type { Plugin, Rollup } from "vite";
import { defineConfig } from "vite";
import { BROWSERS } from "./app/lib/browsers";
import { serviceWorker } from "./app/service-worker/plugin";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** React and Remix. */
const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\//;
const ROOT = /\/app\/root\.tsx(?:\?|$)/;
const HOME = /\/app\/routes\/conversations\.tsx(?:\?|$)/;
const CONVERSATION = /\/app\/routes\/conversation\.\$conversationId\.tsx(?:\?|$)/;
const ROUTE = /\/app\/routes\/[^?]+\.tsx$/;
/** The folders of parts that no single page owns. */
const COMMON = /\/(?:app\/(?:components|lib|messaging)|core\/shared)\//;
/** Characters of a module that would be a file of less than a kilobyte. */
const SMALL = 2_500;
/** A small common part of as many routes is loaded by every page. */
const MANY = 10;

/**
 * The chunks that pages share. Left to itself Rollup cuts them into some forty files, which compress worse and are a
 * request each. `framework`; `shell`, with what the root route, or both home and the conversation, import and the small
 * common parts of many routes; `day`, what home shares with other pages and the conversation doesn't load.
 */
const chooseChunk: Rollup.GetManualChunk = (id, { getModuleInfo, getModuleIds }) => {
  if (FRAMEWORK.test(id)) return "framework";
  chooseShared ??= sortShared([...getModuleIds()], getModuleInfo);
  return chooseShared(id);
};

let chooseShared: ((id: string) => string | undefined) | undefined;

function sortShared(ids: string[], getModuleInfo: Rollup.GetModuleInfo) {
  const load = (route: RegExp) =>
    ids.filter((id) => route.test(id)).map((id) => listImports(id, getModuleInfo));
  const [root] = load(ROOT);
  const [home] = load(HOME);
  const [conversation] = load(CONVERSATION);
  const routes = load(ROUTE);
  const isSmall = (id: string) => (getModuleInfo(id)?.code?.length ?? 0) < SMALL;
  return (id: string) => {
    if (root?.has(id) || (home?.has(id) && conversation?.has(id))) return "shell";
    const uses = routes.filter((route) => route.has(id)).length;
    if (uses < 2 || conversation?.has(id)) return undefined;
    if (uses >= MANY && COMMON.test(id) && isSmall(id)) return "shell";
    return home?.has(id) ? "day" : undefined;
  };
}

/** A module and all that it imports, directly or not. */
function listImports(id: string, getModuleInfo: Rollup.GetModuleInfo): Set<string> {
  const found = new Set([id]);
  // A set that grows while it is walked is walked to its end.
  for (const one of found) {
    for (const next of getModuleInfo(one)?.importedIds ?? []) found.add(next);
  }
  return found;
}

const ISLAND = fileURLToPath(new URL("app/island/main.ts", import.meta.url));

/**
 * `import url from "virtual:island"`: the address of the public pages' script, one file that shares no chunk with the
 * members' pages and so never loads the framework.
 */
function island(): Plugin {
  const resolved = "\0virtual:island";
  return {
    name: "island",
    resolveId: (id) => (id === "virtual:island" ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return;
      const { outputFiles, metafile } = await bundle({
        entryPoints: [ISLAND],
        bundle: true,
        minify: true,
        format: "esm",
        target: BROWSERS,
        write: false,
        metafile: true,
        logLevel: "error",
      });
      for (const path of Object.keys(metafile.inputs)) this.addWatchFile(resolve(path));
      const [{ contents, hash }] = outputFiles as [OutputFile];
      const name = hash.replace(/\W/g, "").slice(0, 8);
      const fileName = `assets/island-${name}.js`;
      // The server's build names the same file and doesn't carry it.
      if (this.environment.name === "client") {
        this.emitFile({ type: "asset", fileName, source: contents });
      }
      return `export default ${JSON.stringify(`/${fileName}`)};`;
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  resolve: {
    alias: { "~": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") },
  },
  plugins: [
    tailwindcss(),
    island(),
    serviceWorker(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // The call it needs reads paths from anyone, and the whole list of routes is 2 kB.
        v3_lazyRouteDiscovery: false,
        v3_singleFetch: true,
        v3_routeConfig: true,
      },
    }),
  ],
  ssr: {
    target: "webworker",
    noExternal: true,
    resolve: {
      conditions: ["workerd", "worker", "browser"],
      externalConditions: ["workerd", "worker"],
    },
  },
  build: {
    // A first load is about 3.5 kB smaller by terser than by esbuild, and the build takes some seconds longer.
    minify: isSsrBuild ? true : "terser",
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
    target: isSsrBuild ? "es2022" : BROWSERS,
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chooseChunk } },
  },
}));
