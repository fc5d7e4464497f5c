import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build as bundle, type OutputFile } from "esbuild";
import type { Plugin, Rollup } from "vite";
import { defineConfig } from "vite";
import { serviceWorker } from "./app/service-worker/plugin";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\//;

/** Small parts of most members' pages: each would be a file of some hundred bytes. */
const COMMON = new RegExp(
  [
    "/app/components/(?:badge|card|dot|facts|form-banner|late|load-failure|place-and-age|section|use-hydrated)",
    "/app/features/(?:conversation/(?:opening-conversation|use-unread-title)|pairing/trigger)",
    "/app/lib/(?:action-data|format-local|offline-fallback|use-now|watch-minutes)",
    "/app/messaging/token",
    "/core/shared/(?:age|countdown|isolate)",
    "/icons/chevron-right",
    "vite/preload-helper",
  ]
    .map((path) => `${path}\\.\\w+$`)
    .join("|"),
);

/** Parts that come together: apart they are requests, each of which costs a slow line a way there and back. */
const TOGETHER: [name: string, parts: RegExp][] = [
  ["fields", /\/app\/components\/(?:field|text-field)\.tsx$/],
  [
    "forms",
    /\/app\/(?:components\/password-field|features\/auth\/(?:auth-form|auth-page|proof-field)|lib\/use-checked-form)\.tsx?$/,
  ],
  [
    "next-runs",
    /\/app\/(?:components\/(?:countdown-ring|ring-geometry)|features\/availability\/next-runs)\.tsx?$/,
  ],
];

/**
 * Two chunks that every member's page loads: the framework, and what the root route imports. Left to itself Rollup
 * cuts the second into some twenty files of about a kilobyte, which compress worse and are a request each.
 */
const chooseChunk: Rollup.GetManualChunk = (id, { getModuleInfo, getModuleIds }) => {
  if (FRAMEWORK.test(id)) return "framework";
  shell ??= listImports([...getModuleIds()].filter(isRoot), getModuleInfo);
  if (shell.has(id) || COMMON.test(id)) return "shell";
  return TOGETHER.find(([, parts]) => parts.test(id))?.[0];
};

let shell: Set<string> | undefined;

const isRoot = (id: string) => /\/app\/root\.tsx(?:\?|$)/.test(id);

/** The modules that some modules import, directly or not, and these modules themselves. */
function listImports(ids: string[], getModuleInfo: Rollup.GetModuleInfo): Set<string> {
  const found = new Set(ids);
  // A set that grows while it is walked is walked to its end.
  for (const id of found) for (const next of getModuleInfo(id)?.importedIds ?? []) found.add(next);
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
        target: "es2022",
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

const LUCIDE_ICON = fileURLToPath(new URL("app/components/lucide-icon.ts", import.meta.url));

/** Gives lucide's icons our `createLucideIcon`, 2 kB smaller than theirs. */
function plainIcons(): Plugin {
  return {
    name: "plain-icons",
    enforce: "pre",
    resolveId: (source, importer) =>
      source.endsWith("/createLucideIcon.mjs") && importer?.includes("/lucide-react/")
        ? LUCIDE_ICON
        : undefined,
  };
}

/** What is settled in Remix's browser code when it is built: a question that it asks at run time, and the answer. */
const SETTLED: [file: string, question: RegExp, answer: string][] = [
  ["browser.js", /window\.__remixContext\.future\.v3_singleFetch\b/g, "true"],
  ["components.js", /\bfuture\.v3_singleFetch\b/g, "true"],
  ["links.js", /\bfuture\.v3_singleFetch\b/g, "true"],
  ["routes.js", /\bfuture\.v3_singleFetch\b/g, "true"],
  // With single fetch a loader is always given the way to its part of the one answer.
  ["routes.js", /\btypeof singleFetch === "function"/g, "true"],
  ["fog-of-war.js", /\bfuture\.v3_lazyRouteDiscovery === true && !isSpaMode\b/g, "false"],
  // An answer that a later question or page breaks off is no error.
  [
    "single-fetch.js",
    /console\.error\(e\)(?=;\s+throw new Error\(`Unable to decode)/g,
    "if (!init.signal?.aborted) console.error(e)",
  ],
];

/**
 * Tells the browser's build what the flags of Remix are, which its code asks for at run time: 3 kB that no page uses
 * fall away.
 */
function settledFlags(): Plugin {
  return {
    name: "settled-flags",
    apply: "build",
    transform(code, id) {
      const [, file] = /\/@remix-run\/react\/dist\/esm\/([\w-]+\.js)/.exec(id) ?? [];
      if (this.environment.name !== "client" || file === undefined) return;
      return SETTLED.filter(([of]) => of === file).reduce((settled, [, question, answer]) => {
        if (!question.test(code)) this.error(`${file} no longer asks ${question.source}.`);
        return settled.replaceAll(question, answer);
      }, code);
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  resolve: { alias: { "~": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  plugins: [
    tailwindcss(),
    island(),
    plainIcons(),
    settledFlags(),
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
    target: "es2022",
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chooseChunk } },
  },
}));
