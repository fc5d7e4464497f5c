import type { Page } from "@playwright/test";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { waitForScripts } from "./fixtures/api";
import {
  articles,
  field,
  log,
  openLive,
  postponeEnds,
  readMessages,
  say,
  sendByApi,
  unfoldAddress,
} from "./fixtures/couple";
import { resize } from "./fixtures/layout";
import { holdRequests } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const toTop = (page: Page) => log(page).evaluate((list) => list.scrollTo({ top: -1e6 }));

/** 60 messages from the three days before `first`. The last of them is one second older than `first`. */
function inventPast(first: MessageDto): MessageDto[] {
  return Array.from({ length: 60 }, (_, i) => {
    const before = i === 59 ? MS_PER_SECOND : 3 * MS_PER_DAY - i * MS_PER_HOUR;
    const at = Date.parse(first.created_at) - before;
    const message_id = `0${String(i).padStart(4, "0")}`;
    const created_at = new Date(at).toISOString();
    return { ...first, message_id, created_at, sent_at: created_at, content: `Earlier ${i}` };
  });
}

test("scrolling up loads earlier messages without moving the visible ones, and moving by Tab loads none", async ({
  couple,
  ada,
}) => {
  const { bo, conversationId } = couple;
  // A member can send at most 60 messages per minute, so each of the two sends 50.
  for (let turn = 0; turn < 50; turn++) {
    await sendByApi(couple.ada, conversationId, `Turn ${turn}`);
    await sendByApi(bo, conversationId, `Answer ${turn}`);
  }
  // Marks the messages as read, because the page would open at the first unread one.
  await couple.ada.api.post(`/api/pairings/conversation/${conversationId}/read`);
  const [first] = (await readMessages(couple.ada, conversationId)) as [MessageDto];
  const past = inventPast(first);
  let isHeld = Promise.resolve();
  await ada.route("**/messages?*before=*", async (route) => {
    const before = new URL(route.request().url()).searchParams.get("before") ?? "";
    const at = past.findIndex((message) => message.message_id === before);
    const end = at === -1 ? past.length : at;
    await isHeld;
    return route.fulfill({ json: past.slice(Math.max(0, end - 50), end) });
  });
  await openLive(ada, couple.path);
  await expect(articles(ada)).toHaveCount(100);
  const earlier = ada.getByRole("button", { name: "Earlier messages" });
  await expect(earlier).toBeAttached();

  // Moving through the list by keyboard loads no earlier messages. A link before the list leads to the field.
  await log(ada).focus();
  await ada.keyboard.press("Tab");
  await expect(log(ada).locator(":focus")).toHaveCount(1);
  await expect(earlier).not.toBeFocused();
  expect(await log(ada).evaluate((list) => list.scrollTop)).toBe(0);
  await log(ada).focus();
  await ada.keyboard.press("Shift+Tab");
  const skip = ada.getByRole("link", { name: "Skip to your message" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await ada.keyboard.press("Enter");
  await expect(field(ada)).toBeFocused();
  await expect(articles(ada)).toHaveCount(100);

  // The first message must stay in the document, and at its place on the screen, while earlier ones load above it.
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
  await log(ada).evaluate((list) => {
    list.scrollTop = -(list.scrollHeight - list.clientHeight) + 40;
  });
  const before = await watchedTop();
  await expect(articles(ada)).toHaveCount(150);
  expect(await watchedTop()).toBe(before);
  await expect(ada.getByRole("heading", { name: "Today" })).toHaveCount(1);

  const { promise, resolve: release } = Promise.withResolvers<void>();
  isHeld = promise;
  await earlier.focus();
  await expect(log(ada)).toHaveAttribute("aria-busy", "true");
  await expect(earlier).toBeFocused();
  release();
  await expect(articles(ada)).toHaveCount(160);
  await expect(earlier).toHaveCount(0);
  expect(await ada.evaluate(() => Reflect.get(window, "removedMessages"))).toEqual([]);
  expect(await log(ada).getByRole("heading", { level: 2 }).count()).toBeGreaterThan(3);

  // The link back from the profile leads to the same place, although the earlier messages must be loaded again.
  await toTop(ada);
  await expect(log(ada).getByText("Earlier 0", { exact: true })).toBeInViewport();
  await ada.getByRole("heading", { level: 1 }).getByRole("link").click();
  await expect(ada).toHaveURL(`/user/${couple.bo.id}`);
  await ada.getByRole("main").getByRole("link", { name: "Back to conversation" }).click();
  await expect(ada).toHaveURL(couple.path);
  await expect(log(ada).getByText("Earlier 0", { exact: true })).toBeInViewport();
});

test("a conversation opens at the first unread message; after a visit to the profile, it opens at the previous place", async ({
  couple,
  ada,
}) => {
  const { bo, conversationId } = couple;
  await sendByApi(couple.ada, conversationId, "I am off to bed.");
  for (let line = 0; line < 30; line++) await sendByApi(bo, conversationId, `Line ${line}\n\n.`);
  await openLive(ada, couple.path);
  const divider = log(ada).getByRole("heading", { name: "New", exact: true });
  await expect(divider).toBeInViewport();
  await expect(log(ada).getByText("Line 0")).toBeInViewport();
  await expect(articles(ada).last()).not.toBeInViewport();

  // A live message is counted at the button and in the title, and moves nothing in the list.
  const before = await divider.boundingBox();
  await expect(ada.getByRole("button", { name: "New messages" })).toHaveCount(0);
  await sendByApi(bo, conversationId, "Still there?");
  await expect(ada.getByRole("button", { name: "New messages" })).toContainText("1");
  await expect(ada).toHaveTitle(/^\(\d+\) Bo Achterberg · Happenstance$/);
  expect((await divider.boundingBox())?.y).toBe(before?.y);
  await ada.getByRole("button", { name: "New messages" }).click();
  await expect(log(ada).getByText("Still there?")).toBeInViewport();
  await expect(ada.getByRole("button", { name: "New messages" })).toHaveCount(0);
  await expect(ada).toHaveTitle("Bo Achterberg · Happenstance");
  await expect(divider).toHaveCount(1);

  await expect.poll(() => log(ada).evaluate((list) => Math.round(list.scrollTop))).toBe(0);
  await log(ada).evaluate((list) => list.scrollTo({ top: -800 }));
  const toLatest = ada.getByRole("button", { name: "Go to the latest message" });
  await toLatest.click();
  await expect(articles(ada).last()).toBeInViewport();
  await expect(toLatest).toHaveCount(0);

  await log(ada).evaluate((list) => list.scrollTo({ top: -900 }));
  await expect(toLatest).toBeVisible();
  const line = log(ada).getByText("Line 20");
  const place = (await line.boundingBox())?.y;
  await ada.getByRole("heading", { level: 1 }).getByRole("link").click();
  await expect(ada).toHaveURL(`/user/${couple.bo.id}`);
  await ada.getByRole("main").getByRole("link", { name: "Back to conversation" }).click();
  await expect(ada).toHaveURL(couple.path);
  await expect
    .poll(async () => Math.abs(((await line.boundingBox())?.y ?? 0) - (place ?? 0)))
    .toBeLessThan(2);

  await toLatest.click();
  await sendByApi(
    bo,
    conversationId,
    `The beginning\n${"and on and on\n".repeat(60)}`.slice(0, 1_900),
  );
  await expect(log(ada).getByText("The beginning")).toBeInViewport();

  // On a phone, a tap shows or hides the time of a message within a group, and moves nothing.
  await resize(ada, 390, 844);
  const tapped = articles(ada).filter({ hasText: "Line 25" });
  await expect(tapped).toHaveAccessibleName(/^\P{L}*Bo Achterberg\P{L}*, \d+:\d\d [ap]m$/u);
  // Scrolls again until the message stays in view, because the list itself scrolls after a change of its width.
  await expect(async () => {
    await tapped.scrollIntoViewIfNeeded();
    await ada.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    await expect(tapped).toBeInViewport({ ratio: 1, timeout: 100 });
  }).toPass();
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

test("the list, empty or not, stays where the reader has scrolled it before the scripts ran", async ({
  couple,
  ada,
  server,
}) => {
  await postponeEnds(server);
  const { bo, conversationId, path } = couple;
  await ada.setViewportSize({ width: 390, height: 500 });
  const openBeforeScripts = async () => {
    await ada.unrouteAll();
    const release = await holdRequests(ada, /\/assets\/entry\.client-/);
    await ada.goto(path);
    return release;
  };
  const scrollTop = () => log(ada).evaluate((list) => Math.round(list.scrollTop));

  const runScripts = await openBeforeScripts();
  const envelope = await unfoldAddress(ada);
  await envelope.getByRole("button", { name: "Seal it" }).scrollIntoViewIfNeeded();
  const place = await scrollTop();
  expect(place).toBeGreaterThan(0);
  runScripts();
  await waitForScripts(ada);
  expect(await scrollTop()).toBe(place);
  // The partner's answer to a question doesn't move the list either.
  await bo.api.put(`/api/pairings/conversation/${conversationId}/questions/1`, {
    data: { answer: "A quiet one" },
  });
  await expect(ada.locator("summary").filter({ hasText: "has answered" })).toBeAttached();
  expect(await scrollTop()).toBe(place);

  for (let line = 0; line < 20; line++) await sendByApi(couple.ada, conversationId, `Line ${line}`);
  const runScriptsAgain = await openBeforeScripts();
  await log(ada).evaluate((list) => list.scrollTo({ top: -300 }));
  runScriptsAgain();
  await waitForScripts(ada);
  expect(await scrollTop()).toBe(-300);
  await expect(ada.getByRole("button", { name: "Go to the latest message" })).toBeVisible();
});

test("an empty conversation shows the partner's bio and three suggested first messages, two of which both members get", async ({
  couple,
  ada,
  bo,
}) => {
  await couple.bo.api.put("/api/users/profile", {
    data: { bio: "I repair accordions.\nNo sailing." },
  });
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
  await slips(ada).first().click();
  await slips(ada).nth(1).click();
  await expect(field(ada)).toHaveValue(two ?? "");
  await expect(field(ada)).toBeFocused();
  await expect(articles(ada)).toHaveCount(0);
  await field(ada).press("Enter");
  await expect(articles(bo)).toHaveCount(1);
  await expect(slips(ada)).toHaveCount(0);
  await expect(slips(bo)).toHaveCount(3);
  await expect(opening.locator("blockquote")).toContainText("I repair accordions.");

  await field(bo).blur();
  await bo.keyboard.type("🎉");
  await log(bo).focus();
  await bo.keyboard.type("Yes");
  await expect(field(bo)).toHaveValue(/Yes$/);
  await field(bo).fill("🎉");
  await field(bo).press("Enter");
  await expect(log(ada).getByText("🎉")).toHaveCSS("font-size", "40px");

  // In a letter, Enter adds a line and Ctrl+Enter sends. The receiver sees the letter's beginning and a button Read on.
  await bo.getByRole("button", { name: "Write a letter" }).click();
  await field(bo).pressSequentially("Dear Ada,");
  await field(bo).press("Enter");
  await field(bo).fill(`Dear Ada,\n${"This is a long letter. ".repeat(60)}`);
  await field(bo).press("Control+Enter");
  await expect(log(ada).getByText("Dear Ada,")).toHaveCSS("font-family", /Newsreader/);
  await log(ada).getByRole("button", { name: "Read on" }).click();
  await expect(log(ada).getByRole("button", { name: "Read on" })).toHaveCount(0);
  await say(bo, `www.${"w".repeat(120)}ffifflffi${"fi".repeat(80)}`);
  const widths = await articles(ada)
    .last()
    .locator("p")
    .evaluate((p) => p.scrollWidth - p.clientWidth);
  expect(widths).toBeLessThanOrEqual(0);
});

test("Escape leaves the field but never the conversation, with or without an open menu", async ({
  couple,
  ada,
}) => {
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
  // Waits for a message from the partner. If Escape led to another page, the browser would have left by then.
  await sendByApi(couple.bo, couple.conversationId, "Still there?");
  await expect(articles(ada)).toHaveCount(1);
  await expect(ada).toHaveURL(couple.path);
});
