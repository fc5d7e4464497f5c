import type { Page } from "@playwright/test";
import { callApi, enter, registerByApi, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { pairAll } from "./fixtures/couple";
import { awaitMail, followMail, openMail } from "./fixtures/mails";
import {
  confirmPassword,
  fillSignUp,
  invent,
  register,
  signIn,
  signInAdmin,
} from "./fixtures/members";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

const NEW_PASSWORD = "a wholly new password";

async function setPassword(page: Page, confirmation = NEW_PASSWORD): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm Password").fill(confirmation);
  await page.getByRole("button", { name: "Set New Password" }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "with scripts off", () => {
    test.use({ javaScriptEnabled });

    test("a forgotten password can be replaced by the link of a mail, which works once", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const ada = await register(server, "Ada Forgets");
      await page.goto("/login");
      await page.getByRole("link", { name: "Forgot password?" }).click();
      await expect(page.getByRole("heading", { name: "Forgot Password" })).toBeVisible();
      await page.getByLabel("Email Address").fill(ada.email);
      await page.getByRole("button", { name: "Send Link" }).click();
      await expect(page.getByText("If this address has an account")).toBeVisible();
      await openMail(page, ada.email, "reset_password");
      const address = await followMail(page, "Choose a new password");
      // The secret is only in the mail's link, not in the page's address or content.
      await expect(page).toHaveURL(/\/reset$/);
      expect(await page.content()).not.toContain(address.split("/").at(-1));
      await setPassword(page, "another one");
      await expect(page.getByText("Passwords do not match")).toBeVisible();
      await setPassword(page);
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText("Password updated successfully. Please sign in.")).toBeVisible();
      await expect(callApi(server.url, "GET", "/api/users/me", ada)).rejects.toThrow("401");
      // From here on, scripts make no difference.
      if (!javaScriptEnabled) return;
      await signIn(page, { ...ada, password: NEW_PASSWORD });
      await expect(page).toHaveURL(`${server.url}/`);
      await page.goto(address);
      await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
      await openMail(page, ada.email, "password_changed");
    });
  });
}

test("an address is confirmed by a mailed link, and a change of address by links mailed to both addresses", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  const ben = await registerByApi(server.url, invent("Ben Moves"));
  await enter(page, server.url, ben);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Confirm your e-mail" }).click();
  await expect(page.getByText("Not confirmed")).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByText("An e-mail with a link is on its way")).toBeVisible();
  await openMail(page, ben.email, "verify_email");
  await followMail(page, "Confirm this address");
  await expect(page).toHaveURL(/\/confirm$/);
  await expectAccessible(page, "confirm");
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page).toHaveURL(/\/conversations$/);
  await page.goto("/profile/email");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();

  const { email } = invent("Ben Moved");
  await page.getByLabel("New Email Address").fill(email);
  await page.getByLabel("Current Password").fill("wrong password");
  await page.getByRole("button", { name: "Change Address" }).click();
  await expect(page.getByText("Current password is incorrect")).toBeVisible();
  await page.getByLabel("Current Password").fill(ben.password);
  await page.getByRole("button", { name: "Change Address" }).click();
  await expect(page.getByText("by the e-mails at both addresses")).toBeVisible();
  await expectAccessible(page, "profile/email");
  await openMail(page, email, "change_email_new");
  await followMail(page, "Confirm this address");
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText("by the e-mail at your old address")).toBeVisible();
  await openMail(page, ben.email, "change_email_old");
  await followMail(page, "Agree to the change");
  await page.getByRole("button", { name: "Agree to the change" }).click();
  await expect(page.getByText("Your e-mail address was changed.")).toBeVisible();
  await openMail(page, ben.email, "email_changed");
  await expectAccessible(page, "a mail");
  await context.clearCookies();
  // Removes the stored token, which would sign the page in again.
  await page.evaluate(() => localStorage.clear());
  await signIn(page, { ...ben, email });
  await expect(page).toHaveURL(`${server.url}/`);
});

