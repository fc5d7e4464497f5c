import type { Page } from "@playwright/test";
import { pickFromMenu } from "./fixtures/api";
import {
  articles,
  type Couple,
  createCouple,
  enterAs,
  field,
  log,
  openLive,
  type Someone,
  say,
  sendByApi,
  stored,
} from "./fixtures/couple";
import { LiveLine } from "./fixtures/live-line";
import { invent } from "./fixtures/members";
import type { Server } from "./fixtures/server";
import { expect, startAlone, test } from "./fixtures/test";

// Pairing again ends the conversations of everyone in the world.
startAlone();

const MESSAGES = "**/api/pairings/conversation/*/messages";
const NETWORK_IS_GONE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/;

async function enter(page: Page, server: Server, someone: Someone, path: string) {
  await enterAs(page.context(), server, someone);
  await openLive(page, path);
}

/** Holds what is sent until it is released, and fails it then. Call before the page is opened. @returns how to release it */
async function failSends(page: Page, status: number, message: string): Promise<() => void> {
  await (await LiveLine.of(page)).become("refusing");
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(MESSAGES, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await isReleased;
    return route.fulfill({ status, json: { message } });
  });
  return release;
}

test("two talk: messages, typing and reading arrive live, and the title counts the unread", async ({
  server,
  page: ada,
  openPerson,
}) => {
  const couple = await createCouple(server);
  const bo = await openPerson();
  await enter(ada, server, couple.ada, couple.path);
  await enter(bo, server, couple.bo, couple.path);
  await expect(ada).toHaveTitle("Bo Achterberg · Happenstance");
  await expect(ada.getByText("No messages yet. Say hello!")).toBeVisible();

  await field(bo).pressSequentially("Good evening");
  await expect(ada.getByText("Bo Achterberg is typing…")).toBeVisible();
  await field(bo).press("Enter");
  await expect(articles(ada)).toHaveCount(1);
  await expect(ada.getByText("Bo Achterberg is typing…")).toHaveCount(0);
  await expect(articles(ada).first()).toHaveAccessibleName(/^Bo Achterberg, \d+:\d\d [ap]m$/);
  await expect(articles(bo).first()).toHaveAccessibleName(/^You, \d+:\d\d [ap]m$/);
  await expect(log(bo).getByText("Read", { exact: true })).toBeVisible();

  // Shift+Enter is a new line, Enter sends, and text of nothing but space sends nothing.
  await field(ada).fill("one");
  await field(ada).press("Shift+Enter");
  await field(ada).pressSequentially("two");
  await field(ada).press("Enter");
  await say(ada, "   ");
  await expect(log(bo).getByText("one\ntwo")).toBeVisible();
  expect(await stored(couple.ada, couple.conversationId)).toEqual(["Good evening", "one\ntwo"]);
  await expect(log(ada).getByRole("heading", { name: "Today" })).toBeVisible();

  // Two the same, on purpose, are two.
  await say(bo, "ha");
  await say(bo, "ha");
  await expect(articles(ada)).toHaveCount(4);
  await expect(articles(bo)).toHaveCount(4);
});

test("a reader who has scrolled up keeps their place and hears of new messages", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  const { bo, conversationId } = couple;
  for (let line = 0; line < 12; line++) await sendByApi(bo, conversationId, `Line ${line}\n\n.`);
  // Read already: with something unread it would open there.
  await couple.ada.api.post(`/api/pairings/conversation/${conversationId}/read`);
  await enter(ada, server, couple.ada, couple.path);
  await expect(articles(ada).last()).toBeInViewport();
  await log(ada).evaluate((list) => list.scrollTo({ top: -list.scrollHeight }));
  const first = articles(ada).first();
  await expect(first).toBeInViewport();
  const before = await first.boundingBox();
  await expect(ada.getByRole("button", { name: "New messages" })).toHaveCount(0);

  await sendByApi(bo, conversationId, "Are you there?");
  await expect(ada.getByRole("button", { name: "New messages" })).toBeVisible();
  await expect(ada).toHaveTitle("(1) Bo Achterberg · Happenstance");
  expect((await first.boundingBox())?.y).toBe(before?.y);

  await ada.getByRole("button", { name: "New messages" }).click();
  await expect(log(ada).getByText("Are you there?")).toBeInViewport();
  await expect(ada).toHaveTitle("Bo Achterberg · Happenstance");
  await expect(ada.getByRole("button", { name: "New messages" })).toHaveCount(0);
});

