import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "~/scripts/lib/project.mjs";

/** What git does not have, and git's own folder. */
const NOT_SOURCES = [".git", ".wrangler", "build", "node_modules", "test-results"];

/** Copies the sources to `tree`, with the packages linked, for what writes beside them. @param leftOut further names of the root */
export function copyTree(tree: string, leftOut: string[] = []): void {
  for (const name of readdirSync(ROOT)) {
    if ([...NOT_SOURCES, ...leftOut].includes(name)) continue;
    cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
}
