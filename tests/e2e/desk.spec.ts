import type { Page } from "@playwright/test";
import { callApi, enter, findConversation, waitForScripts } from "./fixtures/api";
import { measureOverflow } from "./fixtures/layout";
import { type Member, register, signInAdmin } from "./fixtures/members";
import { holdRequests } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();
test.describe.configure({ mode: "serial" });

let admin: Member;
let reporter: Member;
let reported: Member;
let conversation: string;

test.beforeAll(async ({ server }) => {
  admin = await signInAdmin(server);
  reporter = await register(server, "Rita Reader");
  reported = await register(server, "Hugo Harsh");
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

async function moveTo(page: Page, key: "Tab" | "ArrowDown", name: string | RegExp, role: Role) {
  const target = page.getByRole(role, { name, exact: true }).last();
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
  // Only the button of the newest message can be reached by Tab. The arrow keys lead to the others.
  await tabTo(page, "Message actions", "button");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await moveTo(page, "ArrowDown", "Report this message", "menuitem");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("combobox", { name: "Reason" })).toBeFocused();
  await expect(dialog.getByRole("blockquote")).toHaveText("Go away, you fool.");
  await page.keyboard.type("Harass");
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

  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: /Hugo Harsh/ })).toBeFocused();
  await page.keyboard.press("Enter");
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

  const decide = page.getByRole("button", { name: "Decide", exact: true });
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  // From here on, page data can't be loaded. This proves that a refused decision loads nothing, so the next key works at
  // once.
  const release = await holdRequests(page, /\.data\?/);
  await decide.press("Enter");
  await expect(page.getByText("Please choose a decision")).toBeVisible();
  // The prepared text quotes the reported message. Without such a message, the text would have a blank, which the test
  // types here.
  await page.keyboard.press("3");
  const words = page.getByRole("textbox", { name: "To the member" });
  await expect(page.getByRole("button", { name: "Suspend and resolve" })).toBeFocused();
  await expect(words).toHaveValue("You insulted your partner: “Go away, you fool.”.");
  await words.fill("You insulted your partner: “[…]”.");
  await tabTo(page, "Suspend and resolve", "button");
  await page.keyboard.press("Enter");
  await expect(words).toHaveAccessibleDescription(/Please fill in each blank \[…\]/);
  await expect(words).toBeFocused();
  release();
  await words.fill("");
  await page.keyboard.type("You insulted your partner.");
  await tabTo(page, "Suspend and resolve", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Suspended, and resolved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.getByText("No reports found.")).toBeVisible();
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

test("a resolved report can be opened again, and 'no breach' can be undone", async ({
  page,
  server,
}) => {
  await enter(page, server.url, admin);
  await page.goto("/admin/reports?status=resolved");
  await waitForScripts(page);
  const row = page.getByRole("list", { name: "Reports" }).getByRole("link", { name: /Hugo Harsh/ });
  await expect(row).toContainText("Acted on");
  await row.click();
  await page.getByRole("button", { name: "Open again" }).click();
  await expect(page.getByRole("radio", { name: "Acted on already" })).toBeVisible();
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Resolved: no breach found.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("radio", { name: "No breach" })).toBeVisible();
  await expect(page.getByText("Resolved: no breach found.")).toHaveCount(0);
});

test("the search leads to a member's page, and the audit shows what an admin has viewed about which member", async ({
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
  await page.goto("/admin/members");
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByText("View position")).toBeVisible();
  await expect(page.getByText("Open evidence").first()).toBeVisible();
  const look = page.getByRole("listitem").filter({ hasText: "List members: " }).first();
  await expect(look).toContainText("Hugo Harsh");
  await expect(look).toContainText("Rita Reader");
});

