import type { Locator } from "@playwright/test";
import { MS_PER_DAY, MS_PER_MINUTE, POLL_INTERVAL_MS } from "~/core/shared/constants";
import type { ExportDto } from "~/core/shared/contract";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { expectAccessible } from "./fixtures/axe";
import {
  createCouple,
  enterAs,
  findAdmin,
  pairAll,
  register,
  type Someone,
  sendByApi,
} from "./fixtures/couple";
import { enlarge, findCutWords } from "./fixtures/large-text";
import type { Server } from "./fixtures/server";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

// Pairing again ends the conversations of everyone in the world. India knows no summer time.
test.use({ timezoneId: "Asia/Kolkata" });
startAlone();

const FAR = { latitude: 20.5, longitude: -150.5, location: "Open Sea, Pacific" };

test("the card: who it is, how long it lasts by the browser's clock, and the way in", async ({
  server,
  page,
}) => {
  const { ada, bo, path, conversationId } = await createCouple(server);
  const midnight = nextMidnightUtc(Date.now());
  await bo.api.put("/api/users/profile", { data: { location: null } });
  await enterAs(page.context(), server, ada);
  await page.clock.install({ time: midnight - 150 * MS_PER_MINUTE });
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today's Happenstance");
  await expect(page).toHaveTitle("Today's Happenstance · Happenstance");
  const card = page.getByRole("article");
  await expect(card.getByText("BA", { exact: true })).toBeVisible();
  await expect(card.getByText(`${bo.user.age} years`)).toBeVisible();
  await expect(card.getByText(/^Expires in 2 hours and (29|30) minutes$/)).toBeVisible();
  await expect(card.getByText("at 5:30 am your time").first()).toBeVisible();
  await page.clock.fastForward(130 * MS_PER_MINUTE);
  await expect(card.getByText(/^Expires in (19|20) minutes$/)).toBeVisible();
  await expect(page.getByText("Daily random hookups")).toBeVisible();
  await expectAccessible(page);
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/conversation/*.data*", async (route) => {
    await held;
    await route.continue();
  });
  // What the partner said while one was away, on the card and in the title.
  await sendByApi(bo, conversationId, "Are you there?");
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await expect(card.getByText("1 new line", { exact: true })).toBeVisible();
  await expect(card.getByText("Are you there?")).toBeVisible();
  await expect(page).toHaveTitle("(1) Today's Happenstance · Happenstance");
  await card.getByRole("link", { name: "Open the conversation with Bo Achterberg" }).click();
  await expect(page.getByText("Loading conversation...")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conversation");
  release();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("log").getByText("Are you there?")).toBeVisible();
});

test("before the first run there is none; the poll brings the card by itself", async ({
  server,
  page,
  consoleWatch,
}) => {
  const spot = { ...FAR, distance_preference: 5, timezone: "UTC-10:00" };
  const dee = await register(server, "Dee Early", spot);
  await enterAs(page.context(), server, dee);
  await page.clock.install();
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { name: "No conversation yet" })).toBeVisible();
  await expect(page.getByText("Daily conversations are assigned at 00:00 UTC.")).toBeVisible();
  await expect(page.getByText("at 5:30 am your time").first()).toBeVisible();
  await expectAccessible(page);
  await register(server, "Eli Later", spot);
  await pairAll(server);
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await expect(page.getByRole("link", { name: "Eli Later" })).toBeVisible();
  // It is dealt before the reader's eyes: the ring fills. Where less motion is asked for, it stands full at once.
  const arc = page.getByRole("article").locator("[data-ring=arc]");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(arc).toHaveCSS("animation-name", "refill");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(arc).toHaveCSS("animation-name", "none");
  // A later poll that finds no server takes nothing of it back.
  consoleWatch.expect(/ERR_FAILED/);
  await page.route("**/conversations.data**", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await failed;
  await page.clock.runFor(1_000);
  await expect(page.getByRole("link", { name: "Eli Later" })).toBeVisible();
});