test("offline: what is written waits, in order, and leaves when the network is back", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const couple = await createCouple(server);
  await enter(ada, server, couple.ada, couple.path);
  await ada.context().setOffline(true);
  await say(ada, "from the tunnel");
  await say(ada, "still in it");
  await expect(log(ada).getByText("Waiting to send")).toHaveCount(2);
  await expect(ada.getByText("Your 2 messages are kept and will be sent.")).toBeVisible();
  await sendByApi(couple.bo, couple.conversationId, "hello?");
  expect(await stored(couple.ada, couple.conversationId)).toEqual(["hello?"]);

  await ada.context().setOffline(false);
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  const all = ["hello?", "from the tunnel", "still in it"];
  await expect.poll(() => stored(couple.ada, couple.conversationId)).toEqual(all);
  for (const [at, words] of all.entries()) {
    await expect(articles(ada).nth(at)).toContainText(words);
  }
  await expect(articles(ada)).toHaveCount(3);
});

test("while the server is away the page says so, and it is back when the server is", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const couple = await createCouple(server);
  const line = await LiveLine.of(ada);
  await enter(ada, server, couple.ada, couple.path);
  await sendByApi(couple.bo, couple.conversationId, "Hold on");
  await expect(log(ada).getByText("Hold on")).toBeVisible();
  await ada.route("**/api/**", (route) => route.abort());
  await line.become("cut");
  await expect(ada.getByText("Reconnecting…")).toBeVisible();
  await say(ada, "Holding");
  await expect(ada.getByText("Reconnecting… Your message is kept and will be sent.")).toBeVisible();
  await sendByApi(couple.bo, couple.conversationId, "You missed this");
  await ada.unroute("**/api/**");
  await line.become("whole");
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  await expect(ada.getByText(/Reconnecting…/)).toHaveCount(0);
  await expect(log(ada).getByText("You missed this")).toBeVisible();
  expect(await stored(couple.ada, couple.conversationId)).toHaveLength(3);
});

test("what waits survives a reload, and is stored once", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const couple = await createCouple(server);
  const line = await LiveLine.of(ada);
  await enter(ada, server, couple.ada, couple.path);
  // The server hears of the message over the connection, then by the POST, and both answers are lost.
  let posts = 0;
  await ada.route(MESSAGES, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    posts += 1;
    return route.abort();
  });
  await line.become("deaf");
  await say(ada, "did you get this?");
  await say(ada, "and this?");
  await expect.poll(() => stored(couple.ada, couple.conversationId)).toEqual(["did you get this?"]);
  await line.become("cut");
  await expect.poll(() => posts).toBeGreaterThan(0);
  await ada.unroute(MESSAGES);
  await line.become("whole");
  await openLive(ada, couple.path);
  await expect(articles(ada)).toHaveCount(2);
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  const all = ["did you get this?", "and this?"];
  await expect.poll(() => stored(couple.ada, couple.conversationId)).toEqual(all);
  await ada.reload();
  await expect(articles(ada)).toHaveCount(2);
});

test("a message that the server will not take goes back into the field, and is one when sent again", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 500|ERR_FAILED/);
  const couple = await createCouple(server);
  await enter(ada, server, couple.ada, couple.path);
  // It is stored all the same: the worst a failing server can do.
  await ada.route(MESSAGES, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return route.fulfill({ status: 500, json: { message: "Something went wrong." } });
  });
  await ada.evaluate(() => window.dispatchEvent(new Event("offline")));
  await say(ada, "a fine mess");
  await expect(ada.getByRole("alert")).toContainText("Failed to send message. Please try again.");
  await expect(field(ada)).toHaveValue("a fine mess");
  await expect(articles(ada)).toHaveCount(0);
  await ada.unroute(MESSAGES);
  await field(ada).press("Enter");
  await expect(articles(ada)).toHaveCount(1);
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  expect(await stored(couple.ada, couple.conversationId)).toEqual(["a fine mess"]);
});

test("a failure never takes the place of other words: it stays as not sent, with Retry and Discard", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 500/);
  const couple = await createCouple(server);
  const fail = await failSends(ada, 500, "Something went wrong.");
  await enter(ada, server, couple.ada, couple.path);
  await say(ada, "first");
  await field(ada).fill("second, half written");
  fail();
  await expect(log(ada).getByText("Not sent")).toBeVisible();
  await expect(field(ada)).toHaveValue("second, half written");
  // What tells of it stands clear of what is pressed next.
  const toast = await ada.getByRole("alert").first().boundingBox();
  const retry = await ada.getByRole("button", { name: "Retry" }).boundingBox();
  expect(toast && retry && toast.y + toast.height <= retry.y).toBe(true);
  await ada.unroute(MESSAGES);
  await ada.getByRole("button", { name: "Retry" }).click();
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  expect(await stored(couple.ada, couple.conversationId)).toEqual(["first"]);
});

