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

const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\//;
const ROOT = /\/app\/root\.tsx(?:\?|$)/;
const HOME = /\/app\/routes\/conversations\.tsx(?:\?|$)/;
const CONVERSATION = /\/app\/routes\/conversation\.\$conversationId\.tsx(?:\?|$)/;
const ROUTE = /\/app\/routes\/[^?]+\.tsx$/;
/** Folders that no single page owns. */
const COMMON = /\/(?:app\/(?:components|lib|messaging)|core\/shared)\//;
/** Most characters of a small module, whose file would have less than a kilobyte. */
const SMALL = 2_500;
/** Every page loads a small common module that this many routes use. */
const MANY = 10;

/**
 * Chunks that pages share. Rollup alone makes some forty files, which compress worse and are a request each.
 * `framework`: React and Remix. `shell`: imports of the root route, imports of both home and the conversation, and
 * small common modules of many routes. `day`: what home shares with other pages but not with the conversation.
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

function listImports(id: string, getModuleInfo: Rollup.GetModuleInfo): Set<string> {
  const found = new Set([id]);
  // The loop also visits the modules that it adds.
  for (const one of found) {
    for (const next of getModuleInfo(one)?.importedIds ?? []) found.add(next);
  }
  return found;
}

/**
 * `import url from "virtual:static-pages"` gives the URL of the public pages' script. The script shares no chunk with
 * the members' pages, so it never loads the framework.
 */
function staticPages(): Plugin {
  const resolved = "\0virtual:static-pages";
  return {
    name: "static-pages",
    resolveId: (id) => (id === "virtual:static-pages" ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return;
      const { outputFiles, metafile } = await bundle({
        entryPoints: [fileURLToPath(new URL("app/static-pages/main.ts", import.meta.url))],
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
      const fileName = `assets/static-pages-${name}.js`;
      // The server's build only needs the file's name.
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
    staticPages(),
    serviceWorker(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // The whole list of routes is only 2 kB, and its lazy loading needs a public call that takes paths.
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
    // terser makes a first load about 3.5 kB smaller than esbuild, and takes some seconds longer.
    minify: isSsrBuild ? true : "terser",
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
    target: isSsrBuild ? "es2022" : BROWSERS,
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chooseChunk } },
  },
}));
