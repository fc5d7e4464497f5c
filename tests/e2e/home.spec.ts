import type { Locator } from "@playwright/test";
import { MS_PER_MINUTE, POLL_INTERVAL_MS } from "~/core/shared/constants";
import type { ExportDto } from "~/core/shared/contract";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { enter, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { enterAs, FAR, nearEnds, pair, pairAll, postponeEnds, sendByApi } from "./fixtures/couple";
import { enlarge, findCutWords } from "./fixtures/layout";
import { ageOf, register, signInAdmin } from "./fixtures/members";
import { holdRequests } from "./fixtures/slow-line";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

// India has no daylight saving time, so midnight in UTC is 5:30 am there all year.
test.use({ timezoneId: "Asia/Kolkata" });
startAlone();

test("the home page's card shows the partner, the time left and new messages, and leads to the conversation", async ({
  couple,
  ada,
}) => {
  const midnight = nextMidnightUtc(Date.now());
  await couple.bo.api.put("/api/users/profile", { data: { location: null } });
  await ada.clock.install({ time: midnight - 150 * MS_PER_MINUTE });
  await ada.goto("/conversations");
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Today's Happenstance");
  await expect(ada).toHaveTitle("Today's Happenstance · Happenstance");
  const card = ada.getByRole("article");
  await expect(card.getByText("BA", { exact: true })).toBeVisible();
  await expect(card.getByText(`${ageOf(couple.bo)} years`)).toBeVisible();
  await expect(card.getByText(/^Expires in 2 hours and (29|30) minutes$/)).toBeVisible();
  await expect(ada.getByText("at 5:30 am your time")).toBeVisible();
  await ada.clock.fastForward(130 * MS_PER_MINUTE);
  await expect(card.getByText(/^Expires in (19|20) minutes$/)).toBeVisible();
  await expect(ada.getByText("Daily random hookups")).toBeVisible();
  await expectAccessible(ada);
  const release = await holdRequests(ada, "**/conversation/*.data*");
  await sendByApi(couple.bo, couple.conversationId, "Are you there?");
  await ada.clock.fastForward(POLL_INTERVAL_MS);
  await expect(card.getByText("1 new line", { exact: true })).toBeVisible();
  await expect(card.getByText("Are you there?")).toBeVisible();
  await expect(ada).toHaveTitle("(1) Today's Happenstance · Happenstance");
  await card.getByRole("link", { name: "Open the conversation with Bo Achterberg" }).click();
  await expect(ada.getByText("Loading conversation...")).toBeVisible();
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Conversation");
  release();
  await expect(ada).toHaveURL(couple.path);
  await expect(ada.getByRole("log").getByText("Are you there?")).toBeVisible();
});

test("the button Sit out stays in its place when the reader's hour replaces the hour in UTC", async ({
  ada,
}) => {
  await ada.setViewportSize({ width: 412, height: 823 });
  const release = await holdRequests(ada, "**/assets/*.js");
  await ada.goto("/conversations", { waitUntil: "commit" });
  const button = ada.getByRole("button", { name: "Sit out" });
  await expect(ada.getByText("00:00 UTC")).toBeVisible();
  // Only scripts are held. Waits for the style sheet and the fonts, because they could move the button later.
  await expect(button).toHaveCSS("display", "flex");
  await ada.evaluate(() => document.fonts.ready);
  const place = await button.boundingBox();
  release();
  await expect(ada.getByText("at 5:30 am your time")).toBeVisible();
  expect(await button.boundingBox()).toEqual(place);
});

test("a new member has no card, and a poll after the next run shows one", async ({
  server,
  page,
  consoleWatch,
}) => {
  // In the hour after midnight, until a run is published, the page says only that the draw is being made. So the test
  // publishes a run first.
  await server.runCron();
  const spot = { ...FAR, distance_preference: 5, timezone: "UTC-10:00" };
  await enterAs(page, server, await register(server, "Dee Early", spot));
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
  // An animation fills the ring of a new card. With reduced motion, the ring is full at once.
  const arc = page.getByRole("article").locator("[data-ring=arc]");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(arc).toHaveCSS("animation-name", "refill");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(arc).toHaveCSS("animation-name", "none");
  consoleWatch.expect(/ERR_FAILED/);
  await page.route("**/conversations.data**", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await failed;
  await page.clock.runFor(1_000);
  await expect(page.getByRole("link", { name: "Eli Later" })).toBeVisible();
});

test("a day off is explained, and members over 80 are promised no introduction", async ({
  server,
  page,
}) => {
  const spot = { latitude: 41, longitude: -140, location: null, timezone: "UTC-09:00" };
  const alone = { ...spot, distance_preference: 5 };
  const gus = await register(server, "Gus Alone", alone);
  const hal = await register(server, "Hal Old", { ...alone, latitude: 44, dob: "1940-01-01" });
  await pairAll(server);
  await enterAs(page, server, gus);
  await page.clock.install();
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { name: "You're the special one today!" })).toBeVisible();
  // Only the scripts can show this hour. Once it is visible, the page polls.
  await expect(page.getByText("at 5:30 am your time").first()).toBeVisible();
  // Everybody else is too far away, but the page gives no number, not even "fewer than 5".
  const reason = page.getByText("Too few members to say more today.");
  await expect(reason).toBeVisible();
  await expect(page.getByText(/fewer than 5/)).toHaveCount(0);
  const widen = page.getByRole("link", { name: "Widen your wishes" });
  await expect(widen).toHaveAttribute("href", "/profile/edit#preferences");
  // The poll's response omits the reasons, and the page keeps those that it has. The test waits only until the
  // response begins. The page stops reading once it has every streamed value, so the browser may never report the end
  // of the response.
  const polled = page.waitForResponse(/poll=1&knowsWhy=1/);
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await polled;
  await expect(reason).toBeVisible();
  await expect(page.getByText(/You go first in the next draw\. It is in/)).toBeVisible();
  await expectAccessible(page);

  // Hal has a day off, and Ivy registered after the run.
  const ivy = await register(server, "Ivy Older", { ...alone, dob: "1941-01-01" });
  for (const old of [hal, ivy]) {
    await enterAs(page, server, old);
    await page.evaluate(() => localStorage.clear());
    await page.goto("/conversations");
    await expect(page.getByText(/nobody over 80 is paired/)).toBeVisible();
    await expect(page.getByText(/You go first|You’re in the draw/)).toHaveCount(0);
  }
});

