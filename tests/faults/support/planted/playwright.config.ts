import config from "../../../../playwright.config";

/** The browser tests' own configuration, but with one test, which fails. */
export default {
  ...config,
  testDir: ".",
  testMatch: "fails-in-browser.ts",
  globalSetup: undefined,
};
