import type { CDPSession, Page } from "@playwright/test";
import {
  type Account,
  callApi,
  enter,
  register,
  signInAdmin,
  waitForScripts,
} from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { openMail } from "./fixtures/mails";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

/** The browser's own authenticator in software, which always verifies its owner. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Browsers take no address of numbers for a site of passkeys. */
const named = (url: string) => url.replace("127.0.0.1", "localhost");

async function confirmPassword(page: Page, { password }: Account) {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole("textbox", { name: "Name" }).last().fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
}

test("a member adds a passkey, signs in by it and removes it", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 400/);
  const site = named(server.url);
  const member = await register(server.url, "Petra Key");
  server.runSql(`update members set email_verified_at = 1 where email = '${member.email}'`);
  await addAuthenticator(page);
  await enter(context, site, member);
  await page.goto(`${site}/settings`);
  await waitForScripts(page);
  await page.getByRole("link", { name: "Passkeys" }).click();
  await confirmPassword(page, { ...member, password: "not this one" });
  await expect(page.getByRole("alert")).toHaveText("Current password is incorrect");
  await confirmPassword(page, member);
  await addPasskey(page, "Laptop");
  await expect(page.getByRole("textbox", { name: "Name" }).first()).toHaveValue("Laptop");
  await expectAccessible(page);
  await openMail(page, member.email, "passkey_added");
  await expect(page.getByText("You have a new passkey.")).toBeVisible();
  await page.goto(`${site}/profile`);

  // The token first: a page that still has it would ask for the cookie again.
  await waitForScripts(page);
  await page.evaluate(() => localStorage.clear());
  await context.clearCookies();
  await page.goto(`${site}/login?next=%2Fprofile%2Fpasskeys`);
  await waitForScripts(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Successfully logged in!")).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/passkeys$/);

  // The passkey verified its owner: nothing asks for the password now.
  await page.getByRole("textbox", { name: "Name" }).first().fill("Old laptop");
  await page.getByRole("button", { name: "Rename Laptop" }).click();
  await expect(page.getByText("Passkey renamed")).toBeVisible();
  await page.getByRole("button", { name: "Remove Old laptop" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site}/login`);
  await waitForScripts(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText(/This passkey was not accepted/);
});

test("an admin sees evidence by the password, then by the passkey; a new admin must have one", async ({
  page,
  context,
  server,
  openPerson,
}) => {
  const { url } = server;
  const site = named(url);
  const [reporter, reported] = [
    await register(url, "Rolf Reader"),
    await register(url, "Hans Harsh"),
  ];
  // A report needs a pairing of the two, however it came about.
  server.runSql(`
    insert into reports (id, reporter_id, reported_id, reported_name, reason, details, evidence, created_at)
      values ('case', '${reporter.id}', '${reported.id}', 'Hans Harsh', 'spam', 'He sells watches.', '[]', ${Date.now()})`);
  await addAuthenticator(page);
  await enter(context, site, await signInAdmin(url));
  const admin = await signInAdmin(url);
  await page.goto(`${site}/admin/reports/case`);
  await waitForScripts(page);
  await confirmPassword(page, admin);
  await expect(page.getByText("He sells watches.")).toBeVisible();
  await page.goto(`${site}/profile/passkeys`);
  await waitForScripts(page);
  await addPasskey(page, "Desk");

  // Another sign-in with the password alone opens no evidence.
  await enter(context, site, admin);
  await page.goto(`${site}/admin/reports/case`);
  await expect(page).toHaveURL(/\/admin\/passkey\?next=/);
  await waitForScripts(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByText("He sells watches.")).toBeVisible();
  await callApi(url, "GET", "/api/admin/reports/case", { token: admin.token });

  await server.runAdmin("grant", reporter.email);
  // A grant ends the sessions of before.
  await expect(callApi(url, "GET", "/api/users/me", reporter)).rejects.toThrow("401");
  await server.runAdmin("require-passkey");
  const desk = await openPerson();
  await addAuthenticator(desk);
  await desk.goto(`${site}/login?next=%2Fadmin%2Fmembers`);
  await waitForScripts(desk);
  await desk.getByLabel("Email Address").fill(reporter.email);
  await desk.getByLabel("Password", { exact: true }).fill(reporter.password);
  await desk.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(desk.getByText("Admins need one here")).toBeVisible();
  await confirmPassword(desk, reporter);
  await addPasskey(desk, "New");
  await expect(desk).toHaveURL(/\/admin\/members$/);
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Members");

  // A lost one is forgotten, and its session proves nothing any more; then admins may do without.
  await server.runAdmin("forget-passkeys", reporter.email);
  await desk.goto(`${site}/admin/members`);
  await expect(desk.getByText("Admins need one here")).toBeVisible();
  await server.runAdmin("allow-without-passkey");
  await desk.goto(`${site}/admin/audit`);
  for (const words of ["Require passkey", "Forget passkeys", "Allow without passkey"]) {
    await expect(desk.getByText(words, { exact: true })).toBeVisible();
  }
});
