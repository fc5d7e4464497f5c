import type { Page } from "@playwright/test";
import { callApi, enter, register } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { invent, signUp } from "./fixtures/members";
import { startServer } from "./fixtures/server";
import { expect, REFUSED, test } from "./fixtures/test";

test.use({ world: "mail" });

const NEW_PASSWORD = "a wholly new password";

/** Opens the newest mail to an address as a mail program shows it. */
async function openMail(page: Page, to: string, subject: string): Promise<void> {
  const mail = page
    .getByRole("article", { name: subject })
    .filter({ hasText: `To ${to},` })
    .first();
  // The queue brings it.
  await expect(async () => {
    await page.goto("/outbox");
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.getByRole("link", { name: subject }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

/** Follows the button of the mail that is open. */
async function followMail(page: Page, button: string): Promise<string> {
  const link = page.getByRole("link", { name: button });
  const address = (await link.getAttribute("href")) ?? "";
  await link.click();
  await page.waitForURL((url) => !url.pathname.startsWith("/outbox"));
  return address;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "with scripts off", () => {
    test.use({ javaScriptEnabled });

    test("a forgotten password is replaced by the link of a mail, once", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const ada = await register(server.url, "Ada Forgets");
      await page.goto("/login");
      await page.getByRole("link", { name: "Forgot password?" }).click();
      await expect(page.getByRole("heading", { name: "Forgot Password" })).toBeVisible();
      await page.getByLabel("Email Address").fill(ada.email);
      await page.getByRole("button", { name: "Send Link" }).click();
      await expect(page.getByText("If this address has an account")).toBeVisible();
      await openMail(page, ada.email, "Choose a new password");
      const address = await followMail(page, "Choose a new password");
      // The secret is in the mail's address alone.
      await expect(page).toHaveURL(/\/reset$/);
      expect(await page.content()).not.toContain(address.split("/").at(-1));
      await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
      await page.getByLabel("Confirm Password").fill("another one");
      await page.getByRole("button", { name: "Set New Password" }).click();
      await expect(page.getByText("Passwords do not match")).toBeVisible();
      await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
      await page.getByLabel("Confirm Password").fill(NEW_PASSWORD);
      await page.getByRole("button", { name: "Set New Password" }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText("Password updated successfully. Please sign in.")).toBeVisible();
      await expect(callApi(server.url, "GET", "/api/users/me", ada)).rejects.toThrow("401");
      await signIn(page, ada.email, NEW_PASSWORD);
      await expect(page).toHaveURL(`${server.url}/`);
      await page.goto(address);
      await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
      await openMail(page, ada.email, "Your password was changed");
    });
  });
}

test("a new address is confirmed by the link of a mail, and a change of it at both", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  const ben = await register(server.url, "Ben Moves");
  await enter(context, server.url, ben);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Confirm your e-mail" }).click();
  await expect(page.getByText("Not confirmed")).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("A mail with a link is on its way")).toBeVisible();
  await openMail(page, ben.email, "Confirm your e-mail address");
  await followMail(page, "Confirm this address");
  await expect(page).toHaveURL(/\/confirm$/);
  await expectAccessible(page, "confirm");
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page).toHaveURL(/\/profile\/email$/);
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();

  const { email } = invent("Ben Moved");
  await page.getByLabel("New Email Address").fill(email);
  await page.getByLabel("Current Password").fill("wrong password");
  await page.getByRole("button", { name: "Change Address" }).click();
  await expect(page.getByText("Current password is incorrect")).toBeVisible();
  await page.getByLabel("Current Password").fill(ben.password);
  await page.getByRole("button", { name: "Change Address" }).click();
  await expect(page.getByText("by the mails at both addresses")).toBeVisible();
  await expectAccessible(page, "profile/email");
  await openMail(page, email, "Confirm your new e-mail address");
  await followMail(page, "Confirm this address");
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText("by the mail at your old address")).toBeVisible();
  await openMail(page, ben.email, "Confirm the change of your e-mail address");
  await followMail(page, "Agree to the change");
  await page.getByRole("button", { name: "Agree to the change" }).click();
  await expect(page.getByText("Your e-mail address was changed.")).toBeVisible();
  await openMail(page, ben.email, "Your e-mail address was changed");
  await expectAccessible(page, "a mail");
  await context.clearCookies();
  // The stored session would sign in again by itself.
  await page.evaluate(() => localStorage.clear());
  await signIn(page, email, ben.password);
  await expect(page).toHaveURL(`${server.url}/`);
});

test("a browser does the proof of work that is asked, and sends the form again", async ({
  browser,
  contextOptions,
}) => {
  // A server that asks one of every client.
  process.env.PROOF_OF_WORK = "1";
  const strict = await startServer("proof-of-work").finally(() => delete process.env.PROOF_OF_WORK);
  const context = await browser.newContext({ ...contextOptions, baseURL: strict.url });
  const page = await context.newPage();
  await signUp(page, invent("Carla Counts"));
  await expect(page).toHaveURL(`${strict.url}/`);
  await context.close();
  await strict.stop();
});
