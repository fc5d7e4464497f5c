import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The calls that a browser's driver must offer. {@link Tab} needs no others. */
export interface Driver {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page. The function can use its arguments, but nothing else of this file. */
  evaluate<Args extends unknown[], Answer>(
    work: (...args: Args) => Answer,
    ...args: Args
  ): Promise<Answer>;
  click(selector: string): Promise<void>;
  /** A line feed in `keys` stands for Enter. */
  type(selector: string, keys: string): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Uint8Array>;
  /**
   * The errors in the page's console since the session was opened. Always empty if the driver can't read the console.
   */
  errors(): string[];
}

export interface Browser {
  name: string;
  version: string;
  /** Opens a session that shares nothing with the others. */
  open(): Promise<Driver>;
  close(): Promise<void>;
}

const PICTURES = fileURLToPath(new URL("../../test-results/browsers/", import.meta.url));

const PATIENCE_MS = 30_000;
const LOOK_MS = 100;
/** The attribute that marks the element found in the page, so that the driver's selector finds the same element. */
const FOUND = "data-found";

/** A page, used as a person uses it: by labels, names of buttons, and texts. */
export class Tab {
  constructor(
    readonly driver: Driver,
    readonly origin: string,
    /** The beginning of the file names of the tab's pictures. */
    readonly name: string,
  ) {}

  async goto(path: string): Promise<void> {
    await this.driver.goto(this.origin + path);
    await this.waitFor("the scripts", () => document.documentElement.dataset.scripts === "ready");
  }

  /** Waits until `look` returns true in the page. */
  async waitFor<Args extends unknown[]>(
    what: string,
    look: (...args: Args) => boolean,
    ...args: Args
  ): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      // The call fails while the browser leaves the page.
      const isThere = await this.driver.evaluate(look, ...args).catch(() => false);
      if (isThere) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn't count
    const text = await this.driver.evaluate(() => document.body.innerText).catch(String);
    await this.keepPicture("failed").catch(() => undefined);
    throw new Error(`No ${what} at ${await this.driver.url()}, but:\n${text.slice(0, 2_000)}`);
  }

  async keepPicture(what: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(join(PICTURES, `${this.name}-${what}.png`), await this.driver.screenshot());
  }

  waitForText(text: string): Promise<void> {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn't count
    return this.waitFor(`'${text}'`, (words) => document.body.innerText.includes(words), text);
  }

  waitForPath(pattern: RegExp): Promise<void> {
    return this.waitFor(
      `address like ${pattern}`,
      (source) => new RegExp(source).test(location.pathname),
      pattern.source,
    );
  }

  async fill(label: string, text: string): Promise<void> {
    await this.driver.type(await this.#find("field", label), text);
  }

  /** Sets the value by script, because each browser shows fields such as dates and choices in its own way. */
  async set(label: string, value: string): Promise<void> {
    const selector = await this.#find("field", label);
    await this.driver.evaluate(
      (query, text) => {
        const field = document.querySelector<HTMLInputElement>(query);
        if (!field) throw new Error(`no ${query}`);
        const { set } =
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
        set?.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
        field.dispatchEvent(new Event("change", { bubbles: true }));
      },
      selector,
      value,
    );
  }

  /** Clicks the last button, link or menu item of that name on the page. */
  async click(name: string): Promise<void> {
    const selector = await this.#find("control", name);
    try {
      await this.driver.click(selector);
    } catch (error) {
      await this.keepPicture("failed");
      throw error;
    }
  }

  async #find(kind: "field" | "control", name: string): Promise<string> {
    await this.waitFor(
      `${kind} '${name}'`,
      (mark, wanted, what) => {
        for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
        const nameOf = (element: Element) =>
          (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
        const isSeen = (element: Element) => element.getClientRects().length > 0;
        const found =
          what === "field"
            ? [...document.querySelectorAll<HTMLInputElement>("input, select, textarea")].filter(
                (field) =>
                  field.getAttribute("aria-label") === wanted ||
                  field.placeholder === wanted ||
                  [...(field.labels ?? [])].some((one) => one.textContent?.trim() === wanted),
              )
            : [...document.querySelectorAll("button, a, [role=menuitem]")].filter(
                (control) => nameOf(control) === wanted,
              );
        const last = found.filter(isSeen).at(-1);
        last?.scrollIntoView({ block: "center", behavior: "instant" });
        last?.setAttribute(mark, "");
        return last !== undefined;
      },
      FOUND,
      name,
      kind,
    );
    return `[${FOUND}]`;
  }
}
