import type { Page } from "@playwright/test";
import {
  type Account,
  callApi,
  enter,
  findConversation,
  register,
  signInAdmin,
  waitForScripts,
} from "./fixtures/api";
import { measureOverflow } from "./fixtures/layout";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();
test.describe.configure({ mode: "serial" });

let admin: Account;
let reporter: Account;
let reported: Account;
let conversation: string;

test.beforeAll(async ({ server }) => {
  admin = await signInAdmin(server.url);
  reporter = await register(server.url, "Rita Reader");
  reported = await register(server.url, "Hugo Harsh");
  await server.runCron();
  const { url } = server;
  const { token } = reported;
  conversation = `/conversation/${await findConversation(url, reported)}`;
  const path = `/api/pairings${conversation}/messages`;
  await callApi(url, "POST", path, { token: reporter.token, body: { content: "Good evening." } });
  await callApi(url, "POST", path, { token, body: { content: "Go away, you fool." } });
  await callApi(url, "POST", path, { token, body: { content: "I mean it." } });
});

type Role = "button" | "checkbox" | "textbox" | "combobox" | "menuitem";

/** Presses a key until an element has the focus. */
async function moveTo(page: Page, key: "Tab" | "ArrowDown", name: string | RegExp, role: Role) {
  const target = page.getByRole(role, { name, exact: true });
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${name} is not reached by ${key}`);
}

const tabTo = (page: Page, name: string | RegExp, role: Role) => moveTo(page, "Tab", name, role);

test("a case can be handled by keyboard alone, from the report to the reporter's answer", async ({
  page,
  server,
  consoleWatch,
  openPerson,
}) => {
  consoleWatch.expect(/status of 400.*admin\/(confirm|reports)/);
  const { url } = server;
  await enter(page, url, reporter);
  await page.goto(conversation);
  await waitForScripts(page);
  await tabTo(page, "Conversation menu", "button");
  await page.keyboard.press("Enter");
  await moveTo(page, "ArrowDown", "Report User", "menuitem");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Reason" })).toBeFocused();
  await page.keyboard.type("Harass");
  await tabTo(page, "Which message?", "combobox");
  // The newest message is the first option.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "Details", "textbox");
  await page.keyboard.type("He insulted me at once.");
  await tabTo(page, "Report User", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your report has been received.")).toBeVisible();

  await enter(page, url, admin);
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
  const named = page.getByRole("listitem").filter({ hasText: "Reported message" });
  await expect(named.last()).toContainText("Go away, you fool.");
  await expect(named.last()).not.toContainText("I mean it.");
  const tab = page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /^Reports/ });
  await expect(tab).toHaveText("Reports1 open");

  // Both members have the conversation open when the suspension ends it.
  const [theirs, partners] = [await openPerson(), await openPerson()];
  for (const [one, member] of [
    [theirs, reported],
    [partners, reporter],
  ] as const) {
    await enter(one, url, member);
    await one.goto(conversation);
    await expect(one.getByRole("textbox", { name: "Type a message..." })).toBeVisible();
    await waitForScripts(one);
  }

  await page.getByRole("button", { name: "Take this case" }).press("Enter");
  await expect(page.getByText("You have taken this case.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Hugo Harsh.*Yours/ })).toBeVisible();

  // No decision is preselected, and the form needs one.
  await page.keyboard.press("s");
  const decision = page.getByRole("combobox", { name: "Decision" });
  await expect(decision).toBeFocused();
  await expect(decision).toHaveValue("");
  await page.getByRole("button", { name: "Decide", exact: true }).press("Enter");
  await expect(page.getByText("Please choose a decision")).toBeVisible();
  await decision.focus();
  await page.keyboard.type("Suspend");
  await tabTo(page, "Start from a text", "combobox");
  await page.keyboard.type("Threats");
  await expect(page.getByRole("textbox", { name: "To the member" })).toHaveValue(
    /^You threatened your partner/,
  );
  await tabTo(page, "Suspend and resolve", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please fill in each blank […]").first()).toBeVisible();
  await page.getByRole("textbox", { name: "To the member" }).fill("");
  await tabTo(page, "To the member", "textbox");
  await page.keyboard.type("You insulted your partner.");
  await tabTo(page, "Suspend and resolve", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Done. The report is resolved.")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "Hugo Harsh" }).first();
  await expect(row.getByText("Acted on")).toBeVisible();
  await expect(row.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(tab).toHaveText("Reports");
  await expect(theirs).toHaveURL(/\/account\/standing$/);
  await expect(partners.getByText("This conversation has ended")).toBeVisible();
  await expect(partners).toHaveURL(conversation);
  await expect(partners.locator("body")).not.toContainText(/suspend/i);

  await enter(page, url, reported);
  await page.goto("/conversations");
  await expect(page).toHaveURL(/\/account\/standing$/);
  await waitForScripts(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is suspended");
  await expect(page.getByText("You insulted your partner.")).toBeVisible();
  await tabTo(page, "Why is the decision wrong?", "textbox");
  await page.keyboard.type("It was a quotation from a play.");
  await tabTo(page, "Send appeal", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your appeal has been received.")).toBeVisible();

  await enter(page, url, admin);
  await page.goto("/admin/appeals");
  await waitForScripts(page);
  await expect(page.getByText("It was a quotation from a play.")).toBeVisible();
  await expect(page.getByRole("link", { name: "this report" })).toHaveAttribute(
    "href",
    /\/admin\/reports\/[\w-]+$/,
  );
  await tabTo(page, "Answer to the member", "textbox");
  await page.keyboard.type("We read it again: it is from a play.");
  await tabTo(page, "Overturn and lift", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("overturned")).toBeVisible();

  await enter(page, url, reported);
  await page.goto("/account/standing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Your account is in good standing",
  );
  await expect(page.getByText("We read it again: it is from a play.")).toBeVisible();
  await page.goto("/conversations");
  await expect(page).toHaveURL(/\/conversations$/);

  await enter(page, url, reporter);
  await page.goto("/settings#own-reports");
  const own = page.getByRole("region", { name: "Your reports" });
  await expect(own.getByText("Acted on")).toBeVisible();
  await expect(own).not.toContainText("insulted your partner");
});

test("a resolved report stays in the list, and can be undone and resolved again", async ({
  page,
  server,
}) => {
  await enter(page, server.url, admin);
  await page.goto("/admin/reports");
  await waitForScripts(page);
  await page.getByRole("link", { name: /Hugo Harsh/ }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The report is open again")).toBeVisible();
  await page.getByRole("combobox", { name: "Decision" }).selectOption("No breach found");
  await page.getByRole("button", { name: "Resolve: no breach" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Hugo Harsh" }).first();
  await expect(row.getByText("No breach")).toBeVisible();
  await row.getByRole("button", { name: "Undo" }).click();
  await expect(row.getByText("No breach")).toHaveCount(0);
});

test("the search leads to a member's page, which shows the position by a click that the audit lists", async ({
  page,
  server,
}) => {
  await enter(page, server.url, admin);
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

test("the desk has no sideways scroll on a phone, and its filters work", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.url, admin);
  for (const tab of ["reports", "members", "audit", "appeals", "pairings", "runs", "blocks"]) {
    const path = `/admin/${tab}`;
    await page.goto(path);
    expect(await measureOverflow(page), path).toBe(0);
  }
  await page.goto("/admin/reports");
  await page.getByText("Filters").click();
  await page.getByLabel("Members reported before").check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Nothing matches.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.getByRole("link", { name: /Hugo Harsh/ })).toBeVisible();
  await page.getByText("Filters").click();
  await page.getByLabel("Made from").fill("2020-01-01");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/from=2020-01-01/);
  await page.getByRole("link", { name: /Hugo Harsh/ }).click();
  await expect(page.getByText("He insulted me at once.")).toBeVisible();
  await expect(page.getByRole("link", { name: "All reports" })).toBeVisible();
});

test.describe("under load", () => {
  const OPEN = 399;

  test.beforeAll(({ server }) => {
    // At most a day old, so that none is marked as late.
    server.runSql(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${OPEN})
      insert into reports (id, reporter_id, reported_id, reported_name, reason, details, evidence, created_at)
      select 'load-' || i, '${reporter.id}', '${reported.id}', 'Hugo Harsh', 'spam',
        'Report number ' || i, '[]', unixepoch() * 1000 - i * 1000 from n`);
  });

  test("400 reports have rows of 44 px in a scroller, a count, and the focus on the next report after a decision", async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 1366, height: 900 });
    await enter(page, server.url, admin);
    await page.goto("/admin/reports?status=open&reason=spam");
    await waitForScripts(page);
    const list = page.getByRole("list", { name: "Reports" });
    const rows = list.getByRole("listitem");
    await expect(rows).toHaveCount(50);
    const seen = await list.evaluate((element) => {
      const scroller = element.parentElement as HTMLElement;
      const bottom = Math.min(scroller.getBoundingClientRect().bottom, innerHeight);
      const boxes = [...element.children].map((row) => row.getBoundingClientRect());
      return {
        heights: [...new Set(boxes.map((box) => Math.round(box.height)))],
        whole: boxes.filter((box) => box.bottom <= bottom).length,
        isScroller: scroller.scrollHeight > scroller.clientHeight,
      };
    });
    expect(seen).toMatchObject({ heights: [44], isScroller: true });
    expect(seen.whole).toBeGreaterThanOrEqual(13);
    // The scrollers don't lengthen the page; only the site's footer and bars are below the window.
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(length).toBeLessThan(1.5 * 900);
    const tab = page
      .getByRole("navigation", { name: "Admin" })
      .getByRole("link", { name: /^Reports/ });
    await expect(tab).toHaveText("Reports99+ open");
    await expect(page.getByText("99+ open.")).toBeVisible();

    await rows.nth(20).getByRole("link").click();
    const head = page.getByRole("heading", { level: 2, name: "Spam or a scam" });
    await expect(head).toBeInViewport();
    await expect(rows.nth(20)).toBeInViewport();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole("combobox", { name: "Decision" }).selectOption("No breach found");
    await page.getByRole("button", { name: "Resolve: no breach" }).click();
    await expect(rows.nth(21).getByRole("link")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Report number/)).toHaveText(/Report number \d+/);
    await expect(head).toBeInViewport();
  });

  test("on a phone the link to the next report has the focus after a decision", async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, server.url, admin);
    await page.goto("/admin/reports?status=open&reason=spam");
    await waitForScripts(page);
    await page.getByRole("list", { name: "Reports" }).getByRole("link").first().click();
    await page.getByRole("combobox", { name: "Decision" }).selectOption("No breach found");
    await page.getByRole("button", { name: "Resolve: no breach" }).click();
    await expect(page.getByRole("link", { name: "Next open report" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Take this case" })).toBeVisible();
  });

  test.afterAll(({ server }) => server.runSql("delete from reports where id like 'load-%'"));
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("a report can be resolved without scripts", async ({ page, server }) => {
    await enter(page, server.url, admin);
    await page.goto("/admin/reports?status=open");
    await page.getByRole("link", { name: /Hugo Harsh/ }).click();
    await page.getByRole("combobox", { name: "Decision" }).selectOption("No breach found");
    await page.getByRole("button", { name: "Decide" }).click();
    await expect(page.getByText("No breach found,")).toBeVisible();
  });
});

test("a report that is opened on a phone takes the focus from the list, which is hidden then", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.url, admin);
  await page.goto("/admin/reports");
  await waitForScripts(page);
  await page.getByRole("link", { name: /Hugo Harsh/ }).click();
  await expect(page.getByText("He insulted me at once.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeFocused();
});

test("the audit has a line for each look, with all whom it showed", async ({ page, server }) => {
  await enter(page, server.url, admin);
  await page.goto("/admin/members");
  await page.goto("/admin/audit");
  const look = page.getByRole("listitem").filter({ hasText: "List members: " }).first();
  await expect(look).toContainText("Hugo Harsh");
  await expect(look).toContainText("Rita Reader");
});
