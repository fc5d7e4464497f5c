import type { Page } from "@playwright/test";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { waitForScripts } from "./fixtures/api";
import {
  articles,
  createCouple,
  enterAs,
  field,
  log,
  openLive,
  readMessages,
  say,
  sendByApi,
} from "./fixtures/couple";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const toTop = (page: Page) => log(page).evaluate((list) => list.scrollTo({ top: -1e6 }));

/** Sixty messages of three earlier days, as the server would give them; the last was said in one breath with the first known. */
function inventPast(first: MessageDto): MessageDto[] {
  return Array.from({ length: 60 }, (_, i) => {
    const before = i === 59 ? MS_PER_SECOND : 3 * MS_PER_DAY - i * MS_PER_HOUR;
    const at = Date.parse(first.created_at) - before;
    const message_id = `0${String(i).padStart(4, "0")}`;
    const created_at = new Date(at).toISOString();
    return { ...first, message_id, created_at, sent_at: created_at, content: `Earlier ${i}` };
  });
}

test("earlier messages come by themselves, and the message under the reader's eyes keeps still", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  // Two per turn, for a member may send no more than 60 per minute.
  for (let turn = 0; turn < 50; turn++) {
    await sendByApi(couple.ada, couple.conversationId, `Turn ${turn}`);
    await sendByApi(couple.bo, couple.conversationId, `Answer ${turn}`);
  }
  await couple.ada.api.post(`/api/pairings/conversation/${couple.conversationId}/read`);
  const [first] = (await readMessages(couple.ada, couple.conversationId)) as [MessageDto];
  const past = inventPast(first);
  await ada.route("**/messages?*before=*", (route) => {
    const before = new URL(route.request().url()).searchParams.get("before") ?? "";
    const at = past.findIndex((message) => message.message_id === before);
    const end = at === -1 ? past.length : at;
    return route.fulfill({ json: past.slice(Math.max(0, end - 50), end) });
  });
  await enterAs(ada.context(), server, couple.ada);
  await openLive(ada, couple.path);
  await expect(articles(ada)).toHaveCount(100);
  await expect(ada.getByRole("button", { name: "Earlier messages" })).toBeAttached();

  // What is taken out of the log, and how far its oldest known message moves while others come above it.
  await log(ada).evaluate((list) => {
    const watched = list.querySelector("article");
    const removed: string[] = [];
    Object.assign(window, { removedMessages: removed, watchedMessage: watched });
    new MutationObserver((changes) => {
      for (const change of changes) {
        for (const node of change.removedNodes) {
          if (!(node instanceof Element)) continue;
          if (node.matches("article") || node.querySelector("article"))
            removed.push(node.outerHTML);
        }
      }
    }).observe(list, { childList: true, subtree: true });
  });
  const watchedTop = () =>
    ada.evaluate(() => {
      const watched = Reflect.get(window, "watchedMessage") as Element;
      return Math.round(watched.getBoundingClientRect().top);
    });
  // Close to the top, so that the first message of what is known is in sight.
  await log(ada).evaluate((list) => {
    list.scrollTop = -(list.scrollHeight - list.clientHeight) + 40;
  });
  const before = await watchedTop();
  await expect(articles(ada)).not.toHaveCount(100);
  expect(await watchedTop()).toBe(before);
  await expect(ada.getByRole("heading", { name: "Today" })).toHaveCount(1);
  await toTop(ada);
  await expect(articles(ada)).toHaveCount(160);
  await expect(ada.getByRole("button", { name: "Earlier messages" })).toHaveCount(0);
  expect(await ada.evaluate(() => Reflect.get(window, "removedMessages"))).toEqual([]);
  // Several days, each under its own name.
  expect(await log(ada).getByRole("heading", { level: 2 }).count()).toBeGreaterThan(3);

  // The way back from the profile leads to the same place, though the page comes without the earlier messages.
  await toTop(ada);
  await expect(log(ada).getByText("Earlier 0", { exact: true })).toBeInViewport();
  await ada.getByRole("heading", { level: 1 }).getByRole("link").click();
  await expect(ada).toHaveURL(`/user/${couple.bo.user.id}`);
  await ada.getByRole("main").getByRole("link", { name: "Back to conversation" }).click();
  await expect(ada).toHaveURL(couple.path);
  await expect(log(ada).getByText("Earlier 0", { exact: true })).toBeInViewport();
});

