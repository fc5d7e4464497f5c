import type { Page } from "@playwright/test";
import { waitForScripts } from "./fixtures/api";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const field = (page: Page) => page.getByLabel("Type a message...");

/**
 * For each browser, a function that is missing in versions that are too old. In this order: before Chrome 120, Safari
 * 17.4 and Firefox 128.
 */
const OLDER: Record<string, () => void> = {
  "URL.canParse": () => Reflect.deleteProperty(URL, "canParse"),
  "Promise.withResolvers": () => Reflect.deleteProperty(Promise, "withResolvers"),
  CSSPropertyRule: () => Reflect.deleteProperty(window, "CSSPropertyRule"),
};

test("a browser that is too old runs no scripts, and its pages work as with scripts off", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/Content Security Policy/);
  await couple.bo.api.post(`/api/pairings/conversation/${couple.conversationId}/messages`, {
    data: { content: "See https://example.com/a" },
  });
  for (const [missing, remove] of Object.entries(OLDER)) {
    const page = await ada.context().newPage();
    await page.addInitScript(remove);
    await page.goto(couple.path);
    await expect(page.getByRole("log").getByRole("link")).toHaveText("https://example.com/a");
    await field(page).fill(`Without ${missing}`);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("log").getByText(`Without ${missing}`)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "none");
    await page.goto("/about");
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "none");
  }
});

test("pages need no function that is newer than the supported browsers", async ({
  couple,
  ada,
}) => {
  await ada.addInitScript(() => {
    const newer: [object, string[]][] = [
      [URL, ["parse"]],
      [Promise, ["try"]],
      [RegExp, ["escape"]],
      [Math, ["sumPrecise"]],
      [Error, ["isError"]],
      [Uint8Array, ["fromBase64", "fromHex"]],
      [Uint8Array.prototype, ["toBase64", "toHex"]],
      [Set.prototype, ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf"]],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ["map", "filter", "take", "drop"],
      ],
      [Element.prototype, ["moveBefore"]],
      [Document.prototype, ["startViewTransition"]],
      [Response.prototype, ["bytes"]],
      [window, ["scheduler", "Iterator", "Float16Array", "Temporal"]],
      [Intl, ["DurationFormat"]],
    ];
    for (const [owner, names] of newer)
      for (const name of names) Reflect.deleteProperty(owner, name);
  });
  for (const path of ["/", "/conversations", couple.path, "/profile/edit", "/settings"]) {
    await ada.goto(path);
    await waitForScripts(ada);
  }
});

test("a page that fails shows no stack trace", async ({ couple, ada, consoleWatch }) => {
  consoleWatch.expect(/./);
  await ada.addInitScript(() => Reflect.deleteProperty(Array.prototype, "findLast"));
  await ada.goto(couple.path);
  await expect(ada.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(ada.locator("body")).not.toContainText(/\.js:\d+|TypeError/);
});

test("pages log no error if the browser blocks storage", async ({ couple, ada }) => {
  await ada.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    }
  });
  for (const path of ["/", "/conversations", couple.path]) {
    await ada.goto(path);
    await waitForScripts(ada);
  }
  await ada.getByRole("link", { name: /Back/ }).first().click();
  await expect(ada.getByRole("article")).toBeVisible();
});

/** Safari reports the key that ends a composition only after the end of the composition, with the key code 229. */
const pressAsSafari = (page: Page, key: string) =>
  page.evaluate((pressed) => {
    const event = new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true });
    Object.defineProperty(event, "keyCode", { value: 229 });
    document.activeElement?.dispatchEvent(event);
  }, key);

test("in Safari, the key that ends a composition neither sends the message nor leaves the field", async ({
  couple,
  ada,
}) => {
  await ada.goto(couple.path);
  await waitForScripts(ada);
  await field(ada).fill("半分の文");
  await pressAsSafari(ada, "Enter");
  await expect(field(ada)).toHaveValue("半分の文");
  await pressAsSafari(ada, "Escape");
  await expect(field(ada)).toBeFocused();
  await field(ada).press("Enter");
  await expect(field(ada)).toHaveValue("");
});

test("no field cuts off a text that the server accepts", async ({ couple, request }) => {
  const headers = { cookie: `session=${couple.ada.token}` };
  for (const path of [couple.path, "/profile/edit", "/profile/passkeys", "/conversations"]) {
    const page = await request.get(path, { headers });
    expect(page.url()).toContain(path);
    const html = await page.text();
    expect(html).toMatch(/<h[12]/);
    expect(html).not.toMatch(/maxlength/i);
  }
});
