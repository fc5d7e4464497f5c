import type { Page } from "@playwright/test";
import { enter, waitForScripts } from "./fixtures/api";
import { signInAdmin } from "./fixtures/members";
import { holdRequests } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const SCRIPTS = "**/assets/*.js";

test("a member's page is painted and usable before its scripts have loaded", async ({
  couple,
  ada,
}) => {
  const sendScripts = await holdRequests(ada, SCRIPTS);
  await ada.goto("/conversations", { waitUntil: "domcontentloaded" });
  const card = ada.getByRole("article");
  await expect(card.getByText(/^Expires in/)).toBeVisible();
  await expect
    .poll(() => ada.evaluate(() => performance.getEntriesByName("first-contentful-paint").length))
    .toBe(1);
  await card.getByRole("link").click({ noWaitAfter: true });
  await expect(ada.getByRole("log")).toBeVisible();
  await ada.getByLabel("Type a message...").fill("Sent before the scripts");
  await ada.getByRole("button", { name: "Send message" }).click({ noWaitAfter: true });
  await expect(ada.getByRole("log")).toContainText("Sent before the scripts");
  await expect(ada).toHaveURL(couple.path);
  await expect(ada.locator("html")).not.toHaveAttribute("data-scripts");
  sendScripts();
  await waitForScripts(ada);
  await expect(ada.getByRole("log").getByText("Sent before the scripts")).toHaveCount(1);
});

/** Changes by browser extensions, password managers and translators, named by their place in the page. */
const PLACES: Record<string, () => void> = {
  nowhere: () => {},
  "at the start of the head": () =>
    document.head.insertAdjacentElement("afterbegin", document.createElement("meta")),
  "at the end of the head": () =>
    document.head.insertAdjacentElement("beforeend", document.createElement("meta")),
  "at the start of the body": () =>
    document.body.insertAdjacentElement("afterbegin", document.createElement("div")),
  "at the end of the body": () =>
    document.body.insertAdjacentElement("beforeend", document.createElement("div")),
  "after the body": () =>
    document.body.insertAdjacentElement("afterend", document.createElement("div")),
  "beside each field": () => {
    for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select"))
      field.insertAdjacentElement("afterend", document.createElement("span"));
  },
};

/**
 * All forms but the first are tested only with these changes, and the conversation only with the first two. React
 * renders the whole document again after any change in the head or the body, so one such change is enough.
 */
const SOME = ["nowhere", "at the start of the body", "beside each field"];

const FORMS = [
  ["/login", "Email Address", 1, Object.keys(PLACES)],
  ["/signup", "Full Name", 1, SOME],
  ["/profile/edit", "Bio", 1, SOME],
  ["the conversation", "Type a message...", 3, SOME.slice(0, 2)],
] as const;

for (const [form, label, speed, places] of FORMS) {
  const slowly = speed > 1 ? ", on a slow processor" : "";
  test(`${form}: typed text stays through hydration, whatever browser extensions put into the page${slowly}`, async ({
    couple,
    ada,
    openPerson,
    consoleWatch,
  }) => {
    consoleWatch.expect(/Minified React error #(?:418|423|425)/);
    const isPublic = form === "/login" || form === "/signup";
    const page = isPublic ? await openPerson() : ada;
    const path = form.startsWith("/") ? form : couple.path;
    // An e-mail field drops a space at its end whenever its value is set, so dots replace the spaces.
    const words = (text: string) => (form === "/login" ? text.replaceAll(" ", ".") : text);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: speed });
    for (const place of places) {
      await test.step(place, async () => {
        const sendScripts = await holdRequests(page, SCRIPTS);
        await page.goto(path, { waitUntil: "domcontentloaded" });
        const field = page.getByLabel(label);
        await field.fill("");
        await field.pressSequentially(words("typed early"));
        // Browsers don't reveal the position of the caret in an e-mail field.
        if (form !== "/login") await page.keyboard.press("ArrowLeft");
        await page.evaluate(PLACES[place] as () => void);
        sendScripts();
        await page.keyboard.type(words(" and on"), { delay: 20 });
        await waitForScripts(page);
        const typed = form === "/login" ? "typed.early.and.on" : "typed earl and ony";
        await expect(field).toHaveValue(typed);
        await expect(field).toBeFocused();
        await page.keyboard.type("!");
        await expect(field).toHaveValue(form === "/login" ? `${typed}!` : "typed earl and on!y");
      });
    }
    if (form === "the conversation") {
      await page.keyboard.press("Enter");
      await expect(page.getByRole("log").getByText("typed earl and on!y")).toBeVisible();
    }
  });
}

