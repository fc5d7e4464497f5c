import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { NODE, ROOT, run } from "./project.mjs";

/** Chromium without a window, which takes a quarter less CPU. */
const SHELL = "chromium-headless-shell";
const WHOLE = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * Features that Playwright turns off itself (`chromiumSwitches`). They are repeated here, because the browser uses only
 * the last `--disable-features`.
 */
const OFF_FOR_PLAYWRIGHT =
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch";
/**
 * For each window, Chromium opens two pages of its own for the address bar, and a spare process for the next site. No
 * test uses them, and they take as much time as the tested pages.
 */
const OFF_FOR_SPEED =
  "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess";

/** The first of these programs on the PATH. @param {string[]} names */
function findProgram(names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Options for every Chromium that tests, screenshots and benchmarks launch. They use a Chromium on the PATH, or else
 * Playwright's own.
 * @param {{ isWhole?: boolean }} [options] `isWhole` asks for the whole browser, which is needed to notify or to
 * install an app
 */
export function launchOptions({ isWhole = false } = {}) {
  const executablePath = (isWhole ? undefined : findProgram([SHELL])) ?? findProgram(WHOLE);
  return {
    // Playwright launches its headless shell by default. The channel names the whole Chromium.
    ...(executablePath ? { executablePath } : isWhole ? { channel: "chromium" } : {}),
    args: [
      "--disable-gpu",
      "--disable-quic",
      `--disable-features=${OFF_FOR_PLAYWRIGHT},${OFF_FOR_SPEED}`,
    ],
  };
}

/** @param {string} program @param {string[]} args */
const attempt = (program, ...args) =>
  run(program, args, { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } }).then(
    () => true,
    () => false,
  );

/**
 * Makes sure that there is a Chromium: on the PATH, else Playwright's own, else Debian's package. Playwright and Debian
 * also install a headless shell.
 * @throws Error if no Chromium can be installed
 */
export async function ensureBrowser() {
  if (findProgram(WHOLE)) return;
  const { chromium } = await import("@playwright/test");
  const isNew = !existsSync(chromium.executablePath());
  if (isNew) console.log("Installing Chromium …");
  const playwright = join(ROOT, "node_modules/@playwright/test/cli.js");
  // The installer also runs if Chromium is installed, because the headless shell can be missing.
  const options = isNew ? ["--with-deps"] : [];
  if (await attempt(NODE, playwright, "install", "chromium", ...options)) return;
  const aptGet = [...(process.getuid?.() === 0 ? [] : ["sudo", "-n"]), "apt-get"];
  const install = (/** @type {string} */ name) =>
    attempt("env", ...aptGet, "install", "-y", "--no-install-recommends", name);
  await attempt("env", ...aptGet, "update");
  await install("chromium");
  // The shell is installed separately, because not every distribution has its package.
  await install(SHELL);
  if (findProgram(WHOLE)) return;
  throw new Error(
    "No Chromium found, and none could be installed. Install one and put it on the PATH.",
  );
}
