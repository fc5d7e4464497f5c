import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findWrong, type LockedPackage } from "~/scripts/lib/locked-packages.mjs";

const DIGEST = `sha512-${"a".repeat(86)}==`;
const ARCHIVE = "https://registry.npmjs.org/@kit/part/-/part-1.2.3.tgz";
const PART: LockedPackage = { version: "1.2.3", resolved: ARCHIVE, integrity: DIGEST };
const { integrity: _, ...BARE } = PART;

it.each<[string, LockedPackage, boolean]>([
  ["with a digest", PART, false],
  ["from a mirror", { ...PART, resolved: "https://mirror.example/part-1.2.3.tgz" }, true],
  ["without a digest", BARE, true],
  ["with a weak digest", { ...PART, integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, true],
])("findWrong decides whether a locked package %s is refused", (_title, entry, expected) => {
  expect(findWrong({ "": BARE, "node_modules/@kit/part": entry })).toHaveLength(expected ? 1 : 0);
});

it("findWrong asks no archive of a package of our own", () => {
  const link: LockedPackage = { version: "", resolved: "part", link: true };
  expect(findWrong({ "": BARE, part: BARE, "node_modules/@kit/part": link })).toEqual([]);
});

it.each(["package-lock.json", "tools/package-lock.json"])(
  "each package of %s has its archive's digest, whatever its platform",
  (file) => {
    const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
      readFileSync(file, "utf8"),
    );
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(findWrong(packages)).toEqual([]);
  },
);
