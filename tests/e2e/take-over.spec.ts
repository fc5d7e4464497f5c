import type { Page } from "@playwright/test";
import { expectPaintedFirst, waitForScripts } from "./fixtures/api";
import { createCouple, enterAs } from "./fixtures/couple";
import { expect, test } from "./fixtures/test";

declare global {
  interface Window {
    /** Work for later tasks that the test holds back; null once it may run. */
    heldWork: (() => void)[] | null;
  }
}

/** Holds back what a page leaves for its next task, such as the take-over of its parts. */
const holdTasks = (page: Page) =>
  page.addInitScript(() => {
    const held: (() => void)[] = [];
    window.heldWork = held;
    const wait = window.setTimeout.bind(window);
    window.setTimeout = ((work: () => void, delay = 0, ...rest: unknown[]) =>
      delay === 0 && window.heldWork ? held.push(work) : wait(work, delay, ...rest)) as never;
  });

const releaseTasks = (page: Page) =>
  page.evaluate(() => {
    const held = window.heldWork ?? [];
    window.heldWork = null;
    for (const work of held) work();
  });

test("a member's page is painted before it asks for its scripts", async ({ page, server }) => {
  const { ada, path } = await createCouple(server);
  await enterAs(page.context(), server, ada);
  for (const opened of ["/conversations", path, "/profile"]) await expectPaintedFirst(page, opened);
});

test("a part of a page works as without scripts until they take it over, each in a task of its own", async ({
  page,
  server,
}) => {
  const { ada, path } = await createCouple(server);
  await enterAs(page.context(), server, ada);
  await holdTasks(page);
  await page.goto("/conversations");
  const html = page.locator("html");
  const card = page.getByRole("article");
  await expect.poll(() => page.evaluate(() => window.heldWork?.length)).toBeGreaterThan(0);
  await expect(html).not.toHaveAttribute("data-scripts");
  await expect(card.getByText(/^Expires in/)).toBeVisible();
  // The browser follows the link itself, so the conversation is a document of its own.
  await card.getByRole("link").click();
  await expect(page.getByRole("log")).toBeVisible();
  const opened = () => page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name);
  expect(new URL((await opened()) ?? "").pathname).toBe(path);
  await expect.poll(() => page.evaluate(() => window.heldWork?.length)).toBeGreaterThan(0);
  await expect(html).not.toHaveAttribute("data-scripts");
  await releaseTasks(page);
  await waitForScripts(page);
  await page.getByRole("link", { name: /Back/ }).first().click();
  await expect(card).toBeVisible();
  expect(new URL((await opened()) ?? "").pathname).toBe(path);
});

test("an answer that changes the page before its parts are taken over leaves each part there once", async ({
  page,
  server,
}) => {
  const { ada } = await createCouple(server);
  server.runSql(`update members set email_verified_at = 1 where id = '${ada.user.user_id}'`);
  await enterAs(page.context(), server, ada);
  await holdTasks(page);
  await page.goto("/conversations");
  const question = page.getByRole("button", { name: "No, thanks" });
  await expect.poll(() => page.evaluate(() => window.heldWork?.length)).toBeGreaterThan(0);
  await question.click();
  await expect(question).toHaveCount(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-scripts");
  await releaseTasks(page);
  await waitForScripts(page);
  for (const part of ["banner", "article", "contentinfo"] as const) {
    await expect(page.getByRole(part)).toHaveCount(1);
  }
  await expect(page.getByRole("heading")).toHaveText([
    "Today's Happenstance",
    /Bo Achterberg$/,
    "Your next introduction",
    "Past conversations",
  ]);
  await expect(page.getByRole("article").getByText(/Expires in .*your time/)).toBeVisible();
});

/** Ids that two elements of the page have, and ids that an element names and none has. */
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

test("no two elements of a page share an id, and each id that one names is there, also where it was rendered later", async ({
  page,
  server,
}) => {
  const { ada } = await createCouple(server);
  await enterAs(page.context(), server, ada);
  await page.goto("/profile");
  await waitForScripts(page);
  await page.getByRole("button", { name: "Delete Account" }).click();
  await expect(page.getByRole("alertdialog", { name: /./ })).toBeVisible();
  expect(await findWrongIds(page)).toEqual({ doubled: [], missing: [] });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Edit Profile" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Name is required")).toBeVisible();
  expect(await findWrongIds(page)).toEqual({ doubled: [], missing: [] });
});
