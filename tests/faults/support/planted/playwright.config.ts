import config from "../../../../playwright.config";

/** The browser tests' project as it is, with one test that fails. */
export default {
  ...config,
  testDir: ".",
  testMatch: "fails-in-browser.ts",
  globalSetup: undefined,
};
