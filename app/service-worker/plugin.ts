import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build as bundle } from "esbuild";
import type { Plugin, Rollup } from "vite";
import { BROWSERS } from "../lib/browsers";
import type { OfflinePageProps } from "./offline-page";

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const digestOf = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("base64url").replace(/\W/g, "").slice(0, 8);

/** Cached modules: the pages that a member can partly use without the server, and what these pages load later. */
const KEPT =
  /\/app\/(?:root|entry\.client|routes\/(?:conversations|conversation\.\$conversationId)|features\/(?:shell\/error-page|conversation\/(?:dialogs|notification-prompt|unavailable)|pairing\/no-pairing))\.tsx/;
/** The two fonts that every page needs first. Their names have no digest in `npm run dev`. */
const KEPT_FONTS = /^assets\/(?:newsreader-roman|instrument-sans)(?:-(?!latin)[\w-]{8})?\.woff2$/;
const STYLES = /^assets\/styles(?:-[\w-]{8})?\.css$/;

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    async generateBundle(_options, output) {
      if (this.environment.name !== "client") return;
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: "asset", fileName, source });
      if (process.env.SERVICE_WORKER === "off") {
        emit("sw.js", await bundleScript("retire.ts"));
        return;
      }
      const kept = listKept(output);
      const script = await bundleScript("offline-main.ts");
      const scriptName = `assets/offline-${digestOf(script)}.js`;
      emit(scriptName, script);
      const styles = kept.find((name) => name.endsWith(".css"));
      if (!styles) this.error("The build has no styles.");
      const page = await renderPage({
        styles: `/${styles}`,
        fonts: kept.filter((name) => name.endsWith(".woff2")).map((name) => `/${name}`),
        script: `/${scriptName}`,
      });
      emit("offline.html", page);
      // In watch mode file names have no digest, so the cache would hide later changes.
      const lasting = this.meta.watchMode ? [] : [...kept, scriptName];
      const files = lasting.sort().map((name) => `/${name}`);
      const worker = await bundleScript("main.ts");
      const version = digestOf([page, worker, ...files].join("\n"));
      emit("sw.js", `const BUILD=${JSON.stringify({ version, files })};${worker}`);
    },
  };
}

function listKept(output: Rollup.OutputBundle): string[] {
  const kept = new Set<string>();
  const isKept = ({ facadeModuleId }: Rollup.OutputChunk) => KEPT.test(facadeModuleId ?? "");
  for (const [name, file] of Object.entries(output)) {
    if (file.type === "asset") {
      if (KEPT_FONTS.test(name) || STYLES.test(name)) kept.add(name);
    } else if (isKept(file)) {
      kept.add(name);
    }
  }
  // Iterating a `Set` also visits entries that are added meanwhile.
  for (const name of kept) {
    const file = output[name];
    if (file?.type === "chunk") for (const imported of file.imports) kept.add(imported);
  }
  return [...kept];
}

async function bundleOne(name: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await bundle({
    ...options,
    entryPoints: [fileOf(name)],
    bundle: true,
    minify: true,
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

const bundleScript = (name: string) => bundleOne(name, { format: "iife", target: BROWSERS });

async function renderPage(props: OfflinePageProps): Promise<string> {
  const code = await bundleOne("offline-page.tsx", {
    format: "esm",
    platform: "browser",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const module: typeof import("./offline-page") = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`
  );
  return module.renderOfflinePage(props);
}
