import type { Page } from "@playwright/test";
import { pickFromMenu } from "./fixtures/api";
import {
  articles,
  field,
  log,
  openLive,
  postponeEnds,
  say,
  sendByApi,
  stored,
  waitUntilLive,
} from "./fixtures/couple";
import { LiveLine } from "./fixtures/live-line";
import { invent, submitSignIn } from "./fixtures/members";
import { holdRequests } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const MESSAGES = "**/api/pairings/conversation/*/messages";
const NETWORK_IS_GONE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/;

test("the partner's presence, messages, typing and read receipts arrive live, and two messages with the same text are both kept", async ({
  couple,
  ada,
  bo,
}) => {
  const notYet = ada.getByText("hasn’t been here today yet");
  const here = (page: Page) => page.getByText("here now");
  await openLive(ada, couple.path);
  await expect(ada).toHaveTitle("Bo Achterberg · Happenstance");
  await expect(ada.getByText("No messages yet. Say hello!")).toBeVisible();
  await expect(notYet).toBeVisible();
  await expect(here(ada)).toHaveCount(0);
  await openLive(bo, couple.path);
  for (const page of [ada, bo]) await expect(here(page)).toBeVisible();
  await expect(notYet).toHaveCount(0);

  await field(bo).pressSequentially("Good evening");
  await expect(ada.getByText("Bo Achterberg is typing…")).toBeVisible();
  await field(bo).press("Enter");
  await expect(articles(ada)).toHaveCount(1);
  await expect(ada.getByText("Bo Achterberg is typing…")).toHaveCount(0);
  await expect(articles(ada).first()).toHaveAccessibleName(/^Bo Achterberg, \d+:\d\d [ap]m$/);
  await expect(articles(bo).first()).toHaveAccessibleName(/^You, \d+:\d\d [ap]m$/);
  await expect(log(bo).getByText("Read", { exact: true })).toBeVisible();

  await field(ada).fill("one");
  await field(ada).press("Shift+Enter");
  await field(ada).pressSequentially("two");
  await field(ada).press("Enter");
  await say(ada, "   ");
  await expect(log(bo).getByText("one\ntwo")).toBeVisible();
  expect(await stored(couple.ada, couple.conversationId)).toEqual(["Good evening", "one\ntwo"]);
  await expect(log(ada).getByRole("heading", { name: "Today" })).toBeVisible();

  await say(bo, "ha");
  await say(bo, "ha");
  await expect(articles(ada)).toHaveCount(4);
  await expect(articles(bo)).toHaveCount(4);

  // In a pasted text, each kind of line break becomes a line feed, and control characters are removed.
  await say(bo, "one\u000btwo\u0085three\u0007");
  const newest = async () => (await stored(couple.bo, couple.conversationId)).at(-1);
  await expect.poll(newest).toBe("one\ntwo\nthree");

  await say(bo, "look: https://example.com/a?b=c and https://bank.example@evil.example/");
  const link = log(ada).getByRole("link");
  await expect(link).toHaveText(["https://example.com/a?b=c"]);
  await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(link).toHaveAttribute("target", "_blank");

  // Only words that were said in the conversation are shown as a quotation.
  await say(bo, "> Good evening\nSo it is.");
  await say(bo, "> I owe you money.\nYou said so.");
  await expect(log(ada).getByText("You said so.")).toBeVisible();
  await expect(articles(ada).locator("blockquote")).toHaveText(["Good evening"]);
  await expect(log(ada).getByText("> I owe you money.")).toBeVisible();

  await bo.goto("/about");
  await expect(here(ada)).toHaveCount(0);
  await expect(notYet).toHaveCount(0);
});

