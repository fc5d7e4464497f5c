import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./scripts/lib/browser.mjs";
import type { WorkerFixtures } from "./tests/e2e/fixtures/test";

/** Specs that break parts of their server, or move its clock. */
const FAULTY = /\/(draw|midnight|server-faults)\.spec/;

/** One Chromium. A spec about phones sets its own viewport. */
export default defineConfig<object, WorkerFixtures>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/fixtures/prepare.ts",
  globalTimeout: 45 * 60_000,
  timeout: 360_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  // One worker more than a small machine has cores, because a test often waits for its pages and timers.
  workers: 3,
  reporter: "list",
  // The projects run one after the other, because each change between them starts another server and browser.
  projects: [
    { name: "faulty", testMatch: FAULTY, use: { isFaulty: true } },
    { name: "pages", testIgnore: FAULTY },
  ],
  use: {
    ...devices["Desktop Chrome"],
    // Formats of docs/rules.md; `region.spec.ts` tests other regions.
    locale: "en-US",
    timezoneId: "UTC",
    // Playwright can't intercept requests that a service worker answers. `installed.spec.ts` allows it.
    serviceWorkers: "block",
    // On a busy machine Playwright scrolls to a moving element, away from an open menu, and its
    // click then closes the menu. Motion affects only looks.
    contextOptions: { reducedMotion: "reduce" },
    // Tracing takes a third of the time. For a trace: `--trace retain-on-failure`.
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
});