test("admins can pair all members again by a button that other members don't see", async ({
  couple,
  server,
  page,
  openPerson,
}) => {
  await enterAs(page, server, await signInAdmin(server));
  await page.goto("/conversations");
  await waitForScripts(page);
  const reset = page.getByRole("button", { name: "Reset Pairings (Testing Only)" });
  const question = page.getByRole("alertdialog", { name: "End today’s conversations?" });
  const current = async () => (await couple.ada.api.get("/api/pairings/current")).json();
  const before = await current();
  await reset.click();
  await expect(question).toContainText(/It ends [1-9]\d* open conversations?\./);
  await expect(question).toContainText(/It makes [1-9]\d* new pairs? of \d+ members/);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  expect(await current()).toEqual(before);
  // On a phone with a doubled font size, no word of the notice, the question or the notification is broken between two
  // lines.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/conversations?expired=true");
  await waitForScripts(page);
  await enlarge(page);
  expect(await findCutWords(page)).toEqual([]);
  await reset.click();
  await expect(question).toBeVisible();
  expect(await findCutWords(page)).toEqual([]);
  await question.getByRole("button", { name: "End them and pair again" }).click();
  await expect(page.getByRole("status")).toContainText(/\d+ pairs? made, \d+ left out/);
  expect(await findCutWords(page)).toEqual([]);
  await couple.ada.api.post(`/api/blocks/${(await current()).partner.user_id}`);
  const member = await openPerson();
  await enterAs(member, server, couple.ada);
  await member.goto("/conversations");
  await expect(member.getByText("at 5:30 am your time").first()).toBeVisible();
  await expect(member.getByRole("button", { name: /Pairings/ })).toHaveCount(0);
});

test("a member can sit out a day or pause, and come back with one click, with and without scripts", async ({
  server,
  page,
  openPerson,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  // In the hour after midnight, until a run is published, the page says only that the draw is being made. So the test
  // publishes a run first.
  await server.runCron();
  const kim = await register(server, "Kim Away", { ...FAR, latitude: 30.5, timezone: "UTC-10:00" });
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * MS_PER_MINUTE);
  const until = inDays(4).toISOString().slice(0, 10);
  for (const reader of [page, await openPerson({ javaScriptEnabled: false })]) {
    const time = reader === page ? "5:30 am your time" : "00:00 UTC";
    await enterAs(reader, server, kim);
    await reader.goto("/conversations");
    await expect(reader.getByText(/^You’re in the draw\. It is/)).toContainText(time);
    await reader.getByRole("button", { name: "Sit out" }).click();
    await expect(reader.getByRole("heading", { name: "You sit out the next one." })).toBeVisible();
    // The page doesn't count down to a draw in which the member takes no part.
    await expect(reader.getByText(/You’re in the draw/)).toHaveCount(0);
    await expect(reader.getByText(/^You are back on/)).toContainText(time);
    // The page itself says that the member sits out the next draw, so no notification repeats it.
    await expect(reader.getByText("You sit out the next one.")).toHaveCount(1);
    await expect(reader.getByRole("button", { name: "Close notification" })).toHaveCount(0);
    await reader.getByRole("button", { name: "Come back" }).click();
    await expect(reader.getByText(/You’re in the draw\. It is/)).toBeVisible();
    await reader.goto("/profile");
    const next = reader.getByRole("region", { name: "My Next Introduction" });
    await next.getByText("Pause", { exact: true }).click();
    await next.getByRole("button", { name: "Pause until that day" }).click();
    await expect(next.getByText("Choose a day after today, within a year")).toBeVisible();
    await next.getByLabel("First day back").fill(until);
    if (reader === page) await expectAccessible(page);
    await next.getByRole("button", { name: "Pause until that day" }).click();
    await expect(next).toContainText("You are on a pause. You are back on");
    expect((await (await kim.api.get("/api/users/availability")).json()).until).toBe(until);
    await next.getByRole("button", { name: "Come back" }).click();
    await expect(next).toContainText("It comes on");
  }
});