const findWrongIds = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const named = [...document.querySelectorAll("body :not(dialog:not([open]))")].flatMap((one) =>
      ["for", "aria-labelledby", "aria-describedby", "popovertarget"].flatMap(
        (name) => one.getAttribute(name)?.split(" ") ?? [],
      ),
    );
    return {
      doubled: ids.filter((id, at) => ids.indexOf(id) !== at),
      missing: named.filter((id) => !ids.includes(id)),
    };
  });

test("no two elements share an id, and no reference names a missing id, even in parts that scripts render later", async ({
  ada,
}) => {
  await ada.goto("/profile");
  await waitForScripts(ada);
  await ada.getByRole("button", { name: "Delete Account" }).click();
  await expect(ada.getByRole("alertdialog", { name: /./ })).toBeVisible();
  expect(await findWrongIds(ada)).toEqual({ doubled: [], missing: [] });
  await ada.getByRole("button", { name: "Cancel" }).click();
  await ada.getByRole("link", { name: "Edit Profile" }).first().click();
  await expect(ada.getByRole("heading", { level: 1 })).toBeFocused();
  await ada.getByLabel("Name", { exact: true }).fill("");
  await ada.getByRole("button", { name: "Save Changes" }).click();
  await expect(ada.getByText("Name is required")).toBeVisible();
  expect(await findWrongIds(ada)).toEqual({ doubled: [], missing: [] });
});

/**
 * Finds attributes that React renders differently from the server. React's production build doesn't report these in the
 * console, although it reports all other differences.
 */
const findWrongAttributes = (page: Page) =>
  page.evaluate(() => {
    // Skips props that can't be read as attributes (handlers, children, the nonce), the values of forms, and attributes
    // that scripts set.
    const skipped =
      /^(?:on.*|children|nonce|(?:default)?(?:value|checked)|selected|style|datascripts)$/;
    const toKey = (name: string) =>
      name
        .toLowerCase()
        .replaceAll("-", "")
        .replace(/^class$/, "classname")
        .replace(/^for$/, "htmlfor");
    const isSame = (attribute: string | undefined, rendered: unknown) =>
      attribute === undefined
        ? rendered === undefined || rendered === null || rendered === false
        : attribute === String(rendered) || (attribute === "" && rendered === true);
    const react = Object.keys(document.documentElement).find((key) => /^__reactProps/.test(key));
    if (!react) throw new Error("React has not rendered this page");
    return [...document.querySelectorAll("*")].flatMap((element) => {
      const props = Object.entries<unknown>(Reflect.get(element, react) ?? {});
      if (props.length === 0) return [];
      const rendered = new Map(props.map(([name, value]) => [toKey(name), value]));
      if (rendered.has("suppresshydrationwarning")) return [];
      const attributes = new Map(
        [...element.attributes].map(({ name, value }) => [toKey(name), value]),
      );
      return [...new Set([...rendered.keys(), ...attributes.keys()])]
        .filter((key) => !skipped.test(key) && !isSame(attributes.get(key), rendered.get(key)))
        .map((key) => `${element.tagName} ${key}: ${attributes.get(key)} for ${rendered.get(key)}`);
    });
  });

test("React renders each page exactly as the server has rendered it", async ({
  couple,
  server,
  openPerson,
  consoleWatch,
}) => {
  const page = await openPerson({ locale: "de-DE", timezoneId: "Asia/Kathmandu" });
  const visit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path);
      await waitForScripts(page);
      expect.soft(await findWrongAttributes(page), path).toEqual([]);
      expect.soft(consoleWatch.unexpected, path).toEqual([]);
    }
  };
  await visit(["/login", "/signup", "/forgot"]);
  await enter(page, server.url, couple.ada);
  await visit(["/conversations", couple.path, "/profile", "/profile/edit", "/settings"]);
  await visit(["/profile/notifications", "/profile/email", "/profile/passkeys"]);
  await visit(["/profile/reset-password", `/user/${couple.bo.id}`, "/account/standing"]);
  await enter(page, server.url, await signInAdmin(server));
  await visit(["/admin", "/admin/appeals", "/admin/members", "/admin/runs"]);
});
