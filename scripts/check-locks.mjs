/**
 * `node scripts/check-locks.mjs [--write]`: each package of a lock file names its archive at npm's own registry, which npm
 * replaces by the one that is configured. Without that, npm first asks for the list of a package's versions: twice the requests,
 * and 180 MB more. With the name of a mirror only its users could install. `--write` corrects the files.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runMain, TOOLS } from "./lib/project.mjs";

const REGISTRY = "https://registry.npmjs.org";
const FOLDER = "node_modules/";

/** @typedef {{ name?: string, version: string, resolved?: string, integrity?: string }} LockedPackage */

/**
 * @param {string} path of a package in its lock file
 * @param {LockedPackage} entry with the name of a package that is installed under another
 */
function archiveOf(path, { name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length), version }) {
  return `${REGISTRY}/${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
}

await runMain(() => {
  for (const folder of [ROOT, TOOLS]) {
    const file = join(folder, "package-lock.json");
    /** @type {{ packages: Record<string, LockedPackage> }} */
    const lock = JSON.parse(readFileSync(file, "utf8"));
    const wrong = Object.entries(lock.packages).filter(
      ([path, entry]) => path !== "" && entry.resolved !== archiveOf(path, entry),
    );
    if (wrong.length === 0) continue;
    if (!process.argv.includes("--write")) {
      throw new Error(
        `${file}: ${wrong.length} packages name no archive of npm's own registry, ${wrong[0]?.[0]} for example.\nRun: node scripts/check-locks.mjs --write`,
      );
    }
    for (const [path, entry] of wrong) {
      const { name, version, resolved: _, ...rest } = entry;
      // In npm's own order of keys.
      lock.packages[path] = { name, version, resolved: archiveOf(path, entry), ...rest };
    }
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  }
});
