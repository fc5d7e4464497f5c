import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => existsSync(path));
const folders = [...new Set(files.map((path) => path.split("/")[0]))].filter(
  (name) => !files.includes(name ?? ""),
);
/** A path in backticks. Of a path with a star, like `tests/*.ts`, only the part before the star must exist. */
const NAMED = new RegExp(`\`((?:${folders.join("|")})/[^\`\\s]*)\``, "g");
/** Example files in CONTRIBUTING.md, which do not exist. */
const EXAMPLES = /\bevents\b|\bmember-notes\b/;
const LINKED = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;

const existsAt = (path: string) => {
  const [plain = ""] = path.replace(/[:#].*$/, "").split(/[*<{[…]/);
  // Documents name some modules without the extension.
  return plain === path || plain.endsWith("/")
    ? existsSync(plain) || files.some((file) => file.startsWith(`${plain}.`))
    : files.some((file) => file.startsWith(plain));
};

it("every path that a document names, and every file that it links to, exists", () => {
  const missing = files
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) => {
      const text = readFileSync(path, "utf8");
      const named = [...text.matchAll(NAMED)].map(([, name = ""]) => name);
      const linked = [...text.matchAll(LINKED)]
        .map(([, target = ""]) => target)
        .filter((target) => !/^\w+:/.test(target));
      // Some paths are relative to `tests` or to the document's folder.
      const isThere = (one: string) =>
        existsAt(one) || existsAt(join("tests", one)) || existsAt(join(dirname(path), one));
      return [...named, ...linked]
        .filter((one) => !isThere(one) && !EXAMPLES.test(one))
        .map((one) => `${path}: ${one}`);
    });
  expect(missing).toEqual([]);
});