test("on a phone, the desk doesn't scroll sideways, and opening a report moves the focus to the heading", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, server.url, admin);
  for (const tab of ["reports", "members", "audit", "appeals", "runs"]) {
    const path = `/admin/${tab}`;
    await page.goto(path);
    expect(await measureOverflow(page), path).toBe(0);
  }
  await page.goto("/admin/reports");
  await waitForScripts(page);
  await page.getByRole("link", { name: /Hugo Harsh/ }).click();
  // Looks for a quotation, because the list shows the same words until the case is open.
  await expect(page.getByRole("blockquote").getByText("He insulted me at once.")).toBeVisible();
  expect(await measureOverflow(page)).toBe(0);
  await expect(page.getByRole("link", { name: "All reports" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeFocused();
});

test.describe("many cases", () => {
  const MEMBERS = 45;

  test.beforeAll(async ({ server }) => {
    // There are two reports about each member. One of those about member 2 says that they are under 18, and both about
    // member 5 are late (more than a day old).
    await server.runSql(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MEMBERS})
      insert into members (id, email, name, search_name, password_hash, dob, created_at)
        select 'load-' || i, 'load' || i || '@load.example', 'Member ' || i, 'member ' || i, 'x', '1990-01-01', 1
        from n;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MEMBERS})
      insert into reports (id, reporter_id, reported_id, reported_name, reason, details, evidence, created_at)
        select 'load-' || i || '-' || k.c, '${reporter.id}', 'load-' || i, 'Member ' || i,
          case when i = 2 and k.c = 1 then 'underage' else 'spam' end, 'Report ' || k.c || ' of number ' || i, '[]',
          unixepoch() * 1000 - i * 1000 - case when i = 5 then 100000000 else 0 end
        from n, (select 1 as c union all select 2) k;`);
  });

  test("all reports about a member are in one row, late ones come first, and cases can be decided by keyboard alone", async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 1366, height: 900 });
    await enter(page, server.url, admin);
    await page.goto("/admin/reports");
    await waitForScripts(page);
    const list = page.getByRole("list", { name: "Reports" });
    const rows = list.getByRole("link");
    await expect(rows).toHaveCount(46);
    await expect(rows.nth(0)).toContainText("Member 5");
    await expect(rows.nth(0)).toContainText("2 reports");
    await expect(rows.nth(0)).toContainText("Report 1 of number 5");
    await expect(rows.nth(1)).toContainText("Member 2");
    await page.getByRole("link", { name: "27 hours of 24 hours" }).click();
    const person = page.getByRole("heading", { level: 2, name: "Member 5" });
    await expect(person).toBeVisible();
    await expect(page.getByText(/^36 years · /)).toBeVisible();
    // Each list scrolls by itself. So the page is longer than the window only by the site's footer and bars.
    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(length).toBeLessThan(1.5 * 900);
    await page.getByRole("button", { name: "Decline" }).click();
    await page.setViewportSize({ width: 1366, height: 600 });
    await expect(page.getByRole("button", { name: "Decide", exact: true })).toBeInViewport();

    // Both reports of the case are marked. Pressing 1 and Enter resolves them, and opens the next case.
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(2);
    await page.keyboard.press("1");
    await expect(page.getByRole("button", { name: "Resolve: no breach" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: "Member 2" })).toBeVisible();
    await expect(rows).toHaveCount(45);

    // The report about somebody under 18 is decided separately. Then the other report about the same member follows.
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Decide this one by itself" })).toBeVisible();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article").getByText("Report 1 of number 2")).toHaveCount(0);
    await expect(page.getByRole("article").getByText("Report 2 of number 2")).toBeVisible();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("heading", { level: 2, name: "Member 1 Good standing" }),
    ).toBeVisible();

    // Decides only the marked report. Then the other report of the case follows.
    await page.getByRole("checkbox").first().uncheck();
    await page.keyboard.press("2");
    const words = page.getByRole("textbox", { name: "To the member" });
    await expect(words).toBeFocused();
    await page.keyboard.type("Buy this!");
    await expect(words).toHaveValue("You sent advertising to your partner: “Buy this!”.");
    await page.getByRole("button", { name: "Warn and resolve" }).click();
    await expect(page.getByText("Warned, and resolved.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "Member 1 Warned" })).toBeVisible();
    await expect(page.getByRole("radio", { name: "Acted on already" })).toBeVisible();
  });

  test("on a phone, the next case opens after a decision", async ({ page, server }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, server.url, admin);
    await page.goto("/admin/reports");
    await waitForScripts(page);
    await page.getByRole("link", { name: /Member 44/ }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Member 44" })).toBeVisible();
    await expect(page.getByRole("search")).toBeHidden();
    await page.getByRole("radio", { name: "No breach" }).check();
    await page.getByRole("button", { name: "Resolve: no breach" }).click();
    await expect(page.getByText("Resolved: no breach found.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "Member 43" })).toBeVisible();
  });

  test.describe("with scripts off", () => {
    test.use({ javaScriptEnabled: false });

    test("a suspension is refused until the blanks in its text are filled in, and the decision 'No breach' can be undone", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(/status of 400.*admin\/reports/);
      await enter(page, server.url, admin);
      await page.goto("/admin/reports");
      await page.getByRole("link", { name: /Member 40/ }).click();
      await expect(page.getByLabel("Days")).toBeHidden();
      await page.getByRole("radio", { name: "Suspend" }).check();
      await page.getByLabel("Days").fill("3");
      await page.getByRole("button", { name: "Decide" }).click();
      await expect(page.getByText("Please fill in each blank […]").first()).toBeVisible();
      await page.getByLabel("To the member").fill("You sent advertising.");
      await page.getByRole("button", { name: "Suspend and resolve" }).click();
      await expect(page.getByText("Suspended, and resolved.")).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: "Member 39" })).toBeVisible();
      await page.getByRole("radio", { name: "No breach" }).check();
      await page.getByRole("button", { name: "Decide" }).click();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByRole("heading", { level: 2, name: "Member 39" })).toBeVisible();
    });
  });

  test.afterAll(({ server }) => server.runSql("delete from members where id like 'load-%'"));
});
