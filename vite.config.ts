import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import type { Rollup } from "vite";
import { defineConfig } from "vite";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const FRAMEWORK =
  /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\//;

/**
 * Two chunks that every member's page loads: the framework, and what the root route imports. Left to itself Rollup
 * cuts the second into some twenty files of about a kilobyte, which compress worse and are a request each.
 */
const chooseChunk: Rollup.GetManualChunk = (id, { getModuleInfo, getModuleIds }) => {
  if (FRAMEWORK.test(id)) return "framework";
  shell ??= listImports([...getModuleIds()].filter(isRoot), getModuleInfo);
  return shell.has(id) ? "shell" : undefined;
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

export default defineConfig(({ isSsrBuild }) => ({
  resolve: { alias: { "~": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  plugins: [
    tailwindcss(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // The call it needs reads paths from anybody, and the whole list of routes is 2 kB.
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
    minify: true,
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chooseChunk } },
  },
}));