test("each decision about a member is mailed to them with a link to the decision", async ({
  page,
  server,
}) => {
  const admin = await signInAdmin(server);
  const eve = await register(server, "Eve Sells");
  await enter(page, server.url, eve);
  const act = (kind: string, fields: object = {}) =>
    callApi(server.url, "POST", `/api/admin/members/${eve.id}/actions`, {
      token: admin.token,
      body: { kind, reason: "spam", text: `You sold a course: ${kind}.`, ...fields },
    });
  const seeDecision = async (heading: string) => {
    await followMail(page, "See the decision");
    await expect(page).toHaveURL(/\/account\/standing$/);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  };

  await act("warn");
  await openMail(page, eve.email, "statement warn");
  await expect(page.getByText("You sold a course: warn.")).toBeVisible();
  await seeDecision("You have had a warning");

  await act("suspend", { days: 3 });
  await openMail(page, eve.email, "statement suspend");
  await expectAccessible(page, "a decision's mail");
  await seeDecision("Your account is suspended");
  await page.getByLabel("Why is the decision wrong?").fill("It was a <b>recipe</b>.");
  await page.getByRole("button", { name: "Send appeal" }).click();
  await expect(page.getByText("Your appeal has been received.")).toBeVisible();

  type Appeals = { appeal_id: string; user_id: string }[];
  const appeals = await callApi<Appeals>(server.url, "GET", "/api/admin/appeals", admin);
  const appeal = appeals.find(({ user_id }) => user_id === eve.id);
  await callApi(server.url, "PUT", `/api/admin/appeals/${appeal?.appeal_id}`, {
    token: admin.token,
    body: { decision: "overturned", text: "A recipe it was." },
  });
  await openMail(page, eve.email, "appeal_decided");
  await expect(page.getByText("A recipe it was.")).toBeVisible();
  await followMail(page, "See the answer");
  await expect(page.getByRole("heading", { name: "good standing" })).toBeVisible();
  await expect(page.getByText("the decision was taken back")).toBeVisible();

  await act("ban");
  await openMail(page, eve.email, "statement ban");
  await seeDecision("Your account is banned");
  await act("lift");
  await openMail(page, eve.email, "statement lift");
  await seeDecision("Your account is in good standing");
});

test("a report about the only admin is mailed to support, and the admin doesn't see the reporter's name", async ({
  page,
  server,
}) => {
  const admin = await signInAdmin(server);
  const spot = { latitude: -48, longitude: -124, location: null, distance_preference: 5 };
  await callApi(server.url, "PUT", "/api/users/profile", { token: admin.token, body: spot });
  const fay = await register(server, "Fay Reports", spot);
  await pairAll(server);
  await callApi(server.url, "POST", `/api/reports/${admin.id}`, {
    token: fay.token,
    body: { reason: "impersonation" },
  });
  const support = "support@happenstance.example";
  await openMail(page, support, "admin_reported");
  await expect(page.getByText("The reason: ").first()).toBeVisible();
  await expect(page.getByText("Fay Reports")).toHaveCount(0);
  await enter(page, server.url, admin);
  await page.goto("/admin/reports");
  await confirmPassword(page, admin.password);
  await page.getByRole("list", { name: "Reports" }).getByRole("link").click();
  await expect(page.getByText("the report is about you")).toBeVisible();
  await expect(page.getByText("Fay Reports")).toHaveCount(0);
});

