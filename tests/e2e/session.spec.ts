import type { BrowserContext, Page } from "@playwright/test";
import { type Account, enter, pickFromMenu, register, waitForScripts } from "./fixtures/api";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const stored = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem("authToken"),
    user: JSON.parse(localStorage.getItem("authUser") ?? "null") as { email: string } | null,
  }));

/** A page that is signed in, its session stored by the browser. */
async function openSignedIn(page: Page, context: BrowserContext, url: string, account: Account) {
  await enter(context, url, account);
  await page.goto("/about");
  await expect.poll(() => stored(page)).toMatchObject({ token: account.token });
}

const isSignedOut = (page: Page) =>
  expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

let someone: Account;
test.beforeEach(async ({ server }) => {
  someone = await register(server.url, "Stored Session");
});

test("a signed-in page stores token and user", async ({ page, context, server }) => {
  await openSignedIn(page, context, server.url, someone);
  expect((await stored(page)).user?.email).toBe(someone.email);
});

test("no page and no page's data holds the token; its own session's cookie asks for it", async ({
  context,
  server,
}) => {
  await enter(context, server.url, someone);
  const secret = someone.token.split(".")[2] ?? "";
  for (const path of [
    "/",
    "/about",
    "/login",
    "/conversations",
    "/profile",
    "/profile/edit",
    "/profile/reset-password",
    "/missing",
    "/_root.data",
    "/profile.data",
    "/conversations.data",
  ]) {
    const text = await (await context.request.get(server.url + path)).text();
    expect(text, path).not.toContain(someone.token);
    expect(text, path).not.toContain(secret);
  }
  const ask = (headers: Record<string, string>) =>
    context.request.post(`${server.url}/session`, { form: { ask: "token" }, headers });
  const own = await ask({ origin: server.url });
  expect(await own.json()).toEqual({ token: someone.token });
  expect(own.headers()["cache-control"]).toBe("no-store");
  const foreign = await ask({ origin: "https://elsewhere.example" });
  expect(foreign.status()).toBe(403);
  expect(await foreign.text()).not.toContain(secret);
  await context.clearCookies();
  expect(await (await ask({ origin: server.url })).json()).toEqual({ token: null });
});

test.describe("in a zone of its own", () => {
  test.use({ timezoneId: "Pacific/Chatham" });

  test("a browser tells its zone to the next page while a member is signed in, and keeps it no longer", async ({
    page,
    context,
    server,
  }) => {
    const kept = async () =>
      (await context.cookies()).filter(({ name }) => name === "zone").map(({ value }) => value);
    await page.goto("/about");
    await waitForScripts(page);
    expect(await kept()).toEqual([]);
    await openSignedIn(page, context, server.url, someone);
    expect(await kept()).toEqual(["Pacific/Chatham"]);
    // A sign-out during the check of the session would be an answer of 401 in the console.
    const checked = page.waitForResponse("**/api/users/me");
    await page.goto("/profile/notifications");
    await checked;
    await expect(page.getByText("Pacific/Chatham, as your device is set")).toBeVisible();
    await pickFromMenu(page, "Logout");
    await isSignedOut(page);
    expect(await kept()).toEqual([]);
    // Left by a session that ended elsewhere.
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the page's script sets it
      document.cookie = "zone=Pacific/Chatham; Path=/";
    });
    await page.reload();
    await waitForScripts(page);
    expect(await kept()).toEqual([]);
  });
});

test("a token without its user signs out", async ({ page, context, server }) => {
  await openSignedIn(page, context, server.url, someone);
  await page.evaluate(() => localStorage.removeItem("authUser"));
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
  expect(await stored(page)).toEqual({ token: null, user: null });
});

for (const status of [401, 403]) {
  test(`a ${status} of the current-user call signs out`, async ({
    page,
    context,
    server,
    consoleWatch,
  }) => {
    consoleWatch.expect(new RegExp(`status of ${status}`));
    await openSignedIn(page, context, server.url, someone);
    await page.route("**/api/users/me", (route) => route.fulfill({ status, json: {} }));
    await page.goto("/faq");
    await isSignedOut(page);
    expect(await stored(page)).toEqual({ token: null, user: null });
    expect(await context.cookies()).not.toContainEqual(
      expect.objectContaining({ name: "session" }),
    );
  });
}

test("a network error signs out", async ({ page, context, server, consoleWatch }) => {
  consoleWatch.expect(/ERR_FAILED/);
  await openSignedIn(page, context, server.url, someone);
  await page.route("**/api/users/me", (route) => route.abort());
  await page.goto("/faq");
  await isSignedOut(page);
  expect(await stored(page)).toEqual({ token: null, user: null });
});

test("any other error keeps the stored user", async ({ page, context, server, consoleWatch }) => {
  consoleWatch.expect(/status of 500/);
  await openSignedIn(page, context, server.url, someone);
  await page.route("**/api/users/me", (route) => route.fulfill({ status: 500, json: {} }));
  const checked = page.waitForResponse("**/api/users/me");
  await page.goto("/faq");
  await checked;
  await waitForScripts(page);
  await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
  expect((await stored(page)).user?.email).toBe(someone.email);
});

