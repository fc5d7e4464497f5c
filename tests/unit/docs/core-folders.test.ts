import { readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, it } from "vitest";

const IMPORT = /from "(~\/core\/[^"]+|\.\.?\/[^"]+)"/g;

/** The folder of `core` that a file is in; null for a file directly in `core`. */
function folderOf(path: string): string | null {
  const [, folder, file] = path.split("/");
  return folder !== undefined && file !== undefined ? folder : null;
}

it("no two folders of core import each other (docs/architecture.md)", () => {
  const imports = new Set<string>();
  const files = readdirSync("core", { recursive: true, encoding: "utf8" });
  for (const name of files.filter((one) => one.endsWith(".ts"))) {
    const file = `core/${name}`;
    const from = folderOf(file);
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const path = target.startsWith("~/") ? target.slice(2) : normalize(join(file, "..", target));
      const to = folderOf(path);
      if (from && to && from !== to) imports.add(`${from} → ${to}`);
    }
  }
  expect(imports.size).toBeGreaterThan(50);
  const mutual = [...imports].filter((one) => {
    const [from, to] = one.split(" → ");
    return imports.has(`${to} → ${from}`);
  });
  expect(mutual).toEqual([]);
});