test("optional mails link to what they are about, and can be stopped by a link or by one click in the mail program", async ({
  couple,
  browser,
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 40[04]/);
  const admin = await signInAdmin(server);
  const cy = await registerByApi(server.url, invent("Cy Expires"));
  await server.runSql(
    `update members set email_verified_at = 1 where id in ('${couple.ada.id}', '${couple.bo.id}')`,
  );
  await callApi(server.url, "POST", `/api/reports/${couple.bo.id}`, {
    token: couple.ada.token,
    body: { reason: "spam" },
  });
  type Reports = { report_id: string; reporter_id: string }[];
  const reports = await callApi<Reports>(server.url, "GET", "/api/admin/reports", admin);
  const report = reports.find(({ reporter_id }) => reporter_id === couple.ada.id);
  await callApi(server.url, "PUT", `/api/admin/reports/${report?.report_id}`, {
    token: admin.token,
    body: { status: "resolved", outcome: "acted" },
  });
  await enter(page, server.url, couple.ada);
  await openMail(page, couple.ada.email, "report_answered");
  await followMail(page, "See your reports");
  await expect(page.getByText("We found a breach of our terms and acted.")).toBeVisible();

  await openMail(page, couple.ada.email, "report_answered");
  const address = await followMail(page, "No more e-mails like this one");
  const notices = async ({ token }: { token: string }) =>
    callApi<{ wants_notices: boolean }>(server.url, "GET", "/api/account/email", { token });
  // Opening the link changes nothing, because mail programs open links to check them.
  expect(await notices(couple.ada)).toMatchObject({ wants_notices: true });
  // The secret doesn't work with another member's id.
  await page.goto(address.replace(couple.ada.id, couple.bo.id));
  await page.getByRole("button", { name: "Stop these e-mails" }).click();
  await expect(page.getByText("We don’t know this link.")).toBeVisible();
  expect(await notices(couple.bo)).toMatchObject({ wants_notices: true });
  await page.goto(address);
  await expectAccessible(page, "unsubscribe");
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(address);
  await plain.getByRole("button", { name: "Stop these e-mails" }).click();
  await expect(plain.getByRole("heading", { name: "That was the last one" })).toBeVisible();
  await plain.close();
  expect(await notices(couple.ada)).toMatchObject({ wants_notices: false });

  // Ada and Bo were last seen fourteen days ago, and Cy's links have expired.
  await callApi(server.url, "POST", "/api/auth/forgot-password", { body: { email: cy.email } });
  await awaitMail(page, cy.email, "reset_password");
  await awaitMail(page, cy.email, "verify_email");
  await server.runSql(
    `update members set last_seen_on = date('now', '-14 days'), created_at = 1
       where id in ('${couple.ada.id}', '${couple.bo.id}');
     update mail_tokens set expires_at = 1 where member_id = '${cy.id}';`,
  );
  await server.runTicks(32);
  const text = await awaitMail(page, couple.bo.email, "absence");
  const oneClick = /^List-Unsubscribe: <(.+)>$/m.exec(text)?.[1] ?? "";
  expect(text).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  await expect(page.getByText(`To ${couple.ada.email},`)).toHaveCount(1);
  // A mail program sends this request, without a session or an origin (RFC 8058).
  const answer = await fetch(oneClick, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    redirect: "manual",
  });
  expect(answer.status).toBe(200);
  expect(await notices(couple.bo)).toMatchObject({ wants_notices: false });
  await openMail(page, couple.bo.email, "absence");
  await followMail(page, "I'm still here");
  await expect(page).toHaveURL(/\/conversations$/);

  await openMail(page, cy.email, "reset_password");
  const expired = page.getByRole("heading", { name: "This link no longer works" });
  await followMail(page, "Choose a new password");
  await expect(expired).toBeVisible();
  await openMail(page, cy.email, "verify_email");
  await followMail(page, "Confirm this address");
  await expect(expired).toBeVisible();
});

test("a link in another member's mail acts for that member, not for the signed-in one", async ({
  page,
  server,
}) => {
  const [ada, ben] = [
    await registerByApi(server.url, invent("Ada Owns")),
    await register(server, "Ben Clicks"),
  ];
  await enter(page, server.url, ben);
  await openMail(page, ada.email, "verify_email");
  await followMail(page, "Confirm this address");
  await expect(page.getByText(ada.email)).toBeVisible();
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page).toHaveURL(/\/conversations$/);
  await page.goto("/profile/email");
  await expect(page.getByText("Not confirmed")).toBeVisible();
  const isVerified = async ({ token }: { token: string }) =>
    (await callApi<{ verified: boolean }>(server.url, "GET", "/api/account/email", { token }))
      .verified;
  expect([await isVerified(ada), await isVerified(ben)]).toEqual([true, false]);

  await callApi(server.url, "POST", "/api/auth/forgot-password", { body: { email: ada.email } });
  await openMail(page, ada.email, "reset_password");
  await followMail(page, "Choose a new password");
  await setPassword(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(callApi(server.url, "GET", "/api/users/me", ada)).rejects.toThrow("401");
  // Ben's password and sessions are unchanged.
  await callApi(server.url, "GET", "/api/users/me", ben);
  await signIn(page, ben);
  await expect(page).toHaveURL(`${server.url}/`);
});

