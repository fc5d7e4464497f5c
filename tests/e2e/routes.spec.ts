import { callApi, enterNew, pickFromMenu, readMe, waitForScripts } from "./fixtures/api";
import { type Member, register, signInAdmin, submitSignIn } from "./fixtures/members";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

type Role = "anonymous" | "member" | "admin";
const ROLES: readonly Role[] = ["anonymous", "member", "admin"];

interface Row {
  path: string;
  heading: string | RegExp;
  title: string | RegExp;
  /** The redirect's target for each role that is redirected. The other roles get the page at `path`. */
  leads?: Partial<Record<Role, string>>;
  status?: number;
}

const toLogin = (path: string) => `/login?next=${encodeURIComponent(path)}`;
const to = (path: string) => ({ anonymous: path, member: path, admin: path });
const forMembers = (path: string) => ({ anonymous: toLogin(path) });
const memberPage = (path: string, heading: string): Row => ({
  path,
  heading,
  title: `${heading} · Happenstance`,
  leads: forMembers(path),
});
const adminPage = (path: string, heading: string, admin = path): Row => ({
  ...memberPage(path, heading),
  leads: { anonymous: toLogin(path), member: "/conversations", admin },
});

/** Every route (docs/rules.md#routes, docs/rules.md#guards). */
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
  memberPage("/settings", "Account"),
  memberPage("/profile/edit", "Edit Profile"),
  memberPage("/profile/reset-password", "Reset Password"),
  memberPage("/profile/notifications", "Notifications"),
  memberPage("/profile/email", "E-mail"),
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
  memberPage("/profile/passkeys", "Passkeys"),
  {
    path: "/user/nobody",
    heading: "Profile not found",
    title: /^Profile · Happenstance$/,
    leads: forMembers("/user/nobody"),
    status: 404,
  },
  adminPage("/admin", "Admin Dashboard"),
  adminPage("/admin/reports", "Reports", "/admin/confirm?next=%2Fadmin%2Freports"),
  adminPage("/admin/confirm", "Confirm Your Password"),
  adminPage("/admin/appeals", "Appeals"),
  adminPage("/admin/members", "Members"),
  adminPage("/admin/runs", "Runs"),
  adminPage("/admin/audit", "Audit"),
  adminPage("/admin/search", "Search", "/admin/confirm?next=%2Fadmin%2Fsearch"),
  {
    path: "/account/standing",
    heading: "Your account is in good standing",
    title: /^Your standing · Happenstance$/,
    leads: forMembers("/account/standing"),
  },
  { path: "/no/such/page", heading: "Page Not Found", title: / · Happenstance$/, status: 404 },
  { path: "/logout", heading: /./, title: /Happenstance$/, leads: to("/") },
  { path: "/session", heading: /./, title: /Happenstance$/, leads: to("/") },
];

const accounts = new Map<Role, Member>();

test.beforeAll(async ({ server }) => {
  accounts.set("member", await register(server, "Member Of Routes"));
  accounts.set("admin", await signInAdmin(server));
});

const NEXT_DAY = "A new day has begun.";

const textOf = (html: string, element: string) =>
  [...html.matchAll(new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`, "g"))].map(
    ([, text = ""]) =>
      text
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&#x27;", "'")
        .replaceAll("&amp;", "&")
        .trim(),
  );

// No browser is needed, because pages are complete before their scripts run.
for (const role of ROLES) {
  test(`every route has its status, heading, title and redirect as ${role}`, async ({ server }) => {
    const token = accounts.get(role)?.token;
    const headers: Record<string, string> = token ? { cookie: `session=${token}` } : {};
    for (const { path, heading, title, leads, status = 200 } of ROWS) {
      const target = leads?.[role] ?? path;
      const answer = await fetch(server.url + path, { headers });
      const html = await answer.text();
      const stays = target === path;
      expect.soft([path, answer.status]).toEqual([path, stays ? status : 200]);
      expect.soft(answer.url).toBe(server.url + target);
      // The heading of the next day is hidden until midnight.
      const headings = textOf(html, "h1").filter((text) => text !== NEXT_DAY);
      expect.soft([path, headings.length]).toEqual([path, 1]);
      if (!stays) continue;
      if (typeof heading === "string") expect.soft(headings).toEqual([heading]);
      else expect.soft(headings[0], path).toMatch(heading);
      const [shown] = textOf(html, "title");
      if (typeof title === "string") expect.soft(shown).toBe(title);
      else expect.soft(shown, path).toMatch(title);
    }
  });
}

test("the landing page announces that age and place count in matching", async ({ server }) => {
  const html = await (await fetch(server.url)).text();
  expect(html).toContain("Newly added");
  expect(html).toMatch(/Age and location matching/);
});

test("a member whose session has ended is led to /login, and after signing in to the requested page", async ({
  page,
  server,
}) => {
  const someone = await enterNew(page, server, "Stale Session");
  await callApi(server.url, "POST", "/api/auth/logout", someone);
  await page.goto("/profile/edit");
  await expect(page).toHaveURL(`${server.url}/login?next=%2Fprofile%2Fedit`);
  await submitSignIn(page, someone);
  await expect(page).toHaveURL(`${server.url}/profile/edit`);
});

test("the session route accepts a valid token, and refuses an invalid one", async ({
  request,
  server,
}) => {
  const someone = await register(server, "Session Route");
  const url = `${server.url}/session`;
  const live = await request.post(url, { form: { token: someone.token } });
  expect(live.status()).toBe(204);
  expect(live.headers()["set-cookie"]).toMatch(/^session=.+; Path=\/; HttpOnly; SameSite=Lax/);
  const dead = await request.post(url, { form: { token: `${someone.token}x` } });
  expect(dead.status()).toBe(200);
  expect(await dead.json()).toEqual({ restored: false });
  expect(dead.headers()["set-cookie"]).toBeUndefined();
});

test("a password manager finds the page where a password is changed", async ({ server }) => {
  const address = `${server.url}/.well-known/change-password`;
  const answer = await fetch(address, { redirect: "manual" });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/profile/reset-password");
});

test("security.txt names a contact, and expires within a year (RFC 9116)", async ({ server }) => {
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

test("no address makes a page lead to another host (CVE-2026-53669, GHSA-jjmj-jmhj-qwj2)", async ({
  page,
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
  await enterNew(page, server, "Stays Inside");
  await visit(`/conversations?q=${asked[1]}`);
  await visit(`/profile/passkeys?next=${asked[1]}`);
  await waitForScripts(page);
  // The router reads an address that begins with two slashes as a path. Before 1.23.4, @remix-run/router read it as a
  // host.
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
  const someone = await enterNew(page, server, "Signing Out");
  await page.goto("/conversations");
  await pickFromMenu(page, "Logout");
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole("link", { name: "Log In" }).first()).toBeVisible();
  expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: "session" }));
  await expect
    .poll(() => page.evaluate(() => [localStorage.authToken, localStorage.authUser]))
    .toEqual([undefined, undefined]);
  await expect(readMe(server.url, someone)).rejects.toThrow("401");
});
