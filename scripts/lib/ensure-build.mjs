import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { bundleSocketIo } from "../../worker/live/socket-io/bundle.mjs";
import { NODE, ROOT, run, runWrangler, withLock } from "./project.mjs";

const FOLDERS = ["app", "core", "db", "worker", "public"];
const FILES = ["package-lock.json", "vite.config.ts", "tsconfig.json", "wrangler.toml"];
const BUILDS = join(ROOT, ".wrangler/builds");
const KEPT_BUILDS = 5;

function digestSources() {
  const inFolders = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name)),
  );
  const digest = createHash("sha256");
  for (const name of [...inFolders, ...FILES].sort()) {
    const path = join(ROOT, name);
    if (fs.statSync(path).isDirectory()) continue;
    const content = fs.readFileSync(path);
    digest.update(`${name} ${content.length}\n`).update(content);
  }
  return digest.digest("hex").slice(0, 16);
}

export async function buildPages() {
  await bundleSocketIo();
  const remix = join(ROOT, "node_modules/@remix-run/dev/dist/cli.js");
  const how = { env: { NODE_ENV: "production" }, quiet: true };
  await run(NODE, [remix, "vite:build", "--logLevel", "warn"], how);
}

function removeOldBuilds() {
  const builds = fs.readdirSync(BUILDS).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const age = (/** @type {string} */ name) => fs.statSync(join(BUILDS, name)).mtimeMs;
  for (const name of builds.sort((a, b) => age(b) - age(a)).slice(KEPT_BUILDS)) {
    fs.rmSync(join(BUILDS, name), { recursive: true, force: true });
  }
}

/**
 * Builds pages and Worker once for each state of the sources. The result is stored under the sources' digest, so a
 * server never uses an unfinished build or a build of other sources.
 * @returns {Promise<{ worker: string, assets: string }>} absolute paths
 */
export const ensureBuild = () =>
  withLock("build", async () => {
    await bundleSocketIo();
    const folder = join(BUILDS, digestSources());
    const result = { worker: join(folder, "worker/index.js"), assets: join(folder, "client") };
    if (fs.existsSync(folder)) {
      fs.utimesSync(folder, new Date(), new Date());
      return result;
    }
    console.log("Building …");
    await buildPages();
    const draft = `${folder}.${process.pid}`;
    fs.mkdirSync(draft, { recursive: true });
    try {
      await runWrangler(["deploy", "--dry-run", `--outdir=${draft}/worker`], { quiet: true });
      fs.cpSync(join(ROOT, "build/client"), join(draft, "client"), { recursive: true });
      fs.renameSync(draft, folder);
    } finally {
      fs.rmSync(draft, { recursive: true, force: true });
    }
    removeOldBuilds();
    return result;
  });