test("what another tab clears in the middle of the check stays cleared", async ({
  page,
  context,
  server,
}) => {
  await openSignedIn(page, context, server.url, someone);
  let answer = () => {};
  const isCleared = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/users/me", async (route) => {
    await isCleared;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/users/me");
  await page.goto("/faq");
  const response = (await asked).response();
  // By this tab itself, which so hears of no `storage` event and doesn't load again.
  await page.evaluate(() => localStorage.clear());
  answer();
  expect((await response)?.status()).toBe(200);
  // Another answer, which the page has after it has dealt with that one.
  await page.evaluate(async () => (await fetch("/about")).text());
  expect(await stored(page)).toEqual({ token: null, user: null });
});

test("leaving a page in the middle of the check signs no one out", async ({
  page,
  context,
  server,
}) => {
  await openSignedIn(page, context, server.url, someone);
  // The first call is never answered: going on is what ends it.
  let calls = 0;
  await page.route("**/api/users/me", (route) => (calls++ === 0 ? undefined : route.continue()));
  const asked = page.waitForRequest("**/api/users/me");
  await page.goto("/faq", { waitUntil: "commit" });
  await asked;
  await page.goto("/profile");
  await waitForScripts(page);
  await expect(page).toHaveURL(`${server.url}/profile`);
  await expect.poll(() => stored(page)).toMatchObject({ token: someone.token });
});

test("leaving page after page before they are done signs no one out", async ({
  page,
  context,
  server,
}) => {
  await openSignedIn(page, context, server.url, someone);
  for (let round = 0; round < 10; round++) await page.reload();
  await waitForScripts(page);
  await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
  const { status } = await page
    .evaluate(
      async (token) =>
        (await fetch("/api/users/me", { headers: { authorization: `Bearer ${token}` } })).status,
      someone.token,
    )
    .then((status) => ({ status }));
  expect(status).toBe(200);
});

test("a stored session restores a page that lost its cookie", async ({ page, context, server }) => {
  await openSignedIn(page, context, server.url, someone);
  await context.clearCookies();
  await page.goto("/profile");
  await expect(page).toHaveURL(`${server.url}/profile`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(someone.name);
});

test("a stored session that is dead is cleared", async ({ page, context, server }) => {
  await openSignedIn(page, context, server.url, someone);
  await context.clearCookies();
  const headers = { authorization: `Bearer ${someone.token}` };
  await fetch(`${server.url}/api/auth/logout`, { method: "POST", headers });
  await page.goto("/login");
  await expect.poll(() => stored(page)).toEqual({ token: null, user: null });
});

test("signing out in one tab signs out all of them", async ({ page, context, server }) => {
  await openSignedIn(page, context, server.url, someone);
  const other = await context.newPage();
  await other.goto("/profile");
  await waitForScripts(other);
  await pickFromMenu(page, "Logout");
  await isSignedOut(page);
  await expect(other).toHaveURL(`${server.url}/login?next=%2Fprofile`);
  expect(await stored(other)).toEqual({ token: null, user: null });
});

test("a sign-in before the scripts were there outlives a dead stored token", async ({
  page,
  context,
  server,
}) => {
  await openSignedIn(page, context, server.url, someone);
  const headers = { authorization: `Bearer ${someone.token}` };
  await fetch(`${server.url}/api/auth/logout`, { method: "POST", headers });
  await context.clearCookies();
  // As the form itself sends it, with no script that could have cleared what is stored.
  await context.request.post(`${server.url}/login`, {
    form: { email: someone.email, password: someone.password },
    headers: { origin: server.url },
  });
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(someone.name);
  await expect.poll(async () => (await stored(page)).token).not.toBe(someone.token);
  expect((await stored(page)).user?.email).toBe(someone.email);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(someone.name);
});

test("a sign-out that doesn't reach the server says so, and changes nothing", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  await openSignedIn(page, context, server.url, someone);
  await waitForScripts(page);
  await page.evaluate(() => localStorage.setItem("outbox:someone:some:words", "{}"));
  await page.route("**/logout", (route) => route.abort());
  await pickFromMenu(page, "Logout");
  await expect(page.getByText("Failed to log out. Please try again.")).toBeVisible();
  expect(await stored(page)).toMatchObject({ token: someone.token });
  expect(await page.evaluate(() => localStorage.getItem("outbox:someone:some:words"))).toBe("{}");
  await page.unrouteAll();
  await pickFromMenu(page, "Logout");
  await isSignedOut(page);
  expect(await stored(page)).toEqual({ token: null, user: null });
  expect(await page.evaluate(() => localStorage.getItem("outbox:someone:some:words"))).toBeNull();
});

test("a landing page that finds no session any more says so in its header too", async ({
  page,
  context,
  server,
}) => {
  await openSignedIn(page, context, server.url, someone);
  await waitForScripts(page);
  const headers = { authorization: `Bearer ${someone.token}` };
  await fetch(`${server.url}/api/auth/logout`, { method: "POST", headers });
  await page.getByRole("banner").getByRole("link", { name: "Happenstance" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await isSignedOut(page);
});

test("signed in already, /login leads on: to an own page, never elsewhere", async ({
  page,
  context,
  server,
}) => {
  await enter(context, server.url, someone);
  for (const [next, path] of [
    ["/profile", "/profile"],
    ["https://elsewhere.example/", "/conversations"],
    ["", "/conversations"],
  ]) {
    await page.goto(`/login?next=${encodeURIComponent(next ?? "")}`);
    await expect(page).toHaveURL(`${server.url}${path}`);
  }
});