test("it opens at the first unread message; the way to the latest, and the place after the profile", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  const { bo, conversationId } = couple;
  await sendByApi(couple.ada, conversationId, "I am off to bed.");
  for (let line = 0; line < 30; line++) await sendByApi(bo, conversationId, `Line ${line}\n\n.`);
  await enterAs(ada.context(), server, couple.ada);
  await openLive(ada, couple.path);
  const divider = log(ada).getByRole("heading", { name: "New", exact: true });
  await expect(divider).toBeInViewport();
  await expect(log(ada).getByText("Line 0")).toBeInViewport();
  await expect(articles(ada).last()).not.toBeInViewport();

  // A live message counts on the button; the divider stays where it was.
  await sendByApi(bo, conversationId, "Still there?");
  await expect(ada.getByRole("button", { name: "New messages" })).toContainText("1");
  await ada.getByRole("button", { name: "New messages" }).click();
  await expect(log(ada).getByText("Still there?")).toBeInViewport();
  await expect(ada.getByRole("button", { name: "New messages" })).toHaveCount(0);
  await expect(divider).toHaveCount(1);

  // With nothing new there is a way back too. The list has come to rest at its end.
  await expect.poll(() => log(ada).evaluate((list) => Math.round(list.scrollTop))).toBe(0);
  await log(ada).evaluate((list) => list.scrollTo({ top: -800 }));
  const toLatest = ada.getByRole("button", { name: "Go to the latest message" });
  await toLatest.click();
  await expect(articles(ada).last()).toBeInViewport();
  await expect(toLatest).toHaveCount(0);

  // To the profile by the name, and back to the same line.
  await log(ada).evaluate((list) => list.scrollTo({ top: -900 }));
  await expect(toLatest).toBeVisible();
  const line = log(ada).getByText("Line 20");
  const place = (await line.boundingBox())?.y;
  await ada.getByRole("heading", { level: 1 }).getByRole("link").click();
  await expect(ada).toHaveURL(`/user/${couple.bo.user.id}`);
  await ada.getByRole("main").getByRole("link", { name: "Back to conversation" }).click();
  await expect(ada).toHaveURL(couple.path);
  await expect
    .poll(async () => Math.abs(((await line.boundingBox())?.y ?? 0) - (place ?? 0)))
    .toBeLessThan(2);

  // A message taller than the window begins at its beginning.
  await toLatest.click();
  await sendByApi(
    bo,
    conversationId,
    `The beginning\n${"and on and on\n".repeat(60)}`.slice(0, 1_900),
  );
  await expect(log(ada).getByText("The beginning")).toBeInViewport();

  // Where no pointer hovers, a tap shows the time of a message within its group, and hides it; nothing moves.
  await ada.setViewportSize({ width: 390, height: 844 });
  const tapped = articles(ada).filter({ hasText: "Line 25" });
  await expect(tapped).toHaveAccessibleName(/^\P{L}*Bo Achterberg\P{L}*, \d+:\d\d [ap]m$/u);
  await tapped.scrollIntoViewIfNeeded();
  const time = tapped.locator("time");
  await expect(time).toHaveCSS("opacity", "0");
  const box = await tapped.boundingBox();
  await tapped.click();
  await expect(time).toHaveCSS("opacity", "1");
  await expect(time).toBeInViewport({ ratio: 1 });
  expect(await tapped.boundingBox()).toEqual(box);
  await articles(ada).filter({ hasText: "Line 26" }).click();
  await expect(time).toHaveCSS("opacity", "0");
  await tapped.click();
  await expect(time).toHaveCSS("opacity", "1");
  await tapped.click();
  await expect(time).toHaveCSS("opacity", "0");
});

test("a reader who has scrolled before the page's scripts have come keeps the place, also where nothing is written yet", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  const { bo, conversationId, path } = couple;
  await enterAs(ada.context(), server, couple.ada);
  await ada.setViewportSize({ width: 390, height: 500 });
  let release = () => {};
  const openBeforeScripts = async () => {
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await ada.unrouteAll();
    await ada.route(/\/assets\/entry\.client-/, (route) => isReleased.then(() => route.continue()));
    await ada.goto(path);
  };
  const scrollTop = () => log(ada).evaluate((list) => Math.round(list.scrollTop));

  await openBeforeScripts();
  const envelope = ada.getByRole("region", { name: "A sealed address" });
  await envelope.getByText("A sealed address").click();
  await envelope.getByRole("button", { name: "Seal it" }).scrollIntoViewIfNeeded();
  const place = await scrollTop();
  expect(place).toBeGreaterThan(0);
  release();
  await waitForScripts(ada);
  expect(await scrollTop()).toBe(place);
  // What the partner does meanwhile moves nothing either.
  await bo.api.put(`/api/pairings/conversation/${conversationId}/questions/1`, {
    data: { answer: "A quiet one" },
  });
  await expect(ada.locator("summary").filter({ hasText: "has answered" })).toBeAttached();
  expect(await scrollTop()).toBe(place);

  for (let line = 0; line < 20; line++) await sendByApi(couple.ada, conversationId, `Line ${line}`);
  await openBeforeScripts();
  await log(ada).evaluate((list) => list.scrollTo({ top: -300 }));
  release();
  await waitForScripts(ada);
  expect(await scrollTop()).toBe(-300);
  await expect(ada.getByRole("button", { name: "Go to the latest message" })).toBeVisible();
});

