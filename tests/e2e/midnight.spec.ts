import type { Page } from "@playwright/test";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { orderFaults } from "../faults/support/faults";
import { waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { moveTo } from "./fixtures/clock";
import { enterAs, FAR } from "./fixtures/couple";
import { followMail, openMail } from "./fixtures/mails";
import { register } from "./fixtures/members";
import { expect, test } from "./fixtures/test";

// Two tests run the pairing for tomorrow, which is possible only once per database. So each test begins with an empty
// database.
test.beforeEach(({ server }) => server.empty());
test.afterEach(({ server }) => orderFaults(server.url, { faults: {} }));

const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("from midnight until the run is published, pages show that the draw is being made, and afterwards the new card", async ({
  couple,
  ada,
  bo,
  server,
  openPerson,
}) => {
  const midnight = nextMidnightUtc(Date.now());
  const late = await openPerson();
  const pages = [ada, bo, late];
  await moveTo(server, pages, midnight - 30 * MS_PER_SECOND);
  await enterAs(late, server, couple.ada);
  await ada.goto("/conversations");
  await expect(ada.getByText(/^Expires in less than a minute$/)).toBeVisible();
  await bo.goto(couple.path);
  await expect(bo.getByText("Expires in less than a minute")).toBeVisible();

  await moveTo(server, pages, midnight + 2 * MS_PER_SECOND);
  const asked: string[] = [];
  for (const page of pages)
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const page of [ada, bo]) await comeBack(page);
  // A page that was open before midnight and a page opened afterwards both show that the draw is being made.
  await late.goto("/conversations");
  for (const page of [ada, late]) {
    const drawing = page.getByRole("region", { name: "Tonight’s draw is being made" });
    await expect(drawing).toContainText("most nights within a minute");
    await expect(page.getByText(/No conversation yet|in 2[34] hours|Expired/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Sit out" })).toHaveCount(0);
  }
  await expectAccessible(ada);
  await late.goto("/profile");
  await expect(late.getByText("Tonight’s draw is being made.")).toBeVisible();
  await expect(late.getByRole("button", { name: "Sit out" })).toHaveCount(0);
  await late.goto("/");
  await expect(late.getByRole("heading", { name: "Tonight’s draw is being made" })).toBeVisible();
  const faceDown = bo.getByRole("link", { name: "Your next introduction" });
  await expect(faceDown).toHaveText("Your next introduction");
  // While they wait, the pages poll only /draw.json, which seldom reads the database.
  await expect.poll(() => asked.filter((path) => path === "/draw.json").length).toBeGreaterThan(1);
  expect(asked.filter((path) => path === "/conversations.data")).toEqual([]);

  await server.runCron(1);
  await expect(
    ada.getByRole("link", { name: "Open the conversation with Bo Achterberg" }),
  ).toBeVisible();
  await expect(ada.getByText("Tonight’s draw is being made")).toHaveCount(0);
  await expect(ada.getByText(/^Expires in 23 hours$/)).toBeVisible();
  await expect(faceDown).toHaveText(/Ada Lind$/);
  await faceDown.click();
  await expect(bo.getByRole("link", { name: "Open the conversation with Ada Lind" })).toBeVisible();
});

test("if there is still no run an hour after midnight, the home page says that there is no conversation yet, and names the time of the next draw", async ({
  ada,
  server,
}) => {
  // There is no run for this date, and none is made.
  const midnight = nextMidnightUtc(Date.now()) + MS_PER_DAY;
  await moveTo(server, [ada], midnight + 59 * MS_PER_MINUTE);
  await ada.goto("/conversations");
  await expect(ada.getByRole("heading", { name: "Tonight’s draw is being made" })).toBeVisible();
  await expect(ada.getByText("It takes longer than usual tonight.")).toBeVisible();
  await moveTo(server, [ada], midnight + 61 * MS_PER_MINUTE);
  await comeBack(ada);
  await expect(ada.getByRole("heading", { name: "No conversation yet" })).toBeVisible();
  await expect(ada.getByText(/You’re in the draw\. It is in 22 hours/)).toBeVisible();
});

test("a member gets mails about an opened address and a waiting introduction, and can unsubscribe by a link", async ({
  couple,
  ada,
  server,
}) => {
  await server.runSql("update members set email_verified_at = 1");
  const midnight = nextMidnightUtc(Date.now());
  await moveTo(server, [ada], midnight - 30 * MS_PER_MINUTE);
  await ada.goto("/conversations");
  expect((await couple.ada.api.put("/api/users/profile", { data: { bio: "Boats." } })).ok()).toBe(
    true,
  );
  await ada.reload();
  await ada.getByRole("link", { name: "Be told when somebody waits for you" }).click();
  await ada.getByLabel("Today’s introduction").check();
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await expect(ada.getByText("Notifications saved")).toBeVisible();
  await ada.goto("/conversations");
  await expect(ada.getByRole("link", { name: "Be told when somebody waits for you" })).toHaveCount(
    0,
  );
  const seal = `/api/pairings${couple.path}/address`;
  for (const { api } of [couple.ada, couple.bo]) {
    expect((await api.put(seal, { data: { address: "the bakery, at nine" } })).status()).toBe(200);
  }

  await moveTo(server, [ada], midnight + MS_PER_MINUTE);
  await server.runCron(1);
  await openMail(ada, couple.ada.email, "envelope");
  await expect(ada.locator("body")).not.toContainText(/Bo Achterberg|the bakery/);
  await followMail(ada, "Read the address");
  await expect(ada.getByText("the bakery, at nine")).toHaveCount(2);
  await ada.goto("/conversations");
  await expect(ada.getByRole("link", { name: /Bo Achterberg.*Addresses opened/ })).toBeVisible();

  await moveTo(server, [ada], midnight + 8 * MS_PER_HOUR + MS_PER_MINUTE);
  await server.runTicks(1);
  await openMail(ada, couple.ada.email, "reminder");
  await expect(ada.locator("body")).not.toContainText("Bo Achterberg");
  await followMail(ada, "See who it is");
  await expect(
    ada.getByRole("link", { name: "Open the conversation with Bo Achterberg" }),
  ).toBeVisible();
  await openMail(ada, couple.ada.email, "reminder");
  await followMail(ada, "No more e-mails like this one");
  await ada.getByRole("button", { name: "Stop these e-mails" }).click();
  await expect(ada.getByRole("heading", { name: "That was the last one" })).toBeVisible();
  await ada.goto("/profile/notifications");
  await expect(ada.getByLabel("Today’s introduction")).not.toBeChecked();
});

test("an open landing page turns to the new day exactly at midnight, even if the page took seconds to load", async ({
  ada,
  server,
}) => {
  const midnight = nextMidnightUtc(Date.now());
  await moveTo(server, [], midnight - 35 * MS_PER_SECOND);
  await ada.clock.install({ time: midnight - 30 * MS_PER_SECOND });
  await ada.goto("/");
  await waitForScripts(ada);
  await expect(ada.getByText("Expires in less than a minute")).toBeVisible();
  await ada.clock.runFor(30 * MS_PER_SECOND);
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("A new day has begun.");
  await expect(ada.getByText(/in 23 hours/).filter({ visible: true })).toHaveCount(0);
});

test("an open profile page stops offering a draw that has begun, and shows the next one once the run is published", async ({
  page,
  server,
}) => {
  const kim = await register(server, "Kim Lind", FAR);
  const midnight = nextMidnightUtc(Date.now());
  await moveTo(server, [], midnight - 30 * MS_PER_SECOND);
  await page.clock.install({ time: midnight - 30 * MS_PER_SECOND });
  await enterAs(page, server, kim);
  await page.goto("/profile");
  await waitForScripts(page);
  const next = page.getByRole("region", { name: "My Next Introduction" });
  await expect(next).toContainText("You’re in the draw. It comes on");
  await moveTo(server, [], midnight + 2 * MS_PER_SECOND);
  await page.clock.runFor(32 * MS_PER_SECOND);
  await expect(next).toContainText("Tonight’s draw is being made.");
  await expect(next.getByRole("button", { name: "Sit out" })).toHaveCount(0);
  await server.runCron(1);
  await expect(next).toContainText("You're the special one today!");
  await expect(next.getByRole("button", { name: "Sit out" })).toBeVisible();
});
