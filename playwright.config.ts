import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./scripts/lib/browser.mjs";
import type { WorkerFixtures } from "./tests/e2e/fixtures/test";

/** Specs that break parts of their server, or move its clock. */
const FAULTY = /\/(draw|midnight|server-faults)\.spec/;

export default defineConfig<object, WorkerFixtures>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/fixtures/prepare.ts",
  globalTimeout: 45 * 60_000,
  timeout: 360_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  retries: 0,
  // More workers than a small machine has cores, because tests often wait for their pages and timers.
  workers: 3,
  reporter: "list",
  // Each change of project starts another server and browser, so the projects run one after the other.
  projects: [
    { name: "faulty", testMatch: FAULTY, use: { isFaulty: true } },
    { name: "pages", testIgnore: FAULTY },
  ],
  use: {
    ...devices["Desktop Chrome"],
    // The region whose formats docs/rules.md describes. `region.spec.ts` tests other regions.
    locale: "en-US",
    timezoneId: "UTC",
    // Playwright can't intercept requests that a service worker answers. `installed.spec.ts` allows service workers.
    serviceWorkers: "block",
    // On a busy machine Playwright scrolls to a moving element, away from an open menu. Its click then closes the menu.
    contextOptions: { reducedMotion: "reduce" },
    // A trace would take a third of the time. To get one: `--trace retain-on-failure`.
    screenshot: "only-on-failure",
    launchOptions: launchOptions(),
  },
});
