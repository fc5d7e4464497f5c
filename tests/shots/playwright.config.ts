import { defineConfig, devices } from "@playwright/test";
import base from "../../playwright.config";

const phone = { ...devices["Pixel 7"], ...base.use, viewport: { width: 390, height: 844 } };
const desktop = { ...base.use, viewport: { width: 1280, height: 860 } };

/** The report `test-results/shots/index.html` shows the pictures. */
export default defineConfig({
  ...base,
  testDir: ".",
  outputDir: "../../test-results/pictures",
  globalSetup: "../e2e/fixtures/prepare.ts",
  workers: 2,
  reporter: [["list"], ["html", { outputFolder: "../../test-results/shots", open: "never" }]],
  projects: Object.entries({ desktop, phone }).flatMap(([name, use]) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${name}-${colorScheme}`,
      use: { ...use, colorScheme },
    })),
  ),
});