test("messages wait until the server can be reached, and are then sent in order, even without a live connection", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const line = await LiveLine.of(ada);
  await openLive(ada, couple.path);
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

  const reconnecting = ada.getByText(/^Reconnecting…/);
  await ada.route("**/api/**", (route) => route.abort());
  await line.become("cut");
  await expect(reconnecting).toHaveText("Reconnecting…");
  await say(ada, "Holding");
  await expect(reconnecting).toHaveText("Reconnecting… Your message is kept and will be sent.");
  await sendByApi(couple.bo, couple.conversationId, "You missed this");
  // Messages are sent by POST while the live connection is away. Once it is back, the page shows the messages that it
  // missed.
  await ada.unroute("**/api/**");
  await expect.poll(() => stored(couple.ada, couple.conversationId)).toHaveLength(5);
  await expect(log(ada).getByText("Waiting to send")).toHaveCount(0);
  await expect(reconnecting).toBeVisible();
  await line.become("whole");
  await expect(reconnecting).toHaveCount(0);
  await expect(log(ada).getByText("You missed this")).toBeVisible();

  // The page reconnects by itself if its connection breaks while the page waits for the answer to a ping.
  await line.become("held");
  await ada.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => line.said).toContain('42["ping"]');
  const attempts = line.attempts;
  await line.become("cut");
  await expect(reconnecting).toBeVisible();
  await sendByApi(couple.bo, couple.conversationId, "one");
  // Waits for two failed attempts: one by WebSocket and one by polling.
  await expect.poll(() => line.attempts).toBeGreaterThan(attempts + 1);
  await line.become("whole");
  await expect(reconnecting).toHaveCount(0);
  await sendByApi(couple.bo, couple.conversationId, "two");
  await expect(articles(ada)).toHaveCount(7);
});

test("waiting messages survive a reload, and are stored once", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const line = await LiveLine.of(ada);
  await openLive(ada, couple.path);
  // The server gets the message over the connection and then by POST, but the page gets neither answer.
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

test("a message that could not be sent returns to the field, or stays listed with Retry if the field has other text", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 500|ERR_FAILED/);
  const line = await LiveLine.of(ada);
  // Waits for the list of messages that the page loads when it joins. A later list would already contain the message
  // that is stored below.
  const caughtUp = ada.waitForResponse(/\/messages\?limit=/);
  await openLive(ada, couple.path);
  await caughtUp;
  const failure = { status: 500, json: { message: "Something went wrong." } };
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await line.become("refusing");
  await ada.route(MESSAGES, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await isReleased;
    return route.fulfill(failure);
  });
  await say(ada, "first");
  await field(ada).fill("second, half written");
  release();
  await expect(log(ada).getByText("Not sent")).toBeVisible();
  await expect(field(ada)).toHaveValue("second, half written");
  const toast = await ada.getByRole("alert").first().boundingBox();
  const retry = await ada.getByRole("button", { name: "Retry" }).boundingBox();
  expect(toast && retry && toast.y + toast.height <= retry.y).toBe(true);
  await field(ada).press("Enter");
  await expect(field(ada)).toHaveValue("second, half written");
  await expect(articles(ada)).toHaveText([/first/]);
  await ada.unroute(MESSAGES);
  await ada.getByRole("button", { name: "Retry" }).click();
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  expect(await stored(couple.ada, couple.conversationId)).toEqual(["first"]);

  // Now the server stores the message, but the page gets an error as the answer.
  await line.become("cut");
  await ada.route(MESSAGES, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return route.fulfill(failure);
  });
  await say(ada, "a fine mess");
  await expect(ada.getByRole("alert")).toContainText("Failed to send message. Please try again.");
  await expect(field(ada)).toHaveValue("a fine mess");
  await expect(articles(ada)).toHaveCount(1);
  await ada.unroute(MESSAGES);
  await field(ada).press("Enter");
  await expect(articles(ada)).toHaveCount(2);
  await expect(log(ada).getByText("Waiting to send")).toHaveCount(0);
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  const all = ["first", "a fine mess"];
  expect(await stored(couple.ada, couple.conversationId)).toEqual(all);
});

test("if the session has ended elsewhere, signing in again sends what the member had written", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 401/);
  consoleWatch.expect(NETWORK_IS_GONE);
  const line = await LiveLine.of(ada);
  await ada.setViewportSize({ width: 390, height: 844 });
  await openLive(ada, couple.path);
  // The page has no connection, so it learns that the session has ended only when it sends the message.
  await ada.route(MESSAGES, (route) => route.abort());
  await line.become("cut");
  await say(ada, "Are you still there?");
  await couple.ada.api.post("/api/auth/logout");
  await ada.unroute(MESSAGES);
  await expect(ada).toHaveURL(`/login?next=${encodeURIComponent(couple.path)}`);
  await expect(ada.getByText("You were signed out. What you wrote is kept.")).toBeVisible();
  const { password } = invent("Any");
  await submitSignIn(ada, { email: couple.ada.email, password: `not ${password}` });
  await expect(ada.getByRole("alert")).toContainText("Invalid email or password");
  await expect(ada.getByLabel("Email Address")).toHaveValue(couple.ada.email);
  await expect(ada.getByText("You were signed out. What you wrote is kept.")).toBeVisible();
  await ada.getByLabel("Password", { exact: true }).fill(password);
  await ada.getByRole("button", { name: "Sign In" }).click();
  await expect(ada).toHaveURL(couple.path);
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  expect(await stored(couple.bo, couple.conversationId)).toEqual(["Are you still there?"]);
  // After another sign-out, the sign-in page doesn't show this notice again.
  await ada.goto("/profile");
  await ada.context().clearCookies({ name: "session" });
  await ada.evaluate(() => localStorage.clear());
  await ada.goto("/login");
  await expect(ada.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await expect(ada.getByText("You were signed out.")).toHaveCount(0);
});