/** Selects all of an element, and returns the text that would be copied. */
const copied = (element: Locator) =>
  element.evaluate((node) => {
    const selection = getSelection();
    selection?.selectAllChildren(node);
    return String(selection);
  });

test("facts about a partner stay separated when they are copied", async ({
  couple,
  ada,
  server,
}) => {
  for (const { api } of [couple.ada, couple.bo]) {
    await api.put("/api/users/profile", {
      data: { location: "Porto", timezone: "UTC+01:00", dob: "1990-01-01" },
    });
  }
  for (const words of ["hello", "is this on?"])
    await sendByApi(couple.bo, couple.conversationId, words);
  await pairAll(server);
  // The history counts the messages of a conversation once it has been over for a minute.
  await server.runSql(
    `update pairings set expires_at = expires_at - ${MS_PER_MINUTE} where id = '${couple.conversationId}'`,
  );
  const { age } = (await (await couple.bo.api.get("/api/users/me")).json()) as { age: number };
  const facts = `${age} years · Porto`;
  await ada.goto("/conversations");
  const card = ada.getByRole("article");
  expect(await copied(card)).toContain(facts);
  const past = ada.getByRole("region", { name: "Past conversations" });
  expect(await copied(past)).toContain(`${ageOf(couple.bo)} years · Open Sea, Pacific`);
  expect(await copied(past)).toMatch(/\d{4}\s+2 lines/);
  await card.getByRole("link").click();
  await expect(ada.getByRole("log")).toBeVisible();
  expect(await copied(ada.getByRole("main"))).toContain(facts);
  // In the last hours of the day, no waking hours of both members are left to show
  // (tests/unit/conversation/partner-hours.test.ts). So the test expects only the partner's time.
  await expect(ada.getByText(/^about (\d+ [ap]m|midnight) there$/)).toBeVisible();
  await expect(ada.getByText(/^You met before, on /)).toBeVisible();
});

test("the history has pages and a search, with and without scripts", async ({
  couple,
  server,
  page,
  openPerson,
}) => {
  // In the history, a place that has only coordinates is named as on today's card.
  const lisbon = { location: null, latitude: 38.72, longitude: -9.14 };
  for (const member of [couple.ada, couple.bo])
    await member.api.put("/api/users/profile", { data: lisbon });
  let oldest = "";
  for (let day = 1; day <= 22; day++) oldest = await pair(server, couple.ada, couple.bo, -day);
  for (const reader of [page, await openPerson({ javaScriptEnabled: false })]) {
    await enterAs(reader, server, couple.ada);
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
    await expect(reader).toHaveURL(`/conversation/${oldest}`);
    await expect(reader.getByText("Nobody wrote that day.")).toBeVisible();
  }
  const exported = (await (await couple.ada.api.get("/api/users/export")).json()) as ExportDto;
  expect(exported.conversations).toHaveLength(23);
  // Deleting an account deletes its conversations from the partner's history too.
  expect((await couple.bo.api.delete("/api/users/account")).status()).toBe(200);
  await page.goto("/conversations");
  const none = page.getByRole("region", { name: "Past conversations" });
  await expect(none).toBeVisible();
  await expect(none.getByRole("listitem")).toHaveCount(0);
});