test("a poll that finds no server leaves the page as it is", async ({
  server,
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  const { ada } = await createCouple(server);
  await enterAs(page.context(), server, ada);
  await page.clock.install();
  await page.goto("/conversations");
  await expect(page.getByText("at 5:30 am your time").first()).toBeVisible();
  await page.route("**/conversations.data**", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await failed;
  await expect(page.getByRole("link", { name: "Bo Achterberg" })).toBeVisible();
});

test("a day off says so and why; no one over 80 is promised anything", async ({ server, page }) => {
  const spot = { latitude: 41, longitude: -140, location: null, timezone: "UTC-09:00" };
  const alone = { ...spot, distance_preference: 5 };
  const gus = await register(server, "Gus Alone", alone);
  const hal = await register(server, "Hal Old", { ...alone, latitude: 44, dob: "1940-01-01" });
  await pairAll(server);
  await enterAs(page.context(), server, gus);
  await page.clock.install();
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { name: "You're the special one today!" })).toBeVisible();
  // Known to scripts only: from here on the page polls.
  await expect(page.getByText("at 5:30 am your time").first()).toBeVisible();
  await page.getByText("Why no match today?").click();
  await expect(page.getByText("Too far away")).toBeVisible();
  const widen = page.getByRole("link", { name: "Widen: Too far away" });
  await expect(widen).toHaveAttribute("href", "/profile/edit#preferences");
  // The poll leaves the reasons out, and the page keeps them.
  // Not 'finished': what is read of an answer ends with its last value, and a browser may wait for more.
  const polled = page.waitForResponse(/poll=1&knowsWhy=1/);
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await polled;
  await expect(page.getByText("Too far away")).toBeVisible();
  await expect(page.getByText(/You go first in the next draw\. It is in/)).toBeVisible();
  await expectAccessible(page);

  // With a day off and, having come after the run, without one.
  const ivy = await register(server, "Ivy Older", { ...alone, dob: "1941-01-01" });
  for (const old of [hal, ivy]) {
    await enterAs(page.context(), server, old);
    await page.evaluate(() => localStorage.clear());
    await page.goto("/conversations");
    await expect(page.getByText(/nobody over 80 is paired/)).toBeVisible();
    await expect(page.getByText(/You go first|You’re in the draw/)).toHaveCount(0);
  }
});

test("admins can pair everyone again; members see no such button", async ({
  server,
  page,
  openPerson,
}) => {
  const { ada } = await createCouple(server);
  await enterAs(page.context(), server, await findAdmin(server));
  await page.goto("/conversations");
  const reset = page.getByRole("button", { name: "Reset Pairings (Testing Only)" });
  const question = page.getByRole("alertdialog", { name: "End today's conversations?" });
  const current = async () => (await ada.api.get("/api/pairings/current")).json();
  const before = await current();
  await reset.click();
  await expect(question).toContainText(/It ends [1-9]\d* open conversations?\./);
  await expect(question).toContainText(/It makes [1-9]\d* new pairs? of \d+ members/);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  expect(await current()).toEqual(before);
  // On a phone, with letters twice as large, no word is cut: of the question, a notice, and what tells of the run.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/conversations?expired=true");
  await enlarge(page);
  expect(await findCutWords(page)).toEqual([]);
  await reset.click();
  await expect(question).toBeVisible();
  expect(await findCutWords(page)).toEqual([]);
  await question.getByRole("button", { name: "End them and pair again" }).click();
  await expect(page.getByRole("status")).toContainText(/\d+ pairs? made, \d+ left out/);
  expect(await findCutWords(page)).toEqual([]);
  await ada.api.post(
    `/api/blocks/${((await (await ada.api.get("/api/pairings/current")).json()) as { partner: { user_id: string } }).partner.user_id}`,
  );
  const member = await openPerson();
  await enterAs(member.context(), server, ada);
  await member.goto("/conversations");
  await expect(member.getByText("at 5:30 am your time").first()).toBeVisible();
  await expect(member.getByRole("button", { name: /Pairings/ })).toHaveCount(0);
});

