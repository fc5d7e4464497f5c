import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT, run } from "./project.mjs";

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage */

/** @type {(path: string) => Record<string, LockedPackage>} */
const read = (path) => JSON.parse(readFileSync(path, "utf8")).packages;

/**
 * Whether every package of the lock file is installed in the locked version. Reads npm's record of the installed
 * packages, which npm writes only after all of them are installed.
 * @param {string} folder
 */
function isInstalled(folder) {
  const record = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = read(record);
  return Object.entries(read(join(folder, "package-lock.json"))).every(
    ([path, { version, optional, devOptional, peer }]) =>
      path === "" ||
      // Packages for other systems are in the lock file, but aren't installed.
      optional ||
      devOptional ||
      (peer && !installed[path]) ||
      installed[path]?.version === version,
  );
}

/** @param folder the repository, or `TOOLS` */
export async function ensureInstalled(folder = ROOT) {
  if (isInstalled(folder)) return;
  console.log(`Installing the packages of ${relative(ROOT, folder) || "the project"} (npm ci) …`);
  const quietly = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  // The lock file fixes the versions, so npm's cache is used without asking the registry again.
  await run("npm", ["ci", `--prefix=${folder}`, "--prefer-offline", ...quietly]);
}
