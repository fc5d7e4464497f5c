import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { Builder, By, Key, type WebDriver } from "selenium-webdriver";
import { findFreePort } from "~/scripts/lib/launch.mjs";
import type { Browser, Driver } from "./browser";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY_SERVER = "/usr/bin/Xvfb";

/**
 * WebKitGTK's own small browser by WebDriver, on a display of its own. Playwright's WebKit is a build of its own, which
 * is not the one that is installed.
 */
export async function launchWebKit(): Promise<Browser> {
  const binary = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").at(0);
  if (!binary || !existsSync(DRIVER) || !existsSync(DISPLAY_SERVER)) {
    throw new Error("WebKitGTK is not installed (Debian: webkit2gtk-driver and xvfb)");
  }
  const processes: ChildProcess[] = [];
  const sessions: WebDriver[] = [];
  const display = await startDisplay(processes);
  const open = async (): Promise<WebDriver> => {
    // A driver has one session.
    const port = await findFreePort();
    const env = { ...process.env, DISPLAY: display };
    processes.push(spawn(DRIVER, [`--port=${port}`], { env, stdio: "ignore" }));
    const url = `http://127.0.0.1:${port}`;
    await waitForAnswer(`${url}/status`);
    const session = await new Builder()
      .usingServer(url)
      .withCapabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary, args: ["--automation"] },
      })
      .build();
    sessions.push(session);
    return session;
  };
  const first = await open();
  const version = (await first.getCapabilities()).get("browserVersion");
  const waiting = [first];
  return {
    name: "webkit",
    version: `webkitgtk/${version}`,
    async open(): Promise<Driver> {
      const session = waiting.pop() ?? (await open());
      await session.manage().window().setRect({ width: 1280, height: 900 });
      return {
        goto: (url) => session.get(url),
        url: () => session.getCurrentUrl(),
        evaluate: (work, ...args) =>
          session.executeScript(`return (${work})(...arguments)`, ...args),
        click: (selector) => session.findElement(By.css(selector)).click(),
        type: (selector, keys) =>
          session.findElement(By.css(selector)).sendKeys(keys.replaceAll("\n", Key.ENTER)),
        screenshot: async () => Buffer.from(await session.takeScreenshot(), "base64"),
        // The driver has no call for the console.
        errors: () => [],
      };
    },
    async close() {
      for (const session of sessions) await session.quit().catch(() => undefined);
      for (const one of processes.reverse()) one.kill();
    },
  };
}

/** @returns the display's name, once the server has chosen a free one */
function startDisplay(processes: ChildProcess[]): Promise<string> {
  const args = ["-displayfd", "3", "-screen", "0", "1400x1000x24"];
  const server = spawn(DISPLAY_SERVER, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  processes.push(server);
  return new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error("the display server ended")));
    server.stdio[3]?.once("data", (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
}

async function waitForAnswer(url: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await fetch(url).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no answer from ${url}`);
}
