import { findChromium } from "./ensure-browser.mjs";

/**
 * Features that Playwright turns off by itself: the browser heeds only the last list that it is given, so ours repeats
 * it (`chromiumSwitches` in playwright-core).
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

/** Pages of the address bar's own, one pair for each window: they take as much time as the pages under test. */
const OFF_FOR_SPEED = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

const isRoot = process.getuid?.() === 0;

/** Options of every Chromium that tests, screenshots and benchmarks launch; one on the PATH goes before Playwright's own. */
export const launchOptions = () => ({
  executablePath: findChromium() ?? undefined,
  args: [
    // Chromium refuses its sandbox to root.
    ...(isRoot ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_FOR_SPEED].join(",")}`,
  ],
});
