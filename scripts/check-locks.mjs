/**
 * `node scripts/check-locks.mjs [--write]`: checks that each package of a lock file has the address of its archive at
 * npm's own registry, and the archive's digest. npm replaces that registry by the configured one. If the address is
 * missing, npm first requests the list of a package's versions: twice the requests, and 180 MB more. If it is a
 * mirror's, only users of that mirror can install. If the digest is missing, npm installs any archive. `--write`
 * corrects the files, and fetches missing digests from the configured registry.
 */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { archiveOf, findWrong, hasDigest, nameOf } from "./lib/locked-packages.mjs";
import { ROOT, runMain, TOOLS } from "./lib/project.mjs";

/** @typedef {import("./lib/locked-packages.mjs").LockedPackage} LockedPackage */

/** The digest of a package's archive by the registry. @param {string} path @param {LockedPackage} entry @throws Error if it lacks the package */
async function askIntegrity(path, entry) {
  const wanted = `${nameOf(path, entry)}@${entry.version}`;
  const { stdout } = await promisify(execFile)("npm", ["view", wanted, "dist.integrity"]);
  return stdout.trim();
}

await runMain(async () => {
  const isWriting = process.argv.includes("--write");
  for (const folder of [ROOT, TOOLS]) {
    const file = join(folder, "package-lock.json");
    /** @type {{ packages: Record<string, LockedPackage> }} */
    const lock = JSON.parse(readFileSync(file, "utf8"));
    const wrong = findWrong(lock.packages);
    if (wrong.length === 0) continue;
    if (!isWriting) {
      throw new Error(
        `${file}: ${wrong.length} packages name no archive of npm's own registry, or no digest of it, ${wrong[0]?.[0]} for example.\nRun: node scripts/check-locks.mjs --write`,
      );
    }
    for (const [path, entry] of wrong) {
      const { name, version, resolved: _, integrity: known, ...rest } = entry;
      const integrity = hasDigest(entry) ? known : await askIntegrity(path, entry);
      // The order of keys that npm itself writes.
      lock.packages[path] = { name, version, resolved: archiveOf(path, entry), integrity, ...rest };
    }
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  }
});
