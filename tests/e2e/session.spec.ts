import type { Page } from "@playwright/test";
import { callApi, enter, pickFromMenu, readMe, waitForScripts } from "./fixtures/api";
import { type Member, register } from "./fixtures/members";
import type { Server } from "./fixtures/server";
import { holdRequests } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

let someone: Member;
test.beforeEach(async ({ server }) => {
  someone = await register(server, "Stored Session");
});

const stored = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem("authToken"),
    user: JSON.parse(localStorage.getItem("authUser") ?? "null") as { email: string } | null,
  }));

async function openSignedIn(page: Page, { url }: Server) {
  await enter(page, url, someone);
  await page.goto("/about");
  await expect
    .poll(() => stored(page))
    .toMatchObject({ token: someone.token, user: { email: someone.email } });
}

const isSignedOut = (page: Page) =>
  expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

test("no page and no page data contains the token; only /session returns it, for the session's cookie", async ({
  page,
  context,
  server,
}) => {
  await enter(page, server.url, someone);
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

test.describe("in another time zone", () => {
  test.use({ timezoneId: "Pacific/Chatham" });

  test("a browser keeps its time zone in a cookie only while a member is signed in", async ({
    page,
    context,
    server,
  }) => {
    const kept = async () =>
      (await context.cookies()).filter(({ name }) => name === "zone").map(({ value }) => value);
    await page.goto("/about");
    await waitForScripts(page);
    expect(await kept()).toEqual([]);
    await openSignedIn(page, server);
    expect(await kept()).toEqual(["Pacific/Chatham"]);
    // Waits for the check of the session. A sign-out during the check would cause a 401 in the console.
    const checked = page.waitForResponse("**/api/users/me");
    await page.goto("/profile/notifications");
    await checked;
    // On the Chatham Islands, midnight in UTC is 1:45 pm in summer and 12:45 pm in winter.
    await expect(page.getByText(/12?:45 pm your time/)).toBeVisible();
    await pickFromMenu(page, "Logout");
    await isSignedOut(page);
    expect(await kept()).toEqual([]);
    // A `zone` cookie that is left from a session that ended elsewhere is deleted too.
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as the page's script sets it
      document.cookie = "zone=Pacific/Chatham; Path=/";
    });
    await page.reload();
    await waitForScripts(page);
    expect(await kept()).toEqual([]);
  });
});

test("if the stored user is missing, the page signs out, although the token is stored", async ({
  page,
  server,
}) => {
  await openSignedIn(page, server);
  await page.evaluate(() => localStorage.removeItem("authUser"));
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
  expect(await stored(page)).toEqual({ token: null, user: null });
});

test("a page signs out if the call for the current user answers 401 or 403, or fails on the network", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 40[13]|ERR_FAILED/);
  for (const status of [401, 403, null]) {
    someone = await register(server, "Stored Session");
    await openSignedIn(page, server);
    await page.route("**/api/users/me", (route) =>
      status ? route.fulfill({ status, json: {} }) : route.abort(),
    );
    await page.goto("/faq");
    await isSignedOut(page);
    expect(await stored(page)).toEqual({ token: null, user: null });
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).not.toContain("session");
    await page.unrouteAll();
  }
});

test("if storage is cleared while the page checks its session, the check doesn't fill it again", async ({
  page,
  server,
}) => {
  await openSignedIn(page, server);
  const answer = await holdRequests(page, "**/api/users/me");
  const asked = page.waitForRequest("**/api/users/me");
  await page.goto("/faq");
  const response = (await asked).response();
  // This tab clears the storage itself. So it gets no `storage` event, and doesn't reload.
  await page.evaluate(() => localStorage.clear());
  answer();
  expect((await response)?.status()).toBe(200);
  // By the time this response arrives, the page has handled the response to its check of the session.
  await page.evaluate(async () => (await fetch("/about")).text());
  expect(await stored(page)).toEqual({ token: null, user: null });
});

test("a page stays signed in if its check of the session answers 500 or is interrupted by leaving the page", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 500/);
  await openSignedIn(page, server);
  // The first check never gets an answer, so it ends only when the page is left.
  let calls = 0;
  await page.route("**/api/users/me", (route) => (calls++ === 0 ? undefined : route.continue()));
  const asked = page.waitForRequest("**/api/users/me");
  await page.goto("/faq", { waitUntil: "commit" });
  await asked;
  await page.goto("/profile");
  await waitForScripts(page);
  await expect(page).toHaveURL(`${server.url}/profile`);
  await expect.poll(() => stored(page)).toMatchObject({ token: someone.token });

  await page.route("**/api/users/me", (route) => route.fulfill({ status: 500, json: {} }));
  const checked = page.waitForResponse("**/api/users/me");
  await page.goto("/faq");
  await checked;
  await waitForScripts(page);
  await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
  expect((await stored(page)).user?.email).toBe(someone.email);

  await page.unrouteAll();
  for (let round = 0; round < 10; round++) await page.reload();
  await waitForScripts(page);
  await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
  await readMe(server.url, someone);
});

test("a stored token signs in a browser that lost its cookie, and is deleted once its session has ended", async ({
  page,
  context,
  server,
}) => {
  await openSignedIn(page, server);
  await context.clearCookies();
  await page.goto("/profile");
  await expect(page).toHaveURL(`${server.url}/profile`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(someone.name);
  await waitForScripts(page);
  await context.clearCookies();
  await callApi(server.url, "POST", "/api/auth/logout", someone);
  await page.goto("/login");
  await expect.poll(() => stored(page)).toEqual({ token: null, user: null });
});

test("signing out in one tab signs out all tabs", async ({ page, context, server }) => {
  await openSignedIn(page, server);
  const other = await context.newPage();
  await other.goto("/profile");
  await waitForScripts(other);
  await pickFromMenu(page, "Logout");
  await isSignedOut(page);
  await expect(other).toHaveURL(`${server.url}/login?next=%2Fprofile`);
  expect(await stored(other)).toEqual({ token: null, user: null });
});

test("after a sign-in without scripts, the new token replaces a stored one whose session has ended", async ({
  page,
  context,
  server,
}) => {
  await openSignedIn(page, server);
  await callApi(server.url, "POST", "/api/auth/logout", someone);
  await context.clearCookies();
  // Sends the form like a browser without scripts. The scripts of the sign-in page would have cleared the storage.
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

test("a sign-out without a network shows an error, and changes nothing", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  await openSignedIn(page, server);
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

test("once the session has ended, the landing page has a visitor's header", async ({
  page,
  server,
}) => {
  await openSignedIn(page, server);
  await waitForScripts(page);
  await callApi(server.url, "POST", "/api/auth/logout", someone);
  await page.getByRole("banner").getByRole("link", { name: "Happenstance" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await isSignedOut(page);
});

test("/login redirects a signed-in member to the requested page, but never to another host", async ({
  request,
}) => {
  for (const [next, path] of [
    ["/profile", "/profile"],
    ["https://elsewhere.example/", "/conversations"],
    ["", "/conversations"],
  ]) {
    const answer = await request.get(`/login?next=${encodeURIComponent(next ?? "")}`, {
      headers: { cookie: `session=${someone.token}` },
      maxRedirects: 0,
    });
    expect([next, answer.status(), answer.headers().location]).toEqual([next, 302, path]);
  }
});
