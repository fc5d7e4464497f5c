import { findChromium } from "./ensure-browser.mjs";

/**
 * Features that Playwright turns off itself. The browser uses only the last list that it gets, so ours repeats them
 * (`chromiumSwitches` in playwright-core).
 */
const OFF_FOR_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Pages of the address bar itself, two for each window. They take as much time as the pages under test. */
const OFF_FOR_SPEED = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

const isRoot = process.getuid?.() === 0;

/**
 * Options of every Chromium that tests, screenshots and benchmarks launch. A Chromium on the PATH is preferred to
 * Playwright's own.
 */
export function launchOptions() {
  const executablePath = findChromium();
  return {
    // The channel names the whole Chromium. Playwright's default is a headless shell, which can't install an app or notify.
    ...(executablePath ? { executablePath } : { channel: "chromium" }),
    args: [
      // Chromium does not run its sandbox as root.
      ...(isRoot ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_SPEED].join(",")}`,
    ],
  };
}
