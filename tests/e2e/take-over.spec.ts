import type { Page } from "@playwright/test";
import { expectPaintedFirst, waitForScripts } from "./fixtures/api";
import { expect, test } from "./fixtures/test";

declare global {
  interface Window {
    /** Work for later tasks that the test holds; null once it may run. */
    heldWork: (() => void)[] | null;
  }
}

/** Holds the work that a page leaves for its next task, such as the take-over of its parts by scripts. */
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

test("a member's page is painted before it asks for its scripts", async ({ couple, ada }) => {
  for (const opened of ["/conversations", couple.path, "/profile"])
    await expectPaintedFirst(ada, opened);
});

test("a part of a page works as without scripts until a later task takes it over", async ({
  couple,
  ada,
}) => {
  await holdTasks(ada);
  await ada.goto("/conversations");
  const html = ada.locator("html");
  const card = ada.getByRole("article");
  await expect.poll(() => ada.evaluate(() => window.heldWork?.length)).toBeGreaterThan(0);
  await expect(html).not.toHaveAttribute("data-scripts");
  await expect(card.getByText(/^Expires in/)).toBeVisible();
  // The browser follows the link itself, so the conversation is a new document.
  await card.getByRole("link").click();
  await expect(ada.getByRole("log")).toBeVisible();
  const opened = () => ada.evaluate(() => performance.getEntriesByType("navigation")[0]?.name);
  expect(new URL((await opened()) ?? "").pathname).toBe(couple.path);
  await expect.poll(() => ada.evaluate(() => window.heldWork?.length)).toBeGreaterThan(0);
  await expect(html).not.toHaveAttribute("data-scripts");
  await releaseTasks(ada);
  await waitForScripts(ada);
  await ada.getByRole("link", { name: /Back/ }).first().click();
  await expect(card).toBeVisible();
  expect(new URL((await opened()) ?? "").pathname).toBe(couple.path);
});

test("an answer that changes the page before the take-over leaves each part on the page once", async ({
  couple,
  ada,
  server,
}) => {
  server.runSql(`update members set email_verified_at = 1 where id = '${couple.ada.user.user_id}'`);
  await holdTasks(ada);
  await ada.goto("/conversations");
  const question = ada.getByRole("button", { name: "No, thanks" });
  await expect.poll(() => ada.evaluate(() => window.heldWork?.length)).toBeGreaterThan(0);
  await question.click();
  await expect(question).toHaveCount(0);
  await expect(ada.locator("html")).not.toHaveAttribute("data-scripts");
  await releaseTasks(ada);
  await waitForScripts(ada);
  for (const part of ["banner", "article", "contentinfo"] as const) {
    await expect(ada.getByRole(part)).toHaveCount(1);
  }
  await expect(ada.getByRole("heading")).toHaveText([
    "Today's Happenstance",
    /Bo Achterberg$/,
    "Your next introduction",
    "Past conversations",
  ]);
  await expect(ada.getByRole("article").getByText(/Expires in .*your time/)).toBeVisible();
});

/** Ids that two elements of the page have, and ids that an element names but no element has. */
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

test("no two elements share an id, and each named id exists, also in parts that scripts render later", async ({
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
