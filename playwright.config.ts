import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./scripts/lib/browser.mjs";

/** One Chromium. A spec that has something to say about phones sets its own viewport. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/fixtures/prepare.ts",
  globalTimeout: 45 * 60_000,
  timeout: 360_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  // More than the cores of a small machine: most of a test is waiting for a page.
  workers: 4,
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    // Dates, hours and distances as docs/rules.md has them; `region.spec.ts` is about other regions.
    locale: "en-US",
    timezoneId: "UTC",
    // Requests that a service worker answers can't be intercepted; `installed.spec.ts` is about it, and lets it in.
    serviceWorkers: "block",
    // What moves on a busy machine makes Playwright scroll the page to get at it, away under a menu that hangs
    // in it, and its click then closes the menu. Nothing of the product but its looks depends on motion.
    contextOptions: { reducedMotion: "reduce" },
    // A trace of every test takes a third of the time; ask for one with `--trace retain-on-failure`.
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
});