test("the opening: the partner's words and three ways to begin, the same two for both", async ({
  server,
  page: ada,
  openPerson,
}) => {
  const couple = await createCouple(server);
  await couple.bo.api.put("/api/users/profile", {
    data: { bio: "I repair accordions.\nNo sailing." },
  });
  const bo = await openPerson();
  await enterAs(ada.context(), server, couple.ada);
  await enterAs(bo.context(), server, couple.bo);
  await openLive(ada, couple.path);
  await openLive(bo, couple.path);
  const opening = ada.getByRole("region", { name: "Introduction" });
  await expect(opening.locator("blockquote")).toBeInViewport();
  await expect(ada.getByText("No messages yet. Say hello!")).toBeVisible();
  const slips = (page: Page) =>
    page.getByRole("list", { name: "Ways to begin" }).getByRole("button");
  await expect(slips(ada)).toHaveCount(3);
  const [one, two, three] = await slips(ada).allTextContents();
  expect((await slips(bo).allTextContents()).slice(0, 2)).toEqual([one, two]);
  expect(three).toMatch(/accordions|repair|sailing/);
  // Into the field, each in place of the one before, and not sent.
  await slips(ada).first().click();
  await slips(ada).nth(1).click();
  await expect(field(ada)).toHaveValue(two ?? "");
  await expect(field(ada)).toBeFocused();
  await expect(articles(ada)).toHaveCount(0);
  await field(ada).press("Enter");
  await expect(articles(bo)).toHaveCount(1);
  await expect(slips(ada)).toHaveCount(0);
  await expect(slips(bo)).toHaveCount(3);
  // It heads the transcript for good.
  await expect(opening.locator("blockquote")).toContainText("I repair accordions.");

  // Typing goes into the field by itself.
  await field(bo).blur();
  await bo.keyboard.type("🎉");
  await log(bo).focus();
  await bo.keyboard.type("Yes");
  await expect(field(bo)).toHaveValue(/Yes$/);
  await field(bo).fill("🎉");
  await field(bo).press("Enter");
  await expect(log(ada).getByText("🎉")).toHaveCSS("font-size", "40px");

  // A letter: Enter is a new line, Ctrl+Enter sends, and it arrives cut with the way to the rest.
  await bo.getByRole("button", { name: "Write a letter" }).click();
  await field(bo).pressSequentially("Dear Ada,");
  await field(bo).press("Enter");
  await field(bo).fill(`Dear Ada,\n${"This is a long letter. ".repeat(60)}`);
  await field(bo).press("Control+Enter");
  await expect(log(ada).getByText("Dear Ada,")).toHaveCSS("font-family", /Newsreader/);
  await log(ada).getByRole("button", { name: "Read on" }).click();
  await expect(log(ada).getByRole("button", { name: "Read on" })).toHaveCount(0);
  // No run of letters leaves its bubble.
  await say(bo, `www.${"w".repeat(120)}ffifflffi${"fi".repeat(80)}`);
  const widths = await articles(ada)
    .last()
    .locator("p")
    .evaluate((p) => p.scrollWidth - p.clientWidth);
  expect(widths).toBeLessThanOrEqual(0);
});

test("Escape closes the menu, then leaves the field, and never leaves the conversation", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  await enterAs(ada.context(), server, couple.ada);
  await openLive(ada, couple.path);
  await field(ada).focus();
  await ada.getByRole("button", { name: "Conversation menu" }).click();
  await ada.keyboard.press("Escape");
  await expect(ada).toHaveURL(couple.path);
  await field(ada).focus();
  await ada.keyboard.press("Escape");
  await expect(field(ada)).not.toBeFocused();
  await expect(ada).toHaveURL(couple.path);
  await ada.keyboard.press("Escape");
  await log(ada).focus();
  await ada.keyboard.press("Escape");
  // Long enough for a way that it would have begun: the page's own data comes by one.
  await sendByApi(couple.bo, couple.conversationId, "Still there?");
  await expect(articles(ada)).toHaveCount(1);
  await expect(ada).toHaveURL(couple.path);
});
