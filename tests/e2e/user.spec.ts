import { withoutTimes } from "../support/without-times";
import { type Account, callApi, enter, register, waitForScripts } from "./fixtures/api";
import { holdDeferred } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

let viewer: Account;
let other: Account;
let conversationId = "";

test.beforeAll(async ({ server }) => {
  viewer = await register(server.url, "Vera Lund");
  other = await register(server.url, "Otto van Grim");
  await callApi(server.url, "PUT", "/api/users/profile", {
    token: other.token,
    body: {
      dob: "1987-03-09",
      bio: "First line.\nSecond line.",
      gender: "Male",
      location: "Turin, Piedmont, Italy",
      latitude: 45.0705,
      longitude: 7.6868,
    },
  });
  await server.runCron();
  const { token } = viewer;
  const current = await callApi<{ conversation: { id: string } }>(
    server.url,
    "GET",
    "/api/pairings/current",
    { token },
  );
  conversationId = current.conversation.id;
});

test.beforeEach(async ({ context, server }) => enter(context, server.url, viewer));

test("shows what others may know, and nothing more", async ({ page }) => {
  await page.goto(`/user/${other.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Otto van Grim");
  const main = page.getByRole("main");
  await expect(main.getByText("OV", { exact: true })).toBeVisible();
  await expect(main.getByText("Turin, Piedmont, Italy")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Profile Information" })).toBeVisible();
  await expect(main.getByText(/^\d+ years$/)).toBeVisible();
  await expect(main.getByText("Male", { exact: true })).toBeVisible();
  const bio = main.getByText("First line.");
  await expect(bio).toHaveCSS("white-space", /pre-line|pre/);
  const html = withoutTimes(await page.content());
  for (const secret of [other.email, "1987-03-09", "45.07", "7.68"])
    expect(html).not.toContain(secret);
});

test("leaves out what is not there", async ({ page, server }) => {
  const plain = await register(server.url, "Plain");
  await enter(page.context(), server.url, plain);
  await page.goto(`/user/${plain.id}`);
  await expect(page.getByText("No bio available")).toBeVisible();
  await expect(page.getByText("Gender")).toHaveCount(0);
});

test("leads back to the conversation it was opened from", async ({ page, server }) => {
  await page.goto(`/conversation/${conversationId}`);
  await waitForScripts(page);
  await page.getByRole("button", { name: "Conversation menu" }).click();
  await page.getByRole("menuitem", { name: "View Profile" }).click();
  await expect(page).toHaveURL(`${server.url}/user/${other.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Otto van Grim");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/conversation/*.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("main").getByRole("link", { name: "Back to conversation" }).click();
  await expect(page.getByText("Loading conversation...")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conversation");
  release();
  await expect(page).toHaveURL(`${server.url}/conversation/${conversationId}`);
});

test("knows the conversation also where the browser itself opens the page from it", async ({
  page,
  server,
}) => {
  const back = page.getByRole("main").getByRole("link").first();
  for (const [referer, href] of [
    [`${server.url}/conversation/${conversationId}`, `/conversation/${conversationId}`],
    [`${server.url}/conversation/${conversationId}/x`, "/conversations"],
    [`https://elsewhere.example/conversation/${conversationId}`, "/conversations"],
  ] as const) {
    await page.goto(`/user/${other.id}`, { referer });
    await waitForScripts(page);
    await expect(back).toHaveAttribute("href", href);
  }
});

test("a profile that is long in coming is waited for on its page", async ({ page, server }) => {
  const release = await holdDeferred(page, "/user/");
  await page.goto(`/conversation/${conversationId}`);
  await waitForScripts(page);
  await page.getByRole("button", { name: "Conversation menu" }).click();
  await page.getByRole("menuitem", { name: "View Profile" }).click();
  await expect(page).toHaveURL(`${server.url}/user/${other.id}`);
  await expect(page.getByText("Loading profile...")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile");
  await release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Otto van Grim");
  await expect(page.getByText("Loading profile...")).toHaveCount(0);
});

test("a profile that cannot be loaded says so, with a way back", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  await page.goto(`/conversation/${conversationId}`);
  await waitForScripts(page);
  await page.route("**/user/*.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Conversation menu" }).click();
  await page.getByRole("menuitem", { name: "View Profile" }).click();
  const box = page.getByRole("main").getByRole("alert");
  await expect(box).toContainText("Failed to load user profile");
  // The box and the notification.
  await expect(page.getByRole("alert")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Conversations" }).click();
  await expect(page).toHaveURL(`${server.url}/conversations`);
});

test("leads to the conversations where none is known", async ({ page }) => {
  await page.goto(`/user/${other.id}`);
  await expect(page.getByRole("main").getByRole("link").first()).toHaveAttribute(
    "href",
    "/conversations",
  );
});

test("an unknown member and one who blocked the viewer look alike", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 404/);
  const blocker = await register(server.url, "Blocker");
  await callApi(server.url, "POST", `/api/blocks/${viewer.id}`, { token: blocker.token });
  for (const id of ["nobody", blocker.id]) {
    const response = await page.goto(`/user/${id}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile not found");
    await expect(page.getByRole("link", { name: "Back to Conversations" })).toHaveAttribute(
      "href",
      "/conversations",
    );
  }
});