test("signing out deletes messages that were never sent", async ({ couple, ada, consoleWatch }) => {
  consoleWatch.expect(NETWORK_IS_GONE);
  const line = await LiveLine.of(ada);
  await openLive(ada, couple.path);
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

test("notifications are offered after the member's second message, and once turned on, they show new messages", async ({
  couple,
  ada,
  server,
}) => {
  await postponeEnds(server);
  await ada.addInitScript(() => {
    const shown: { title: string; body?: string }[] = [];
    class Recorded {
      static permission: NotificationPermission = "default";
      static async requestPermission() {
        Recorded.permission = "granted";
        return Recorded.permission;
      }
      constructor(title: string, options?: NotificationOptions) {
        // With an untitled notification, the page tests whether the browser lets pages make notifications.
        if (title) shown.push({ title, body: options?.body });
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded, shownNotifications: shown });
  });
  await openLive(ada, couple.path);
  const offer = ada.getByRole("button", { name: "Turn on notifications" });
  await sendByApi(couple.bo, couple.conversationId, "before");
  await expect(articles(ada)).toHaveCount(1);
  await expect(offer).toHaveCount(0);
  await say(ada, "hello");
  await expect(articles(ada)).toHaveCount(2);
  await expect(offer).toHaveCount(0);
  await say(ada, "and hello again");
  await offer.click();
  await expect(offer).toHaveCount(0);
  // No notification is shown for a message that arrives while the page has the focus.
  await sendByApi(couple.bo, couple.conversationId, "seen");
  await expect(log(ada).getByText("seen")).toBeVisible();
  await ada.evaluate(() => {
    document.hasFocus = () => false;
  });
  await sendByApi(couple.bo, couple.conversationId, "after");
  await expect
    .poll(() => ada.evaluate(() => Reflect.get(window, "shownNotifications")))
    .toEqual([{ title: "New Message", body: "Bo Achterberg: after" }]);

  // Notifications are not offered in a browser that lets only service workers show them.
  const other = await ada.context().newPage();
  await other.addInitScript(() => {
    class Illegal {
      static permission: NotificationPermission = "default";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    }
    Object.assign(window, { Notification: Illegal });
  });
  await openLive(other, couple.path);
  await expect(articles(other)).toHaveCount(5);
  await say(other, "from here");
  await expect(log(other).getByText("Sent", { exact: true })).toBeVisible();
  await expect(other.getByRole("button", { name: "Turn on notifications" })).toHaveCount(0);
});

test("a page without WebSocket sends and receives messages by polling", async ({ couple, ada }) => {
  await ada.routeWebSocket(/\/socket\.io\//, (socket) => void socket.close());
  await openLive(ada, couple.path);
  await sendByApi(couple.bo, couple.conversationId, "can you hear me?");
  await expect(log(ada).getByText("can you hear me?")).toBeVisible();
  const posts: string[] = [];
  ada.on("request", (request) => posts.push(`${request.method()} ${request.url()}`));
  await say(ada, "loud and clear");
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
  // Marking messages as read is always a POST, so the test looks only for POSTs that send messages.
  expect(posts.filter((post) => /^POST .*\/api\/.*\/messages$/.test(post))).toEqual([]);
  expect(await stored(couple.bo, couple.conversationId)).toHaveLength(2);
});

test("if a block is undone before the page has reloaded its data, the conversation is live again", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  // If the page requests messages during the block, the answer is 403.
  consoleWatch.expect(/status of 403.*messages/);
  await openLive(ada, couple.path);
  const data = "**/conversation/**.data*";
  const release = await holdRequests(ada, data);
  const asked = ada.waitForRequest(data);
  await couple.bo.api.post(`/api/blocks/${couple.ada.id}`);
  await asked;
  await couple.bo.api.delete(`/api/blocks/${couple.ada.id}`);
  const joined = waitUntilLive(ada);
  release();
  await joined;
  await sendByApi(couple.bo, couple.conversationId, "changed my mind");
  await expect(log(ada).getByText("changed my mind")).toBeVisible();
});
