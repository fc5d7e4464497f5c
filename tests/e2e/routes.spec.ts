import {
  type Account,
  enter,
  pickFromMenu,
  register,
  signInAdmin,
  waitForScripts,
} from "./fixtures/api";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

type Role = "anonymous" | "member" | "admin";
const ROLES: readonly Role[] = ["anonymous", "member", "admin"];

interface Row {
  path: string;
  heading: string | RegExp;
  title: RegExp;
  /** Where each role ends up; the path itself where nothing is said. */
  leads?: Partial<Record<Role, string>>;
  status?: number;
}

const toLogin = (path: string) => `/login?next=${encodeURIComponent(path)}`;
const to = (path: string) => ({ anonymous: path, member: path, admin: path });
const forMembers = (path: string) => ({ anonymous: toLogin(path) });

/** Every route, for each role (docs/rules.md#routes, docs/rules.md#guards). */
const ROWS: readonly Row[] = [
  { path: "/", heading: /./, title: /Happenstance$/ },
  { path: "/about", heading: /./, title: /^About · Happenstance$/ },
  { path: "/terms", heading: /Terms/, title: / · Happenstance$/ },
  { path: "/privacy", heading: "Privacy Notice", title: /^Privacy Notice · Happenstance$/ },
  { path: "/transparency", heading: "Transparency", title: /^Transparency · Happenstance$/ },
  { path: "/safety", heading: "Safety", title: /^Safety · Happenstance$/ },
  {
    path: "/child-safety",
    heading: "Child Safety Standards",
    title: /^Child Safety Standards · Happenstance$/,
  },
  { path: "/faq", heading: /./, title: / · Happenstance$/ },
  {
    path: "/login",
    heading: "Sign In",
    title: / · Happenstance$/,
    leads: { member: "/conversations", admin: "/conversations" },
  },
  {
    path: "/signup",
    heading: "Create Account",
    title: / · Happenstance$/,
    leads: { member: "/conversations", admin: "/conversations" },
  },
  {
    path: "/conversations",
    heading: "Today's Happenstance",
    title: / · Happenstance$/,
    leads: forMembers("/conversations"),
  },
  {
    path: "/conversation/none",
    heading: "Conversation not found or has expired",
    title: / · Happenstance$/,
    leads: forMembers("/conversation/none"),
    status: 404,
  },
  {
    path: "/profile",
    heading: /^(Member Of Routes|Quill Keeper)$/,
    title: /^My Profile · Happenstance$/,
    leads: forMembers("/profile"),
  },
  {
    path: "/settings",
    heading: "Settings",
    title: /^Settings · Happenstance$/,
    leads: forMembers("/settings"),
  },
  {
    path: "/profile/edit",
    heading: "Edit Profile",
    title: /^Edit Profile · Happenstance$/,
    leads: forMembers("/profile/edit"),
  },
  {
    path: "/profile/reset-password",
    heading: "Reset Password",
    title: /^Reset Password · Happenstance$/,
    leads: forMembers("/profile/reset-password"),
  },
  {
    path: "/profile/notifications",
    heading: "Notifications",
    title: /^Notifications · Happenstance$/,
    leads: forMembers("/profile/notifications"),
  },
  {
    path: "/profile/email",
    heading: "E-mail",
    title: /^E-mail · Happenstance$/,
    leads: forMembers("/profile/email"),
  },
  { path: "/forgot", heading: "Forgot Password", title: /^Forgot Password · Happenstance$/ },
  { path: "/reset", heading: "This link no longer works", title: /^New Password · / },
  { path: "/reset/x", heading: /no longer works/, title: /^New Password · /, leads: to("/reset") },
  { path: "/confirm", heading: "This link no longer works", title: /^Confirm Your E-mail · / },
  {
    path: "/confirm/x",
    heading: /no longer works/,
    title: /^Confirm Your E-mail · /,
    leads: to("/confirm"),
  },
  { path: "/unsubscribe/x", heading: /No more e-mails/, title: /^Fewer E-mails · / },
  { path: "/outbox", heading: "Outbox", title: /^Outbox · / },
  {
    path: "/profile/passkeys",
    heading: "Passkeys",
    title: /^Passkeys · Happenstance$/,
    leads: forMembers("/profile/passkeys"),
  },
  {
    path: "/user/nobody",
    heading: "Profile not found",
    title: /^Profile · Happenstance$/,
    leads: forMembers("/user/nobody"),
    status: 404,
  },
  {
    path: "/admin",
    heading: "Admin Dashboard",
    title: /^Admin Dashboard · Happenstance$/,
    leads: { anonymous: toLogin("/admin"), member: "/conversations" },
  },
  {
    path: "/admin/reports",
    heading: "Reports",
    title: /^Reports · Happenstance$/,
    leads: {
      anonymous: toLogin("/admin/reports"),
      member: "/conversations",
      admin: "/admin/confirm?next=%2Fadmin%2Freports",
    },
  },
  {
    path: "/admin/confirm",
    heading: "Confirm Your Password",
    title: /^Confirm Your Password · Happenstance$/,
    leads: { anonymous: toLogin("/admin/confirm"), member: "/conversations" },
  },
  {
    path: "/admin/appeals",
    heading: "Appeals",
    title: /^Appeals · Happenstance$/,
    leads: { anonymous: toLogin("/admin/appeals"), member: "/conversations" },
  },
  {
    path: "/admin/members",
    heading: "Members",
    title: /^Members · Happenstance$/,
    leads: { anonymous: toLogin("/admin/members"), member: "/conversations" },
  },
  {
    path: "/admin/pairings",
    title: /^Pairings · Happenstance$/,
    heading: "Pairings",
    leads: { anonymous: toLogin("/admin/pairings"), member: "/conversations" },
  },
  {
    path: "/admin/runs",
    title: /^Runs · Happenstance$/,
    heading: "Runs",
    leads: { anonymous: toLogin("/admin/runs"), member: "/conversations" },
  },
  {
    path: "/admin/blocks",
    title: /^Blocks · Happenstance$/,
    heading: "Blocks",
    leads: { anonymous: toLogin("/admin/blocks"), member: "/conversations" },
  },
  {
    path: "/admin/audit",
    heading: "Audit",
    title: /^Audit · Happenstance$/,
    leads: { anonymous: toLogin("/admin/audit"), member: "/conversations" },
  },
  {
    path: "/admin/search",
    heading: "Search",
    title: /^Search · Happenstance$/,
    leads: {
      anonymous: toLogin("/admin/search"),
      member: "/conversations",
      admin: "/admin/confirm?next=%2Fadmin%2Fsearch",
    },
  },
  {
    path: "/account/standing",
    heading: "Your account is in good standing",
    title: /^Your standing · Happenstance$/,
    leads: { anonymous: toLogin("/account/standing") },
  },
  {
    path: "/no/such/page",
    heading: "Page Not Found",
    title: / · Happenstance$/,
    status: 404,
  },
  {
    path: "/logout",
    heading: /./,
    title: /Happenstance$/,
    leads: { anonymous: "/", member: "/", admin: "/" },
  },
  {
    path: "/session",
    heading: /./,
    title: /Happenstance$/,
    leads: { anonymous: "/", member: "/", admin: "/" },
  },
];

