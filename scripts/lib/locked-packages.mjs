/** The rules of scripts/check-locks.mjs for the packages of a lock file. */
const REGISTRY = "https://registry.npmjs.org";
const FOLDER = "node_modules/";

const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** @typedef {{ name?: string, version: string, resolved?: string, integrity?: string, link?: boolean }} LockedPackage */

/** @param {LockedPackage} entry */
export const hasDigest = ({ integrity = "" }) => INTEGRITY.test(integrity);

/** @param {string} path of a package in its lock file @param {LockedPackage} entry */
export const nameOf = (path, { name }) =>
  name ?? path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/** @param {string} path @param {LockedPackage} entry has `name` if the package is installed under another name */
export function archiveOf(path, entry) {
  const name = nameOf(path, entry);
  return `${REGISTRY}/${name}/-/${name.split("/").at(-1)}-${entry.version}.tgz`;
}

/**
 * The packages whose archive is not at npm's own registry, or has no digest.
 * @param {Record<string, LockedPackage>} packages of a lock file, by path
 */
export const findWrong = (packages) =>
  Object.entries(packages).filter(
    ([path, entry]) =>
      path.includes(FOLDER) &&
      // A package of our own has no archive: the list has its folder, and a link to it.
      entry.link !== true &&
      (entry.resolved !== archiveOf(path, entry) || !hasDigest(entry)),
  );
