import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { findFreePort, launch } from "~/scripts/lib/launch.mjs";
import type { Browser, Driver } from "./browser";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY_SERVER = "/usr/bin/Xvfb";
/** WebDriver's key for an element in an answer, and its character for the Enter key (W3C WebDriver §11 and §17.4.2). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const ENTER = "\uE007";

/**
 * Starts the small browser that comes with WebKitGTK, under WebDriver and on its own display. Playwright's WebKit is
 * another build than the installed one. This file makes the few calls of the protocol itself, because Selenium would
 * install several large programs.
 */
export async function launchWebKit(): Promise<Browser> {
  const binary = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").at(0);
  if (!binary || !existsSync(DRIVER) || !existsSync(DISPLAY_SERVER)) {
    throw new Error("WebKitGTK is not installed (Debian: webkit2gtk-driver and xvfb)");
  }
  const endings: (() => unknown)[] = [];
  const display = await startDisplay(endings);
  const open = async () => {
    // A process of the driver can have only one session.
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const env = { ...process.env, DISPLAY: display };
    const driver = await launch([DRIVER, `--port=${port}`], { ready: `${url}/status`, env });
    endings.push(driver.stop);
    const browserOptions = { binary, args: ["--automation"] };
    const { sessionId, capabilities } = await call<Session>(`${url}/session`, "POST", {
      capabilities: {
        alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": browserOptions },
      },
    });
    const session = `${url}/session/${sessionId}`;
    endings.push(() => call(session, "DELETE").catch(() => undefined));
    return { session, version: capabilities.browserVersion };
  };
  const first = await open();
  const waiting = [first];
  return {
    name: "webkit",
    version: `webkitgtk/${first.version}`,
    async open(): Promise<Driver> {
      const { session } = waiting.pop() ?? (await open());
      const post = <Answer>(path: string, body: object) =>
        call<Answer>(`${session}/${path}`, "POST", body);
      const find = async (selector: string) => {
        const found = await post<Record<typeof ELEMENT, string>>("element", {
          using: "css selector",
          value: selector,
        });
        return `element/${found[ELEMENT]}`;
      };
      await post("window/rect", { width: 1280, height: 900 });
      return {
        goto: (url) => post("url", { url }),
        url: () => call(`${session}/url`, "GET"),
        evaluate: (work, ...args) =>
          post("execute/sync", { script: `return (${work})(...arguments)`, args }),
        click: async (selector) => post(`${await find(selector)}/click`, {}),
        type: async (selector, keys) =>
          post(`${await find(selector)}/value`, { text: keys.replaceAll("\n", ENTER) }),
        screenshot: async () => Buffer.from(await call(`${session}/screenshot`, "GET"), "base64"),
        // The driver has no call for the console.
        errors: () => [],
      };
    },
    async close() {
      for (const end of endings.reverse()) await end();
    },
  };
}

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

/** Makes one call of WebDriver. @throws Error with the driver's message */
async function call<Answer>(url: string, method: string, body?: object): Promise<Answer> {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await response.json()) as { value: Answer & { message: string } };
  if (!response.ok) throw new Error(`${method} ${url}: ${value.message}`);
  return value;
}

/** @returns the display's name, once the server has chosen a free one */
function startDisplay(endings: (() => unknown)[]): Promise<string> {
  const args = ["-displayfd", "3", "-screen", "0", "1400x1000x24"];
  const server: ChildProcess = spawn(DISPLAY_SERVER, args, {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  endings.push(() => server.kill());
  return new Promise((resolve, reject) => {
    server.once("exit", () => reject(new Error("the display server ended")));
    server.stdio[3]?.once("data", (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
}