const accounts = new Map<Role, Account>();

test.beforeAll(async ({ server }) => {
  accounts.set("member", await register(server.url, "Member Of Routes"));
  accounts.set("admin", await signInAdmin(server.url));
});

/** The browser's own complaint about a page that is answered with 404. */
const missing = (path: string) => new RegExp(`status of 404.*${path}`);

// One test a role, not one a route: what is slow is the browser, not the pages.
for (const role of ROLES) {
  test(`every route as ${role}`, async ({ page, context, server, consoleWatch }) => {
    const account = accounts.get(role);
    for (const { path, heading, title, leads, status = 200 } of ROWS) {
      const target = leads?.[role] ?? path;
      await test.step(`${path} comes to ${target}`, async () => {
        // Again each time: /logout by a link must not have ended it, and is tried again after.
        if (account) await enter(context, server.url, account);
        const stays = target === path;
        if (stays && status === 404) consoleWatch.expect(missing(path));
        const response = await page.goto(path);
        expect.soft(response?.status(), path).toBe(stays ? status : 200);
        await expect.soft(page).toHaveURL(server.url + target);
        await expect.soft(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
        if (!stays) return;
        await expect.soft(page.getByRole("heading", { level: 1 })).toHaveText(heading);
        await expect.soft(page).toHaveTitle(title);
      });
    }
  });
}

test("the landing page announces that age and place count in matching", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByText("Newly added")).toBeVisible();
  await expect(page.getByText(/Age and location matching/)).toBeVisible();
});

