import type { Page } from "@playwright/test";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { orderFaults } from "../faults/support/faults";
import { expectAccessible } from "./fixtures/axe";
import { moveTo } from "./fixtures/clock";
import { createCouple, enterAs } from "./fixtures/couple";
import { followMail, openMail } from "./fixtures/mails";
import { expect, test } from "./fixtures/test";

// The minute of midnight, on a server whose clock can be moved.
test.use({ isFaulty: true });
// Each draws the next day, which is drawn once.
test.beforeEach(({ server }) => server.empty());

const comeBack = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("from midnight until the run is published the draw is being made; then each card turns over by itself", async ({
  server,
  page: ada,
  openPerson,
}) => {
  const couple = await createCouple(server);
  const midnight = nextMidnightUtc(Date.now());
  const [bo, late] = [await openPerson(), await openPerson()];
  const pages = [ada, bo, late];
  await moveTo(server, pages, midnight - 30 * MS_PER_SECOND);
  for (const page of pages) {
    await enterAs(page.context(), server, page === bo ? couple.bo : couple.ada);
  }
  await ada.goto("/conversations");
  await expect(ada.getByText(/^Expires in less than a minute$/)).toBeVisible();
  await bo.goto(couple.path);
  await expect(bo.getByText("Expires in less than a minute")).toBeVisible();

  await moveTo(server, pages, midnight + 2 * MS_PER_SECOND);
  const asked: string[] = [];
  for (const page of pages)
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const page of [ada, bo]) await comeBack(page);
  // A page that was left open, and one that is opened now.
  await late.goto("/conversations");
  for (const page of [ada, late]) {
    const drawing = page.getByRole("region", { name: "Tonight’s draw is being made" });
    await expect(drawing).toContainText("Your card turns over by itself");
    await expect(page.getByText(/No conversation yet|in 2[34] hours|Expired/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Skip the next one" })).toHaveCount(0);
  }
  await expectAccessible(ada);
  await late.goto("/profile");
  await expect(late.getByText("Tonight’s draw is being made.")).toBeVisible();
  await expect(late.getByRole("button", { name: "Skip the next one" })).toHaveCount(0);
  await late.goto("/");
  await expect(
    late.getByRole("heading", { name: /^Tonight’s draw is being made\./ }),
  ).toBeVisible();
  const faceDown = bo.getByRole("link", { name: "Your next introduction" });
  await expect(faceDown).toHaveText("Your next introduction");
  // Meanwhile they ask what costs the database nothing.
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
  await orderFaults(server.url, { faults: {} });
});

test("an hour after midnight a page says that there is none, and when the next one comes", async ({
  server,
  page,
}) => {
  const { ada } = await createCouple(server);
  // No run is ever made for this date.
  const midnight = nextMidnightUtc(Date.now()) + MS_PER_DAY;
  await moveTo(server, [page], midnight + 59 * MS_PER_MINUTE);
  await enterAs(page.context(), server, ada);
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { name: "Tonight’s draw is being made" })).toBeVisible();
  await moveTo(server, [page], midnight + 61 * MS_PER_MINUTE);
  await comeBack(page);
  await expect(page.getByRole("heading", { name: "No conversation yet" })).toBeVisible();
  await expect(page.getByText(/You’re in the draw\. It is in 22 hours/)).toBeVisible();
  await orderFaults(server.url, { faults: {} });
});

test("who asked for it is called back by mail, of an opened address and of the next introduction, and ends it by its link", async ({
  server,
  page,
}) => {
  const { ada, bo, path } = await createCouple(server);
  server.runSql("update members set email_verified_at = 1");
  const midnight = nextMidnightUtc(Date.now());
  await moveTo(server, [page], midnight - 30 * MS_PER_SECOND);
  await enterAs(page.context(), server, ada);
  await page.goto("/conversations");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Yes, write to me" }).click();
  await expect(page.getByText("We will write on days when an introduction waits.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Shall we write to you?" })).toHaveCount(0);
  const seal = `/api/pairings${path}/address`;
  for (const { api } of [ada, bo]) {
    expect((await api.put(seal, { data: { address: "the bakery, at nine" } })).status()).toBe(200);
  }

  await moveTo(server, [page], midnight + MS_PER_MINUTE);
  await server.runCron(1);
  await openMail(page, ada.user.email, "envelope");
  await expect(page.locator("body")).not.toContainText(/Bo Achterberg|the bakery/);
  await followMail(page, "Read the address");
  await expect(page.getByText("the bakery, at nine")).toHaveCount(2);
  await page.goto("/conversations");
  await expect(page.getByRole("link", { name: /Bo Achterberg.*Addresses opened/ })).toBeVisible();

  await moveTo(server, [page], midnight + 8 * MS_PER_HOUR + MS_PER_MINUTE);
  await server.runTicks(1);
  await openMail(page, ada.user.email, "reminder");
  await expect(page.locator("body")).not.toContainText("Bo Achterberg");
  await followMail(page, "See who it is");
  await expect(
    page.getByRole("link", { name: "Open the conversation with Bo Achterberg" }),
  ).toBeVisible();
  await openMail(page, ada.user.email, "reminder");
  await followMail(page, "No more e-mails like this one");
  await page.getByRole("button", { name: "Stop these e-mails" }).click();
  await expect(page.getByRole("heading", { name: "That was the last one" })).toBeVisible();
  await page.goto("/profile/notifications");
  await expect(page.getByLabel("When an introduction waits")).not.toBeChecked();
  await orderFaults(server.url, { faults: {} });
});
