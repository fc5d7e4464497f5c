import type { CDPSession, Page } from "@playwright/test";
import { callApi, enter, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { openMail } from "./fixtures/mails";
import { confirmPassword, register, signInAdmin, submitSignIn } from "./fixtures/members";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

/** Adds the browser's software authenticator, which always verifies its owner. */
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

/** Replaces the IP address by a host name, because browsers allow no passkeys for IP addresses. */
const named = (url: string) => url.replace("127.0.0.1", "localhost");

async function addPasskey(page: Page, name: string) {
  await page.getByRole("textbox", { name: "Name" }).last().fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
}

test("a member adds a passkey, signs in by it and removes it", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 400/);
  const site = named(server.url);
  const member = await register(server, "Petra Key");
  await server.runSql(`update members set email_verified_at = 1 where email = '${member.email}'`);
  await addAuthenticator(page);
  await enter(page, site, member);
  await page.goto(`${site}/settings`);
  await waitForScripts(page);
  await page.getByRole("link", { name: "Passkeys" }).click();
  await confirmPassword(page, "not this one");
  await expect(page.getByRole("alert")).toHaveText("Current password is incorrect");
  await confirmPassword(page, member.password);
  await addPasskey(page, "Laptop");
  await expect(page.getByRole("textbox", { name: "Name" }).first()).toHaveValue("Laptop");
  await expectAccessible(page);
  await openMail(page, member.email, "passkey_added");
  await expect(page.getByText("You have a new passkey.")).toBeVisible();
  await page.goto(`${site}/profile`);

  // Removes the token before the cookie, because a page that still has the token would restore the cookie.
  await waitForScripts(page);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(`${site}/login?next=%2Fprofile%2Fpasskeys`);
  await waitForScripts(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByText("Successfully logged in!")).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/passkeys$/);

  // After signing in by passkey, no page asks for the password.
  await page.getByRole("textbox", { name: "Name" }).first().fill("Old laptop");
  await page.getByRole("button", { name: "Rename Laptop" }).click();
  await expect(page.getByText("Passkey renamed")).toBeVisible();
  await page.getByRole("button", { name: "Remove Old laptop" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site}/login`);
  await waitForScripts(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText(/This passkey was not accepted/);
});

test("an admin opens evidence by password, or by passkey once they have one; the operator can require passkeys of all admins", async ({
  page,
  server,
  openPerson,
}) => {
  const { url } = server;
  const site = named(url);
  const [reporter, reported] = [
    await register(server, "Rolf Reader"),
    await register(server, "Hans Harsh"),
  ];
  await server.runSql(`
    insert into reports (id, reporter_id, reported_id, reported_name, reason, details, evidence, created_at)
      values ('case', '${reporter.id}', '${reported.id}', 'Hans Harsh', 'spam', 'He sells watches.', '[]', ${Date.now()})`);
  await addAuthenticator(page);
  await enter(page, site, await signInAdmin(server));
  const admin = await signInAdmin(server);
  await page.goto(`${site}/admin/reports/case`);
  await waitForScripts(page);
  await confirmPassword(page, admin.password);
  await expect(page.getByRole("blockquote").getByText("He sells watches.")).toBeVisible();
  await page.goto(`${site}/profile/passkeys`);
  await waitForScripts(page);
  await addPasskey(page, "Desk");

  // The admin now has a passkey. So a session that was signed in by password can't open evidence any more.
  await enter(page, site, admin);
  await page.goto(`${site}/admin/reports/case`);
  await expect(page).toHaveURL(/\/admin\/passkey\?next=/);
  await waitForScripts(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByRole("blockquote").getByText("He sells watches.")).toBeVisible();
  await callApi(url, "GET", "/api/admin/reports/case", { token: admin.token });

  await server.runAdmin("grant", reporter.email);
  // Becoming an admin ends the member's sessions.
  await expect(callApi(url, "GET", "/api/users/me", reporter)).rejects.toThrow("401");
  await server.runAdmin("require-passkey");
  const desk = await openPerson();
  await addAuthenticator(desk);
  await desk.goto(`${site}/login?next=%2Fadmin%2Fmembers`);
  await waitForScripts(desk);
  await submitSignIn(desk, reporter);
  await expect(desk.getByText("Admins need one here")).toBeVisible();
  await confirmPassword(desk, reporter.password);
  await addPasskey(desk, "New");
  await expect(desk).toHaveURL(/\/admin\/members$/);
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText("Members");

  // The operator removes a lost passkey. Then the admin must add a new one, unless the operator makes passkeys
  // optional.
  await server.runAdmin("forget-passkeys", reporter.email);
  await desk.goto(`${site}/admin/members`);
  await expect(desk.getByText("Admins need one here")).toBeVisible();
  await server.runAdmin("allow-without-passkey");
  await desk.goto(`${site}/admin/audit`);
  for (const words of ["Require passkey", "Forget passkeys", "Allow without passkey"]) {
    await expect(desk.getByText(words, { exact: true })).toBeVisible();
  }
});
