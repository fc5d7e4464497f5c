import { callApi, enter, pickFromMenu, waitForScripts } from "./fixtures/api";
import { type Member, register, signInAdmin } from "./fixtures/members";
import { holdDeferred } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();
// The tests share one server and run in this order: without data, with many rows, and with broken tables.
test.describe.configure({ mode: "serial" });

let admin: Member;
const section = (name: string) => `section:has(> h2:text-is("${name}"))`;

test.beforeAll(async ({ server }) => {
  admin = await signInAdmin(server);
});

test.beforeEach(async ({ server, page }) => enter(page, server.url, admin));

test("the dashboard shows a text in each empty list", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByText("No active pairings found.")).toBeVisible();
  await expect(page.getByText("No blocked users found.")).toBeVisible();
  await expect(
    page.getByText("Additional admin features will appear here in future updates."),
  ).toBeVisible();
  for (const name of ["Current Pairings", "Blocked Users", "Admin Actions"]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  await expect(page.getByText("Nothing waits.")).toBeVisible();
  await page.goto("/admin/runs");
  await expect(page.getByText("No pairing runs found.")).toBeVisible();
});

test("the dashboard lists pairings, blocks and runs page by page, and no entry is wider than a phone", async ({
  page,
  server,
}) => {
  const members: Member[] = [];
  for (let i = 10; i < 36; i++) members.push(await register(server, `Guest Number ${i}`));
  const [first, second] = members as [Member, Member];
  await callApi(server.url, "PUT", "/api/users/profile", {
    token: first.token,
    body: {
      latitude: 45.07051,
      longitude: 7.68682,
      distance_preference: null,
      location: "Turin, Piedmont, Italy",
    },
  });
  await server.runCron();
  const { token } = admin;
  await callApi(server.url, "POST", `/api/blocks/${second.id}`, { token });

  await page.goto("/admin");
  await waitForScripts(page);
  const pairings = page.locator(section("Current Pairings"));
  // The 27 members make 13 pairs. If the guest whom the admin has blocked is the admin's partner, only 12 pairs are
  // listed.
  await expect(pairings.getByText(/Total: 1[23] pairings/)).toBeVisible();
  await expect(pairings.getByRole("article")).toHaveCount(5);
  await expect(pairings.getByText("18 to 80").first()).toBeVisible();
  await expect(
    page.locator(section("Blocked Users")).getByText("Total: 1 blocked user", { exact: true }),
  ).toBeVisible();
  const numbers = page.getByRole("main").locator("dl").first().getByRole("definition");
  await expect(numbers).toHaveText(["27", "13", "1", /^1[23]$/, "1", "26"]);

  await pairings.getByRole("link", { name: "Next page" }).click();
  await expect(pairings.getByText("Page 2 of 3")).toBeVisible();
  await expect(pairings.getByRole("article")).toHaveCount(5);

  // The pairing of the first guest can be on any of the three pages.
  const own = pairings.getByRole("article").filter({ hasText: first.id });
  for (let i = 1; i <= 3 && (await own.count()) === 0; i++) {
    await page.goto(`/admin?pairings_page=${i}`);
  }
  await expect(own.getByText("45.1000, 7.7000")).toBeVisible();
  await expect(own.getByText("No limit").first()).toBeVisible();

  await callApi(server.url, "POST", `/api/blocks/${first.id}`, { token });
  await page.goto("/admin");
  await expect(page.getByText("Total: 2 blocked users")).toBeVisible();
  await expect(page.locator(section("Blocked Users")).getByRole("article").first()).toContainText(
    "Guest Number 10",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  const widths = await page
    .getByRole("article")
    .evaluateAll((cards) => cards.map((card) => card.scrollWidth - card.clientWidth));
  expect(widths.length).toBeGreaterThan(5);
  expect(Math.max(...widths)).toBeLessThanOrEqual(0);
  await page.goto("/admin/runs");
  await expect(page.getByText("Total: 1 run", { exact: true })).toBeVisible();
});

test("a list of the dashboard shows a placeholder while it loads", async ({ page }) => {
  const release = await holdDeferred(page, "/admin");
  // Starts on a page that runs Remix, because a public page would load the dashboard as a new document.
  await page.goto("/conversations");
  await waitForScripts(page);
  await pickFromMenu(page, "Admin Dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Dashboard");
  for (const name of ["Current Pairings", "Blocked Users"]) {
    await expect(page.locator(section(name)).getByText("Loading…")).toHaveCount(1);
  }
  await expect(page.getByRole("article")).toHaveCount(0);
  await release();
  await expect(page.getByText("Total: 2 blocked users")).toBeVisible();
  await expect(page.getByText("Loading…")).toHaveCount(0);
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("the pages of the dashboard work without scripts", async ({ page }) => {
    await page.goto("/admin");
    const pairings = page.locator(section("Current Pairings"));
    await expect(pairings.getByRole("article")).toHaveCount(5);
    await pairings.getByRole("link", { name: "Next page" }).click();
    await expect(pairings.getByText("Page 2 of 3")).toBeVisible();
  });
});

test("a list that can't be loaded shows an error, and the dashboard still shows its other figures", async ({
  page,
  server,
}) => {
  // Drops the views first, because SQLite would make them follow the renamed table.
  await server.runSql(`
    drop view unblocked_pairings;
    drop view blocked_pairs;
    alter table blocks rename to gone_blocks;
    -- The count of open reports in the menu fails too.
    alter table reports rename to gone_reports;
  `);
  await page.goto("/admin");
  await expect(page.getByText("Failed to fetch pairings")).toBeVisible();
  await expect(page.getByText("Failed to fetch blocked users")).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText(["27", "13", "1", "–", "–", /^26|–$/]);
});
