import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import type { Browser, Driver } from "~/tests/browsers/browser";

const PROGRAMS = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The installed Firefox, by WebDriver BiDi, because it lacks commands that Playwright's driver needs. */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = PROGRAMS.find((path) => path !== undefined && existsSync(path));
  if (!executablePath) throw new Error("Firefox is not installed (Debian: firefox-esr)");
  const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
  return {
    name: "firefox",
    version: await browser.version(),
    async open(): Promise<Driver> {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      page.on("pageerror", (error) => errors.push(`${error} at ${page.url()}`));
      return {
        goto: async (url) => void (await page.goto(url)),
        url: async () => page.url(),
        evaluate: async (work, ...args) =>
          (await page.evaluate(`(${work})(...${JSON.stringify(args)})`)) as ReturnType<typeof work>,
        click: (selector) => page.click(selector),
        async type(selector, keys) {
          const lines = keys.split("\n");
          for (const [i, line] of lines.entries()) {
            if (i > 0) await page.locator(selector).wait();
            const field = await page.$(selector);
            if (line) await field?.type(line);
            if (i < lines.length - 1) await field?.press("Enter");
          }
        },
        screenshot: () => page.screenshot(),
        errors: () => errors,
      };
    },
    close: () => browser.close(),
  };
}