test("another tab of the same member is in step, and tells what waits", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  await enter(ada, server, couple.ada, couple.path);
  const other = await ada.context().newPage();
  await openLive(other, couple.path);
  await say(ada, "from one tab");
  await expect(articles(other)).toHaveCount(1);
  await say(other, "from the other");
  await expect(articles(ada)).toHaveCount(2);
  await sendByApi(couple.bo, couple.conversationId, "which one?");
  await expect(articles(ada)).toHaveCount(3);
  await expect(articles(other)).toHaveCount(3);
  expect(await stored(couple.ada, couple.conversationId)).toHaveLength(3);
});

test("a session that ends elsewhere says so on the sign-in page, and what was written is kept and sent", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 401/);
  consoleWatch.expect(NETWORK_IS_GONE);
  const couple = await createCouple(server);
  const line = await LiveLine.of(ada);
  await enterAs(ada.context(), server, couple.ada);
  await ada.setViewportSize({ width: 390, height: 844 });
  await openLive(ada, couple.path);
  // Nothing tells the page of the end before its words are written, however slow it is.
  await ada.route(MESSAGES, (route) => route.abort());
  await line.become("cut");
  await say(ada, "Are you still there?");
  await couple.ada.api.post("/api/auth/logout");
  await ada.unroute(MESSAGES);
  await expect(ada).toHaveURL(`/login?next=${encodeURIComponent(couple.path)}`);
  await expect(ada.getByText("You were signed out. What you wrote is kept.")).toBeVisible();
  // Refused by a click, the page leads on at its first field.
  const { email } = couple.ada.user;
  const { password } = invent("Any");
  await ada.getByLabel("Email Address").fill(email);
  await ada.getByLabel("Password", { exact: true }).fill(`not ${password}`);
  await ada.getByRole("button", { name: "Sign In" }).click();
  await expect(ada.getByRole("alert")).toContainText("Invalid email or password");
  await expect(ada.getByLabel("Email Address")).toBeFocused();
  await expect(ada.getByText("You were signed out. What you wrote is kept.")).toBeVisible();
  await ada.getByLabel("Password", { exact: true }).fill(password);
  await ada.getByRole("button", { name: "Sign In" }).click();
  await expect(ada).toHaveURL(couple.path);
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  expect(await stored(couple.bo, couple.conversationId)).toEqual(["Are you still there?"]);
  // Said once: a visitor who signs out and comes back was not signed out by anyone.
  await ada.goto("/profile");
  await ada.context().clearCookies({ name: "session" });
  await ada.evaluate(() => localStorage.clear());
  await ada.goto("/login");
  await expect(ada.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await expect(ada.getByText("You were signed out.")).toHaveCount(0);
});

test("signing out forgets what was never sent", async ({ server, page: ada, consoleWatch }) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const couple = await createCouple(server);
  const line = await LiveLine.of(ada);
  await enter(ada, server, couple.ada, couple.path);
  await ada.route(MESSAGES, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await line.become("cut");
  await say(ada, "a secret");
  await expect(articles(ada)).toHaveCount(1);
  const kept = () =>
    ada.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("outbox:")).length);
  expect(await kept()).toBe(1);
  await pickFromMenu(ada, "Logout");
  await expect(ada).toHaveURL("/");
  expect(await kept()).toBe(0);
});

test("a notification is offered after the first message only, and then tells of new ones", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  await ada.addInitScript(() => {
    const shown: { title: string; body?: string }[] = [];
    class Recorded {
      static permission: NotificationPermission = "default";
      static async requestPermission() {
        Recorded.permission = "granted";
        return Recorded.permission;
      }
      constructor(title: string, options?: NotificationOptions) {
        // Without a title it is only tried out.
        if (title) shown.push({ title, body: options?.body });
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, shownNotifications: shown });
  });
  await enter(ada, server, couple.ada, couple.path);
  const offer = ada.getByRole("button", { name: "Turn on notifications" });
  await sendByApi(couple.bo, couple.conversationId, "before");
  await expect(articles(ada)).toHaveCount(1);
  await expect(offer).toHaveCount(0);
  await say(ada, "hello");
  await offer.click();
  await expect(offer).toHaveCount(0);
  // In sight it is no news.
  await sendByApi(couple.bo, couple.conversationId, "seen");
  await expect(log(ada).getByText("seen")).toBeVisible();
  await ada.evaluate(() => {
    document.hasFocus = () => false;
  });
  await sendByApi(couple.bo, couple.conversationId, "after");
  await expect
    .poll(() => ada.evaluate(() => Reflect.get(window, "shownNotifications")))
    .toEqual([{ title: "New Message", body: "Bo Achterberg: after" }]);
});

