import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findWrong, type LockedPackage } from "~/scripts/lib/locked-packages.mjs";

const DIGEST = `sha512-${"a".repeat(86)}==`;
const ARCHIVE = "https://registry.npmjs.org/@kit/part/-/part-1.2.3.tgz";
const PART: LockedPackage = { version: "1.2.3", resolved: ARCHIVE, integrity: DIGEST };
const { integrity: _, ...BARE } = PART;
const TOOL = { ...BARE, dev: true, optional: true };

const isWrong = (entry: LockedPackage, areAllHeld = false) =>
  findWrong({ "": BARE, "node_modules/@kit/part": entry }, { areAllHeld }).length === 1;

it.each<[string, LockedPackage, boolean]>([
  ["with a digest", PART, false],
  ["of a mirror", { ...PART, resolved: "https://mirror.example/part-1.2.3.tgz" }, true],
  ["without a digest", BARE, true],
  ["with a weak digest", { ...PART, integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, true],
  ["a tool's, for every platform", TOOL, true],
  ["a tool's, for Linux", { ...TOOL, os: ["linux"], cpu: ["arm64"], libc: ["glibc"] }, true],
  ["a tool's, for another libc", { ...TOOL, os: ["linux"], cpu: ["x64"], libc: ["musl"] }, false],
  ["a tool's, for another system", { ...TOOL, os: ["darwin"], cpu: ["arm64"] }, false],
  ["the product's, for another system", { ...BARE, optional: true, os: ["darwin"] }, true],
])("a locked package %s is refused or not", (_title, entry, expected) => {
  expect(isWrong(entry)).toBe(expected);
});

it("every package without a digest is asked for when the lock file is written", () => {
  expect(isWrong({ ...TOOL, os: ["darwin"] }, true)).toBe(true);
});

it.each(["package-lock.json", "tools/package-lock.json"])(
  "each package of %s for the platforms of tests and deployments has its archive's digest",
  (file) => {
    const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
      readFileSync(file, "utf8"),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(findWrong(packages, { areAllHeld: false })).toEqual([]);
  },
);
