import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { NODE, ROOT, run } from "./project.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const PLAYWRIGHT = join(ROOT, "node_modules/@playwright/test/cli.js");

/** A Chromium on the PATH. @returns its path, or null */
export function findChromium() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of NAMES) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // It is not in this folder, so the next one is tried.
      }
    }
  }
  return null;
}

async function hasPlaywrightsOwn() {
  const { chromium } = await import("@playwright/test");
  return existsSync(chromium.executablePath());
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function attempt(program, args) {
  try {
    await run(program, args, { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } });
    return true;
  } catch {
    return false;
  }
}

/** Installs Debian's package, with sudo unless this runs as root. */
async function installDebians() {
  const isRoot = process.getuid?.() === 0;
  const aptGet = (/** @type {string[]} */ ...args) =>
    isRoot ? attempt("apt-get", args) : attempt("sudo", ["-n", "apt-get", ...args]);
  await aptGet("update");
  return aptGet("install", "-y", "--no-install-recommends", "chromium");
}

/**
 * Makes sure that there is a Chromium: one on the PATH, else Playwright's own, else Debian's package.
 * @throws Error if none of them can be installed
 */
export async function ensureBrowser() {
  if (findChromium() || (await hasPlaywrightsOwn())) return;
  console.log("Installing Chromium …");
  if (await attempt(NODE, [PLAYWRIGHT, "install", "chromium", "--no-shell", "--with-deps"])) return;
  if ((await installDebians()) && findChromium()) return;
  throw new Error(
    "No Chromium found, and none could be installed. Install one and put it on the PATH.",
  );
}
