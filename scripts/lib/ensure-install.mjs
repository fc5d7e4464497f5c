import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./project.mjs";

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage */

/** @type {(path: string) => Record<string, LockedPackage>} */
const read = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8")).packages;

/**
 * Whether every package of the lock file is there in its version. Compares npm's own record of what
 * it installed, which it writes last: a clone's file times and an install that broke off can't fool it.
 */
function isInstalled() {
  if (!existsSync(join(ROOT, "node_modules/.package-lock.json"))) return false;
  const wanted = read("package-lock.json");
  const installed = read("node_modules/.package-lock.json");
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, peer }]) =>
      path === "" ||
      // Packages for other systems are listed, but not installed.
      optional ||
      devOptional ||
      (peer && !installed[path]) ||
      installed[path]?.version === version,
  );
}

/** Installs the packages of the lock file when they are not there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing packages (npm ci) …");
  await run("npm", [
    "ci",
    // The lock file has the versions: what npm keeps of them is not asked for again.
    "--prefer-offline",
    ...["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"],
  ]);
}