test("a dead session leads to /login and, after signing in, to where one was going", async ({
  page,
  context,
  server,
}) => {
  const someone = await register(server.url, "Stale Session");
  await enter(context, server.url, someone);
  await fetch(`${server.url}/api/auth/logout`, {
    method: "POST",
    headers: { authorization: `Bearer ${someone.token}` },
  });
  await page.goto("/profile/edit");
  await expect(page).toHaveURL(`${server.url}/login?next=%2Fprofile%2Fedit`);
  await page.getByLabel("Email Address").fill(someone.email);
  await page.getByLabel("Password", { exact: true }).fill(someone.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${server.url}/profile/edit`);
});

test("the session route takes a live token and refuses a dead one", async ({ request, server }) => {
  const someone = await register(server.url, "Session Route");
  const url = `${server.url}/session`;
  const live = await request.post(url, { form: { token: someone.token } });
  expect(live.status()).toBe(204);
  expect(live.headers()["set-cookie"]).toMatch(/^session=.+; Path=\/; HttpOnly; SameSite=Lax/);
  const dead = await request.post(url, { form: { token: `${someone.token}x` } });
  expect(dead.status()).toBe(200);
  expect(await dead.json()).toEqual({ restored: false });
  expect(dead.headers()["set-cookie"]).toBeUndefined();
});

test("security.txt says where to tell of a weakness, for less than a year (RFC 9116)", async ({
  server,
}) => {
  const address = `${server.url}/.well-known/security.txt`;
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; charset=utf-8",
  ]);
  const text = await answer.text();
  const fields = new Map(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect(fields.get("Contact")).toMatch(/^mailto:\S+@\S+$/);
  expect(fields.get("Canonical")).toBe(address);
  const days = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("the framework's list of routes can't be asked for", async ({ server }) => {
  const paths = Array.from({ length: 500 }, (_, index) => `p=/${index}`).join("&");
  const answer = await fetch(`${server.url}/__manifest?${paths}`);
  expect(answer.status).toBe(404);
  expect((await answer.text()).length).toBeLessThan(60_000);
});

test("no address makes a page lead to another host (CVE-2026-53669, GHSA-jjmj-jmhj-qwj2)", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 404/);
  const foreign = "elsewhere.invalid";
  const spellings = ["//", "/\\", "/.//", "/%5C%5C", "\\\\"].map((start) => start + foreign);
  const asked = spellings.map(encodeURIComponent);
  const visit = async (address: string) => {
    await page.goto(server.url + address);
    const targets = await page.evaluate(() =>
      [...document.querySelectorAll("[href], [action], [formaction]")].flatMap((element) =>
        ["href", "action", "formaction"].map((name) => element.getAttribute(name)),
      ),
    );
    for (const target of targets) {
      if (target === null) continue;
      expect.soft(new URL(target, page.url()).host, `${address}: ${target}`).not.toBe(foreign);
    }
    expect.soft(page.url(), address).toContain(server.url);
  };
  for (const spelling of spellings) await visit(spelling);
  for (const next of asked.slice(1, 3)) await visit(`/login?next=${next}`);
  await enter(context, server.url, await register(server.url, "Stays Inside"));
  await visit(`/conversations?q=${asked[1]}`);
  await visit(`/profile/passkeys?next=${asked[1]}`);
  await waitForScripts(page);
  // Given to the router itself, a doubled slash is a path. It was a host before 1.23.4 of @remix-run/router.
  const router = "__remixRouter";
  await page.evaluate(
    ([name, to]) =>
      (window as unknown as Record<string, { navigate(to: string): void }>)[name]?.navigate(to),
    [router, `//${foreign}/path`] as const,
  );
  await expect(page).toHaveURL(`${server.url}/${foreign}/path`);
});

test("signing out ends the session, its cookie and its token", async ({
  page,
  context,
  server,
}) => {
  const someone = await register(server.url, "Signing Out");
  await enter(context, server.url, someone);
  await page.goto("/conversations");
  await pickFromMenu(page, "Logout");
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole("link", { name: "Log In" }).first()).toBeVisible();
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: "session" }));
  await expect
    .poll(() => page.evaluate(() => [localStorage.authToken, localStorage.authUser]))
    .toEqual([undefined, undefined]);
  const headers = { authorization: `Bearer ${someone.token}` };
  expect((await fetch(`${server.url}/api/users/me`, { headers })).status).toBe(401);
});

test("a broken line keeps the sign-in with what was typed", async ({ page, consoleWatch }) => {
  consoleWatch.expect(/Failed to load resource: net::ERR_FAILED/);
  await page.goto("/login");
  await waitForScripts(page);
  await page.route("**/login.data*", (route) => route.abort());
  await page.getByLabel("Email Address").fill("somebody@example.org");
  await page.getByLabel("Password", { exact: true }).fill("a quiet evening");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("An error occurred during login").first()).toBeVisible();
  await expect(page.getByLabel("Email Address")).toHaveValue("somebody@example.org");
});