test("sits out a day, or more, and comes back by one press, with scripts off too", async ({
  server,
  page,
  browser,
  baseURL,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  const kim = await register(server, "Kim Away", { ...FAR, latitude: 30.5, timezone: "UTC-10:00" });
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * MS_PER_MINUTE);
  const until = inDays(4).toISOString().slice(0, 10);
  const scriptless = await browser.newContext({ javaScriptEnabled: false, baseURL });
  for (const reader of [page, await scriptless.newPage()]) {
    const time = reader === page ? "5:30 am your time" : "00:00 UTC";
    await enterAs(reader.context(), server, kim);
    await reader.goto("/conversations");
    const next = reader.getByRole("region", { name: "Your next introduction" });
    await expect(next).toContainText(time);
    await next.getByRole("button", { name: "Skip the next one" }).click();
    await expect(reader.getByRole("heading", { name: "You are taking a break" })).toBeVisible();
    // No countdown to a match that won't come.
    await expect(reader.getByText(/You’re in the draw/)).toHaveCount(0);
    await expect(next).toContainText("You sit out the next one. You are in again on");
    // The page says it, and no notification once more.
    await expect(reader.getByText("You sit out the next one.")).toHaveCount(1);
    await expect(reader.getByRole("button", { name: "Close notification" })).toHaveCount(0);
    await next.getByRole("button", { name: "Take part after all" }).click();
    await expect(reader.getByText(/You’re in the draw\. It is/)).toBeVisible();
    await next.getByText("Take a longer pause").click();
    await next.getByRole("button", { name: "Pause until that day" }).click();
    await expect(next.getByText("Choose a day after today, within a year")).toBeVisible();
    await next.getByLabel("First day back").fill(until);
    if (reader === page) await expectAccessible(page);
    await next.getByRole("button", { name: "Pause until that day" }).click();
    await expect(next).toContainText(`You are on a pause. You are in again on`);
    expect((await (await kim.api.get("/api/users/availability")).json()).until).toBe(until);
    await reader.goto("/profile");
    const own = reader.getByRole("region", { name: "My Next Introduction" });
    await own.getByRole("button", { name: "Return now" }).click();
    await expect(own).toContainText("It comes on");
  }
  // The address of the calendar is shown once, and works without a cookie until it is removed.
  const calendar = page.getByRole("region", { name: "Calendar" });
  await page.goto("/settings");
  await calendar.getByRole("button", { name: "Make a calendar link" }).click();
  const address = await calendar.getByLabel("Your calendar link").inputValue();
  const ask = async () => (await fetch(address)).status;
  expect(await ask()).toBe(200);
  await page.reload();
  await expect(calendar.getByLabel("Your calendar link")).toHaveCount(0);
  await calendar.getByRole("button", { name: "Remove the link" }).click();
  await expect(calendar.getByRole("button", { name: "Make a calendar link" })).toBeVisible();
  expect(await ask()).toBe(404);
  await scriptless.close();
});

/** What lands on the clipboard when all of an element is selected. */
const copied = (element: Locator) =>
  element.evaluate((node) => {
    const selection = getSelection();
    selection?.selectAllChildren(node);
    return String(selection);
  });

test("copied text reads as it looks: facts stand apart", async ({ server, page }) => {
  const { ada, bo, conversationId } = await createCouple(server);
  for (const { api } of [ada, bo]) {
    await api.put("/api/users/profile", {
      data: { location: "Porto", timezone: "UTC+01:00", dob: "1990-01-01" },
    });
  }
  for (const words of ["hello", "is this on?"]) await sendByApi(bo, conversationId, words);
  await pairAll(server);
  // Lines are counted a minute after the end.
  server.runSql(
    `update pairings set expires_at = expires_at - ${MS_PER_MINUTE} where id = '${conversationId}'`,
  );
  const { age } = (await (await bo.api.get("/api/users/me")).json()) as { age: number };
  const facts = `Porto · ${age} years`;
  await enterAs(page.context(), server, ada);
  await page.goto("/conversations");
  const card = page.getByRole("article");
  // Late in the day no hour is left in which both are awake (unit/pairing/partner-hours).
  await expect(card.getByText(/^about (\d+ [ap]m|midnight) there now$/)).toBeVisible();
  expect(await copied(card)).toContain(facts);
  const past = page.getByRole("region", { name: "Past conversations" });
  expect(await copied(past)).toContain(`Open Sea, Pacific · ${bo.user.age} years`);
  expect(await copied(past)).toMatch(/\d{4}\s+2 lines/);
  await card.getByRole("link").click();
  await expect(page.getByRole("log")).toBeVisible();
  expect(await copied(page.getByRole("main"))).toContain(facts);
});