test("if the server requires it, browsers do a proof of work, and new members must confirm their address", async ({
  openServer,
  openPerson,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  const strict = await openServer("strict", { PROOF_OF_WORK: "1", REQUIRE_VERIFIED_EMAIL: "1" });
  const page = await openPerson({ baseURL: strict.url });
  const carla = invent("Carla Counts");
  await page.goto("/signup");
  await expect(page.getByText("Confirm your e-mail afterwards, and you are in the")).toBeVisible();
  await waitForScripts(page);
  await fillSignUp(page, carla);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(`${strict.url}/`);
  await expect(
    page.getByRole("main").getByRole("link", { name: "Confirm your e-mail" }),
  ).toHaveAttribute("href", "/profile/email");
  await expect(page.getByText(/You’re in the draw/)).toHaveCount(0);
  await expectAccessible(page);
  for (const path of ["/conversations", "/profile"]) {
    await page.goto(path);
    await expect(page.getByText("Confirm your e-mail to join the next draw.")).toBeVisible();
    await expect(page.getByText(/You’re in the draw|It comes on/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Sit out" })).toHaveCount(0);
  }
  // A form that is sent before the scripts run comes back without its password. The proof of work is then sent together
  // with the password that the member types again.
  const hasty = await openPerson({ baseURL: strict.url });
  let isHeld = true;
  const held = new Promise<void>((resolve) =>
    hasty.route(/\/assets\/entry\.client-/, (route) => (isHeld ? resolve() : route.continue())),
  );
  await hasty.goto("/login", { waitUntil: "commit" });
  await hasty.getByLabel("Email Address").fill(carla.email);
  await hasty.getByLabel("Password", { exact: true }).fill(carla.password);
  await held;
  isHeld = false;
  await hasty.getByRole("button", { name: "Sign In" }).click();
  await expect(hasty.getByText("Password is required").first()).toBeVisible();
  await expect(hasty.getByText("sends the form again")).toBeHidden();
  const posts: string[] = [];
  hasty.on("request", (request) => /\/login\b/.test(request.url()) && posts.push(request.method()));
  await hasty.getByLabel("Password", { exact: true }).fill(carla.password);
  await hasty.getByRole("button", { name: "Sign In" }).click();
  await expect(hasty.getByText("Successfully logged in!")).toBeVisible();
  expect(posts).toEqual(["POST"]);
  // Without scripts, the browser can't do the proof of work, and the page says so.
  const bare = await openPerson({ baseURL: strict.url, javaScriptEnabled: false });
  await signIn(bare, { email: "ada@example.org", password: NEW_PASSWORD });
  await expect(bare.getByText("turn them on for this page")).toBeVisible();
  await expect(bare.getByText("sends the form again")).toBeHidden();
});

test("after an appeal is sent, its heading has the focus", async ({ page, server }) => {
  const admin = await signInAdmin(server);
  const eve = await register(server, "Eve Appeals");
  await callApi(server.url, "POST", `/api/admin/members/${eve.id}/actions`, {
    token: admin.token,
    body: { kind: "warn", reason: "spam", text: "You sold a course." },
  });
  await enter(page, server.url, eve);
  await page.goto("/account/standing");
  await waitForScripts(page);
  await page.getByLabel("Why is the decision wrong?").fill("It was a recipe.");
  await page.getByRole("button", { name: "Send appeal" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Your appeal" })).toBeFocused();
});
