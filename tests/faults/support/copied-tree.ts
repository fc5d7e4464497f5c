import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "~/scripts/lib/project.mjs";

/** Names in the root that aren't sources: what is installed or built, and git's own folder. */
const NOT_SOURCES = [".git", ".wrangler", "build", "node_modules", "test-results"];

/**
 * Copies the sources to `tree` and links the packages, for commands that write beside the sources.
 * @param leftOut further names in the root that are not copied
 */
export function copyTree(tree: string, leftOut: string[] = []): void {
  for (const name of readdirSync(ROOT)) {
    if ([...NOT_SOURCES, ...leftOut].includes(name)) continue;
    cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
}
