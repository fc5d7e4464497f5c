import type { Page } from "@playwright/test";
import { withoutTimes } from "../support/without-times";
import { callApi, enter, enterNew, findConversation, waitForScripts } from "./fixtures/api";
import { choose } from "./fixtures/couple";
import { type Member, register } from "./fixtures/members";
import { holdDeferred, holdRequests } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

let viewer: Member;
let other: Member;
let conversationId = "";

test.beforeAll(async ({ server }) => {
  viewer = await register(server, "Vera Lund");
  other = await register(server, "Otto van Grim");
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
  conversationId = await findConversation(server.url, viewer);
});

test.beforeEach(async ({ page, server }) => enter(page, server.url, viewer));

async function openConversation(page: Page): Promise<void> {
  await page.goto(`/conversation/${conversationId}`);
  await waitForScripts(page);
}

test("a profile shows what others may know, and nothing more", async ({ page }) => {
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

test("a profile that loads slowly shows a placeholder, and leads back to the conversation from which it was opened", async ({
  page,
  server,
}) => {
  const release = await holdDeferred(page, "/user/");
  await openConversation(page);
  await choose(page, "View Profile");
  await expect(page).toHaveURL(`${server.url}/user/${other.id}`);
  await expect(page.getByText("Loading profile...")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profile");
  await release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Otto van Grim");
  await expect(page.getByText("Loading profile...")).toHaveCount(0);
  const releaseBack = await holdRequests(page, "**/conversation/*.data*");
  await page.getByRole("main").getByRole("link", { name: "Back to conversation" }).click();
  await expect(page.getByText("Loading conversation...")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conversation");
  releaseBack();
  await expect(page).toHaveURL(`${server.url}/conversation/${conversationId}`);
});

test("a profile opened as a document links back to the conversation in the referrer, if the referrer is on this site", async ({
  page,
  server,
}) => {
  const back = page.getByRole("main").getByRole("link").first();
  for (const [referer, href] of [
    [`${server.url}/conversation/${conversationId}`, `/conversation/${conversationId}`],
    [`${server.url}/conversation/${conversationId}/x`, "/conversations"],
    [`https://elsewhere.example/conversation/${conversationId}`, "/conversations"],
    [undefined, "/conversations"],
  ] as const) {
    await page.goto(`/user/${other.id}`, referer ? { referer } : {});
    await waitForScripts(page);
    await expect(back).toHaveAttribute("href", href);
  }
});

test("a profile that fails to load shows an error with a way back", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  await openConversation(page);
  await page.route("**/user/*.data*", (route) => route.abort());
  await choose(page, "View Profile");
  const box = page.getByRole("main").getByRole("alert");
  await expect(box).toContainText("Failed to load user profile");
  // One alert is the box on the page, and the other is the notification.
  await expect(page.getByRole("alert")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Conversations" }).click();
  await expect(page).toHaveURL(`${server.url}/conversations`);
});

test("an unknown member and one who blocked the viewer have the same 404 page", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 404/);
  const blocker = await register(server, "Blocker");
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

test("a profile leaves out empty fields, and a name of 80 characters takes two lines", async ({
  page,
  server,
}) => {
  const name = `Maximilian ${"Hohenlohe-".repeat(6)}Langenburg`.slice(0, 80);
  await page.setViewportSize({ width: 360, height: 640 });
  const plain = await enterNew(page, server, name);
  await page.goto(`/user/${plain.id}`);
  await expect(page.getByText("No bio available")).toBeVisible();
  await expect(page.getByText("Gender")).toHaveCount(0);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(name);
  const lines = await heading.evaluate(
    (h1) => h1.clientHeight / Number.parseFloat(getComputedStyle(h1).lineHeight),
  );
  expect(Math.round(lines)).toBe(2);
});