test("the history shows how a conversation began, and can show only favourites", async ({
  couple,
  server,
  page,
  openPerson,
}) => {
  await sendByApi(couple.bo, couple.conversationId, "Restores wooden boats, they said.");
  const endedAt = Date.UTC(2026, 10, 22);
  await server.runSql(
    `update pairings set pairing_date = '2026-11-21', expires_at = ${endedAt} where id = '${couple.conversationId}'`,
  );
  for (const reader of [page, await openPerson({ javaScriptEnabled: false })]) {
    await enterAs(reader, server, couple.ada);
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
  await page.goto(couple.path);
  await expect(page.getByText("You met on Saturday, November 21, 2026.")).toBeVisible();
});

test("with a doubled font size, the history cuts off neither country nor age, and a withheld place isn't mentioned", async ({
  server,
  page,
}) => {
  const spot = {
    ...{ latitude: -54.5, longitude: 3.4, timezone: "UTC+00:00", distance_preference: 5 },
    location: "Gothenburg, Västra Götaland, Sweden",
  };
  const [ada, bo] = await Promise.all([
    register(server, "Ada Lind", spot),
    register(server, "Bo Achterberg", spot),
  ]);
  await pairAll(server);
  await server.runSql(
    `update pairings set pairing_date = '2026-11-21', expires_at = ${Date.UTC(2026, 10, 22)} where '${ada.id}' in (user1_id, user2_id)`,
  );
  await page.setViewportSize({ width: 360, height: 640 });
  await enterAs(page, server, ada);
  await page.goto("/conversations");
  await enlarge(page);
  const past = page.getByRole("region", { name: "Past conversations" });
  const lines = past.getByText("Gothenburg, Västra Götaland, Sweden").locator("..");
  await expect(lines).toContainText(`${ageOf(bo)} years`);
  const cut = await lines.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(cut).toBeLessThanOrEqual(1);
  expect((await bo.api.post(`/api/blocks/${ada.id}`)).ok()).toBe(true);
  await page.reload();
  await expect(past).toContainText(`${ageOf(bo)} years`);
  await expect(past).not.toContainText("No location");
  await expect(past).not.toContainText("Gothenburg");
});

test("on a small phone, the button to the conversation is high up, whatever is shown above it", async ({
  server,
  page,
}) => {
  const spot = { latitude: -50.5, longitude: 8.4, timezone: "UTC+00:00", distance_preference: 5 };
  const name = "Maximiliana-Theodora von und zu Hohenstein-Wolkenburg the Younger of Lindenbaumx";
  const location = "Llanfairpwllgwyngyll, Isle of Anglesey, United Kingdom";
  const ada = await register(server, "Ada Lind", { ...spot, location });
  const bo = await register(server, name, { ...spot, location });
  await pairAll(server);
  const { conversation } = await (await ada.api.get("/api/pairings/current")).json();
  const words = "I mend wooden boats, and my hands smell of tar for days afterwards. And you?";
  await sendByApi(bo, conversation.id, `> What do you do all day?\n${words}`);
  await page.setViewportSize({ width: 360, height: 640 });
  await enter(page, server.url, ada);
  for (const [setEnds, path] of [
    [postponeEnds, "/conversations?expired=true"],
    [postponeEnds, "/"],
    [nearEnds, "/conversations?expired=true"],
    [nearEnds, "/"],
  ] as const) {
    await setEnds(server);
    await page.goto(path);
    await expect(page.getByRole("region", { name: "Cookie consent" })).toBeVisible();
    const card = page.getByRole("article");
    // The preview leaves out the quotation in the first message.
    await expect(card.getByText(words)).toBeVisible();
    await expect(card).not.toContainText("all day");
    const box = await card.getByText("Open the conversation", { exact: true }).boundingBox();
    expect.soft(box && box.y + box.height, `${setEnds.name} ${path}`).toBeLessThanOrEqual(420);
  }
  await page.getByRole("link", { name: /^Open the conversation/ }).click();
  await expect(page).toHaveURL(`/conversation/${conversation.id}`);
});

test("the home page asks for one thing at a time: the town, a line about oneself, then notifications", async ({
  server,
  page,
}) => {
  const kim = await register(server, "Kim Asked");
  await server.runSql("update members set email_verified_at = 1");
  await enterAs(page, server, kim);
  const asks = {
    town: page.getByRole("region", { name: "Complete your profile" }),
    bio: page.getByRole("link", { name: "Write a line about yourself" }),
    notices: page.getByRole("link", { name: "Be told when somebody waits for you" }),
  };
  const steps = [
    ["town", { ...FAR, timezone: "UTC-10:00" }],
    ["bio", { bio: "Restores wooden boats." }],
    ["notices", null],
  ] as const;
  for (const path of ["/conversations", "/"]) {
    await kim.api.put("/api/users/profile", { data: { location: null, bio: null } });
    for (const [step, data] of steps) {
      await page.goto(path);
      await waitForScripts(page);
      for (const [name, ask] of Object.entries(asks))
        await expect.soft(ask, `${path}: ${name} at ${step}`).toHaveCount(name === step ? 1 : 0);
      if (data) await kim.api.put("/api/users/profile", { data });
    }
  }
  await asks.notices.click();
  await expect(page).toHaveURL("/profile/notifications");
});
