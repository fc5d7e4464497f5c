import type { Page } from "@playwright/test";
import {
  type Account,
  callApi,
  enter,
  register,
  signInAdmin,
  waitForScripts,
} from "./fixtures/api";
import { expect, test } from "./fixtures/test";

test.use({ world: "desk" });
test.describe.configure({ mode: "serial" });

let admin: Account;
let reporter: Account;
let reported: Account;

test.beforeAll(async ({ server }) => {
  admin = await signInAdmin(server.url);
  reporter = await register(server.url, "Rita Reader");
  reported = await register(server.url, "Hugo Harsh");
  await server.runCron();
  const { url } = server;
  const { conversation } = await callApi<{ conversation: { id: string } }>(
    url,
    "GET",
    "/api/pairings/current",
    { token: reported.token },
  );
  const path = `/api/pairings/conversation/${conversation.id}/messages`;
  await callApi(url, "POST", path, { token: reporter.token, body: { content: "Good evening." } });
  await callApi(url, "POST", path, {
    token: reported.token,
    body: { content: "Go away, you fool." },
  });
  await callApi(url, "POST", `/api/reports/${reported.id}`, {
    token: reporter.token,
    body: { reason: "harassment", details: "He insulted me at once." },
  });
});

/** Goes on with Tab until something has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "textbox" | "combobox") {
  const target = page.getByRole(role, { name, exact: true });
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by Tab`);
}

test("a case from the report to the reporter's answer, by keyboard alone", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  test.setTimeout(120_000);
  consoleWatch.expect(/status of 400.*admin\/confirm/);
  const { url } = server;
  await enter(context, url, admin);
  await page.goto("/admin/reports?status=open");
  await expect(page).toHaveURL(/\/admin\/confirm\?next=/);
  await waitForScripts(page);
  await tabTo(page, "Password", "textbox");
  await page.keyboard.type("not mine");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Current password is incorrect");
  await tabTo(page, "Password", "textbox");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(admin.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/reports\?status=open$/);
  await page.goto("/admin/reports");
  await waitForScripts(page);

  await page.keyboard.press("?");
  await expect(page.getByRole("region", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: /Hugo Harsh/ })).toBeFocused();
  await page.keyboard.press("o");
  await expect(page.getByText("He insulted me at once.")).toBeVisible();
  await expect(page.getByText("Seal intact")).toBeVisible();
  await expect(page.getByText("Go away, you fool.")).toBeVisible();

  await page.keyboard.press("s");
  await expect(page.getByRole("combobox", { name: "Decision" })).toBeFocused();
  await page.keyboard.type("Suspend");
  await tabTo(page, "To the member", "textbox");
  await page.keyboard.type("You insulted your partner.");
  await tabTo(page, "Suspend and resolve", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Done, and resolved")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Hugo Harsh" }).first();
  await expect(row.getByText("Acted on")).toBeVisible();
  await expect(row.getByRole("button", { name: "Undo" })).toBeVisible();

  await enter(context, url, reported);
  await page.goto("/conversations");
  await expect(page).toHaveURL(/\/account\/standing$/);
  await waitForScripts(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is suspended");
  await expect(page.getByText("You insulted your partner.")).toBeVisible();
  await tabTo(page, "Why is the decision wrong?", "textbox");
  await page.keyboard.type("It was a quotation from a play.");
  await tabTo(page, "Send appeal", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your appeal has been received. Another person")).toBeVisible();

  await enter(context, url, admin);
  await page.goto("/admin/appeals");
  await waitForScripts(page);
  await expect(page.getByText("It was a quotation from a play.")).toBeVisible();
  await tabTo(page, "Answer to the member", "textbox");
  await page.keyboard.type("We read it again: it is from a play.");
  await tabTo(page, "Overturn and lift", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("overturned")).toBeVisible();

  await enter(context, url, reported);
  await page.goto("/account/standing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Your account is in good standing",
  );
  await expect(page.getByText("We read it again: it is from a play.")).toBeVisible();
  await page.goto("/conversations");
  await expect(page).toHaveURL(/\/conversations$/);

  await enter(context, url, reporter);
  await page.goto("/profile");
  const own = page.getByRole("region", { name: "Your reports" });
  await expect(own.getByText("Acted on")).toBeVisible();
  await expect(own).not.toContainText("insulted your partner");
});

test("a resolved report stays in its place with Undo; a second click does nothing else", async ({
  page,
  context,
  server,
}) => {
  await enter(context, server.url, admin);
  await page.goto("/admin/reports");
  await waitForScripts(page);
  await page.getByRole("link", { name: /Hugo Harsh/ }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The report is open again")).toBeVisible();
  await page.getByRole("button", { name: "Resolve: no breach" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Hugo Harsh" }).first();
  await expect(row.getByText("No breach")).toBeVisible();
  await row.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByText("No breach")).toHaveCount(0);
});

test("the member's page, a position behind a click, the search and the audit", async ({
  page,
  context,
  server,
}) => {
  await enter(context, server.url, admin);
  await page.goto("/admin/search?q=hugo");
  await waitForScripts(page);
  await page
    .getByRole("link", { name: /Hugo Harsh/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hugo Harsh");
  await expect(page.getByText("Appeal: overturned")).toBeVisible();
  await page.getByRole("button", { name: "Show (audited)" }).click();
  await expect(page.getByText("None", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByText("View position")).toBeVisible();
  await expect(page.getByText("Open evidence").first()).toBeVisible();
});

test("the desk works on a phone", async ({ page, context, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(context, server.url, admin);
  for (const path of ["/admin/reports", "/admin/members", "/admin/audit", "/admin/appeals"]) {
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([path, overflow]).toEqual([path, 0]);
  }
  await page.goto("/admin/reports");
  await page.getByRole("link", { name: /Hugo Harsh/ }).click();
  await expect(page.getByText("He insulted me at once.")).toBeVisible();
  await expect(page.getByRole("link", { name: "All reports" })).toBeVisible();
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("a report is resolved and a decision taken by plain forms", async ({
    page,
    context,
    server,
  }) => {
    await enter(context, server.url, admin);
    await page.goto("/admin/reports?status=open");
    await page.getByRole("link", { name: /Hugo Harsh/ }).click();
    await page.getByRole("button", { name: "Resolve: no breach" }).click();
    await expect(page.getByText("No breach found,")).toBeVisible();
  });
});