test("where only service workers may notify, nothing is offered", async ({ server, page: ada }) => {
  const couple = await createCouple(server);
  await ada.addInitScript(() => {
    class Illegal {
      static permission: NotificationPermission = "default";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    }
    Object.assign(window, { Notification: Illegal });
  });
  await enter(ada, server, couple.ada, couple.path);
  await say(ada, "hello");
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  await expect(ada.getByRole("button", { name: "Turn on notifications" })).toHaveCount(0);
});

test("links are text with their host, open apart, and tell nothing", async ({
  server,
  page: ada,
}) => {
  const couple: Couple = await createCouple(server);
  const words = "look: https://example.com/a?b=c and https://bank.example@evil.example/";
  await sendByApi(couple.bo, couple.conversationId, words);
  await enter(ada, server, couple.ada, couple.path);
  const link = log(ada).getByRole("link");
  await expect(link).toHaveCount(1);
  await expect(link).toHaveText("https://example.com/a?b=c");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(log(ada).getByText("https://bank.example@evil.example/")).toBeVisible();
});

test("a connection that breaks while a sign of life is asked for comes back by itself", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const couple = await createCouple(server);
  const line = await LiveLine.of(ada);
  await enter(ada, server, couple.ada, couple.path);
  await line.become("held");
  await ada.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => line.said).toContain("2");
  await line.become("cut");
  await expect(ada.getByText("Reconnecting…")).toBeVisible();
  await sendByApi(couple.bo, couple.conversationId, "one");
  // A first try to come back has failed, by WebSocket and by polling.
  await expect.poll(() => line.attempts).toBeGreaterThan(1);
  await line.become("whole");
  await expect(ada.getByText("Reconnecting…")).toHaveCount(0);
  await sendByApi(couple.bo, couple.conversationId, "two");
  await expect(articles(ada)).toHaveCount(2);
});

test("where no WebSocket comes through, the page polls: messages come and go all the same", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  await ada.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close());
  await enter(ada, server, couple.ada, couple.path);
  await sendByApi(couple.bo, couple.conversationId, "can you hear me?");
  await expect(log(ada).getByText("can you hear me?")).toBeVisible();
  const posts: string[] = [];
  ada.on("request", (request) => posts.push(`${request.method()} ${request.url()}`));
  await say(ada, "loud and clear");
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  expect(posts.filter((post) => post.startsWith("POST") && post.includes("/api/"))).toEqual([]);
  expect(await stored(couple.bo, couple.conversationId)).toHaveLength(2);
});

test("closed, and open again before the page has asked: it hears again", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  // Its messages, where it asks for them while it is blocked.
  consoleWatch.expect(/status of 403.*messages/);
  const couple = await createCouple(server);
  await enter(ada, server, couple.ada, couple.path);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const data = "**/conversation/**.data*";
  await ada.route(data, (route) => isReleased.then(() => route.continue()));
  const asked = ada.waitForRequest(data);
  await couple.bo.api.post(`/api/blocks/${couple.ada.user.id}`);
  await asked;
  await couple.bo.api.delete(`/api/blocks/${couple.ada.user.id}`);
  const joined = ada.waitForEvent("console", (message) =>
    message.text().startsWith("joined_conversation"),
  );
  release();
  await joined;
  await sendByApi(couple.bo, couple.conversationId, "changed my mind");
  await expect(log(ada).getByText("changed my mind")).toBeVisible();
});

test("what has just failed goes back into the field, not what failed before it", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 400/);
  const couple = await createCouple(server);
  const refuse = await failSends(ada, 400, "No.");
  await enter(ada, server, couple.ada, couple.path);
  await say(ada, "first");
  await field(ada).fill("second");
  refuse();
  await expect(log(ada).getByText("Not sent")).toHaveCount(1);
  await expect(field(ada)).toHaveValue("second");
  await field(ada).press("Enter");
  await expect(field(ada)).toHaveValue("second");
  await expect(articles(ada)).toHaveCount(1);
  await expect(log(ada).getByText("first")).toBeVisible();
});

test("what is pasted from an office program is sent, each kind of line break as one", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  await enter(ada, server, couple.ada, couple.path);
  await say(ada, "one\u000btwo\u0085three\u0007");
  await expect.poll(() => stored(couple.bo, couple.conversationId)).toEqual(["one\ntwo\nthree"]);
});