test("the history has pages, with scripts and without, and beyond the ninety days that the database keeps", async ({
  server,
  page,
  browser,
  baseURL,
}) => {
  // Twenty-two days pass.
  const { ada, bo, path } = await createCouple(server);
  // Known by coordinates only, a place gets its name as on today's card.
  const lisbon = { location: null, latitude: 38.72, longitude: -9.14 };
  for (const member of [ada, bo]) await member.api.put("/api/users/profile", { data: lisbon });
  for (let day = 0; day < 22; day++) await pairAll(server);
  const scriptless = await browser.newContext({ javaScriptEnabled: false, baseURL });
  for (const reader of [page, await scriptless.newPage()]) {
    if (reader !== page) await leaveDatabase(server, [ada, bo]);
    await enterAs(reader.context(), server, ada);
    await reader.goto("/conversations?expired=true");
    await expect(reader.getByText(/Your conversation has expired\./)).toBeVisible();
    const past = reader.getByRole("region", { name: "Past conversations" });
    await expect(past.getByRole("listitem")).toHaveCount(20);
    await expect(past.getByRole("listitem").first()).toContainText(/(?<!Lisbon, )Lisbon, Portugal/);
    if (reader === page) await expectAccessible(page);
    await past.getByRole("searchbox").fill("nobody by this name");
    await past.getByRole("button", { name: "Search" }).click();
    await expect(past.getByText("No one and nowhere called “nobody by this name”")).toBeVisible();
    await past.getByRole("searchbox").fill("achter");
    await past.getByRole("button", { name: "Search" }).click();
    await expect(past.getByRole("listitem")).toHaveCount(20);
    await past.getByRole("link", { name: "Show all" }).click();
    await expect(past.getByRole("searchbox")).toHaveValue("");
    await past.getByRole("link", { name: "Older conversations" }).click();
    await expect(past.getByRole("listitem")).toHaveCount(2);
    await expect(past.getByRole("link", { name: "Older conversations" })).toHaveCount(0);
    await past.getByRole("listitem").last().getByRole("link").click();
    await expect(reader).toHaveURL(path);
    await expect(reader.getByText("Nobody wrote that day.")).toBeVisible();
  }
  const exported = (await (await ada.api.get("/api/users/export")).json()) as ExportDto;
  expect(exported.conversations).toHaveLength(23);
  // With the partner's account it goes for both, the history too.
  expect((await bo.api.delete("/api/users/account")).status()).toBe(200);
  await page.goto("/conversations");
  const none = page.getByRole("region", { name: "Past conversations" });
  await expect(none).toBeVisible();
  await expect(none.getByRole("listitem")).toHaveCount(0);
  await scriptless.close();
});

/** Half a year passes: all that these members have had leaves the database for their own objects. */
async function leaveDatabase(server: Server, members: Someone[]): Promise<void> {
  const ids = members.map(({ user }) => `'${user.id}'`).join(", ");
  const isOver = `user1_id in (${ids}) and expires_at < ${Date.now()}`;
  const older = 180 * MS_PER_DAY;
  server.runSql(
    `update members set created_at = created_at - 2 * ${older} where id in (${ids});
     update pairings set expires_at = expires_at - ${older} where ${isOver}`,
  );
  await fetch(`${server.url}/cdn-cgi/handler/scheduled?cron=*/10+*+*+*+*`);
  // What it had not moved would be missed.
  server.runSql(`delete from pairings where ${isOver}`);
}

test("the history tells how a conversation began and on which day, and keeps favourites", async ({
  server,
  page,
  browser,
  baseURL,
}) => {
  const { ada, bo, conversationId, path } = await createCouple(server);
  await sendByApi(bo, conversationId, "Restores wooden boats, they said.");
  const endedAt = Date.UTC(2026, 10, 22);
  server.runSql(
    `update pairings set pairing_date = '2026-11-21', expires_at = ${endedAt} where id = '${conversationId}'`,
  );
  const scriptless = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL ? { baseURL } : {}),
  });
  for (const reader of [page, await scriptless.newPage()]) {
    await enterAs(reader.context(), server, ada);
    await reader.goto("/conversations?starred=1");
    const past = reader.getByRole("region", { name: "Past conversations" });
    await expect(past).toContainText("No favourites here.");
    await past.getByRole("link", { name: "Show all" }).click();
    await expect(past.getByText("Restores wooden boats, they said.")).toBeVisible();
    const star = past.getByRole("button", { name: /^Favourite: / });
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    if (reader === page) await expectAccessible(page);
    await reader.goto("/conversations?starred=1");
    await expect(past.getByRole("link", { name: /Bo Achterberg/ })).toBeVisible();
    await star.click();
    await expect(past).toContainText("No favourites here.");
  }
  await page.goto(path);
  await expect(page.getByText("You met on Saturday, November 21, 2026.")).toBeVisible();
  await scriptless.close();
});
