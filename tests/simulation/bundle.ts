import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { ROOT } from "../../scripts/lib/project.mjs";
import type { Bug } from "./bugs.ts";

const plant = ({ file, passage, change }: Bug): Plugin => ({
  name: "bug",
  setup({ onLoad }) {
    onLoad({ filter: new RegExp(`/${file}$`) }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes(passage)) throw new Error(`${file} no longer has: ${passage}`);
      return { contents: source.replace(passage, () => change), loader: "ts" };
    });
  },
});

export async function loadSimulation(bug?: Bug): Promise<typeof import("./main")> {
  const folder = join(ROOT, "node_modules/.cache/simulation");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, "main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    target: "es2022",
    external: ["node:*", "fast-check"],
    alias: { "cloudflare:workers": join(import.meta.dirname, "cloudflare-workers.ts") },
    plugins: bug ? [plant(bug)] : [],
    tsconfig: join(ROOT, "tsconfig.json"),
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning",
  });
  try {
    return await import(`${pathToFileURL(outfile)}?${bug?.name}`);
  } finally {
    rmSync(outfile);
  }
}
