import { DEMO_PASSWORD } from "../demo-members.mjs";

/**
 * What `npm run shots` walks: every screen and state. `who` is a key of the members signed in,
 * `path` takes what the demo knows, `act` brings the page into its state, `view` keeps to the window
 * instead of the whole page, `inReadme` makes it one of the README's, `hold` keeps the pages' data back, `minutesLeft` sets the browser's clock,
 * `largeText` doubles the letters, `scripts: false` turns scripts off.
 */

/**
 * @typedef {import("@playwright/test").Page} Page
 * @typedef {{ token: string, user: { id: string, user_id: string, email: string } }} SignedIn
 *
 * @typedef {object} Demo
 * @property {Record<string, SignedIn>} members
 * @property {string} [today]
 * @property {string} [partnerId]
 * @property {string} [past]
 * @property {string} [quarrel]
 *
 * @typedef {object} Shot
 * @property {string} name
 * @property {string} [who]
 * @property {(demo: Demo) => string} path
 * @property {(page: Page) => unknown} [act]
 * @property {boolean} [view]
 * @property {boolean} [inReadme]
 * @property {boolean} [consent]
 * @property {boolean} [hold]
 * @property {boolean} [scripts]
 * @property {number} [minutesLeft] what the browser's clock says is left of the UTC day
 * @property {boolean} [largeText] letters twice as large
 * @property {"desktop" | "phone"} [only]
 */

const button = (/** @type {Page} */ page, /** @type {string} */ name) =>
  page.getByRole("button", { name, exact: true });
const openMenu = async (
  /** @type {Page} */ page,
  /** @type {string} */ name,
  /** @type {string | undefined} */ item = undefined,
) => {
  await page.getByRole("button", { name }).click();
  if (item) await page.getByRole("menuitem", { name: item }).click();
};

/** Follows a link of ours by script: from a member's page, the next one is loaded in parts. */
const follow = (/** @type {string} */ href) => (/** @type {Page} */ page) =>
  page.evaluate((to) => {
    const link = document.querySelector(`a[href="${to}"]`);
    if (!(link instanceof HTMLAnchorElement)) throw new Error(`no link to ${to}`);
    link.click();
  }, href);

const fillSignUp = async (
  /** @type {Page} */ page,
  /** @type {Record<string, string>} */ fields,
) => {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
};

/** Gives the password that the desk asks for once per hour, and goes on to where it led from. */
const confirmPassword = async (/** @type {Page} */ page) => {
  if (!page.url().includes("/admin/confirm")) return;
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await button(page, "Continue").click();
  await page.waitForURL((url) => url.pathname !== "/admin/confirm");
};

/** Refuses every call of a kind in the browser, as a broken line would. */
const cutLine = (/** @type {Page} */ page) => page.context().setOffline(true);

/** @type {Shot[]} */
export const PUBLIC_SHOTS = [
  { name: "landing", path: () => "/" },
  { name: "landing-first-view", path: () => "/", view: true, inReadme: true },
  { name: "landing-cookie-bar", path: () => "/", view: true, consent: false },
  {
    name: "landing-main-menu",
    path: () => "/",
    view: true,
    only: "phone",
    act: (page) => openMenu(page, "Main menu"),
  },
  { name: "about", path: () => "/about" },
  { name: "terms", path: () => "/terms" },
  { name: "privacy", path: () => "/privacy" },
  { name: "transparency", path: () => "/transparency" },
  { name: "safety", path: () => "/safety" },
  { name: "child-safety", path: () => "/child-safety" },
  { name: "faq", path: () => "/faq" },
  { name: "login", path: () => "/login" },
  { name: "login-scripts-off", path: () => "/login", scripts: false },
  { name: "login-required", path: () => "/login", act: (page) => button(page, "Sign In").click() },
  { name: "login-large-text", path: () => "/login", largeText: true },
  { name: "landing-large-text", path: () => "/", view: true, largeText: true },
  { name: "forgot", path: () => "/forgot" },
  { name: "offline", path: () => "/offline", scripts: false },
  {
    name: "login-refused",
    path: () => "/login",
    async act(page) {
      await page.getByLabel("Email Address").fill("nobody@happenstance.example");
      await page.getByLabel("Password", { exact: true }).fill("not this one");
      await button(page, "Sign In").click();
      await page.getByText("Invalid email or password").first().waitFor();
    },
  },
  { name: "signup", path: () => "/signup" },
  {
    name: "signup-required",
    path: () => "/signup",
    act: (page) => button(page, "Create Account").click(),
  },
  {
    name: "signup-mismatch",
    path: () => "/signup",
    async act(page) {
      await fillSignUp(page, {
        "Full Name": "Nora Field",
        "Email Address": "nora@happenstance.example",
        "Date of Birth": "2015-01-01",
        Password: "a quiet evening",
        "Confirm Password": "a loud morning",
      });
      await button(page, "Create Account").click();
    },
  },
  { name: "reset-no-longer-works", path: () => "/reset" },
  { name: "confirm-no-longer-works", path: () => "/confirm" },
  { name: "unsubscribe", path: () => "/unsubscribe/x" },
  { name: "outbox", path: () => "/outbox" },
  { name: "not-found", path: () => "/no/such/page" },
];

/** @type {Shot[]} */
export const MEMBER_SHOTS = [
  { name: "landing-signed-in", who: "paired", path: () => "/" },
  { name: "landing-in-the-draw", who: "newcomer", path: () => "/", view: true },
  {
    name: "account-menu",
    who: "paired",
    path: () => "/",
    view: true,
    only: "desktop",
    act: (page) => openMenu(page, "Account menu"),
  },
  {
    name: "account-menu-admin",
    who: "admin",
    path: () => "/",
    view: true,
    only: "desktop",
    act: (page) => openMenu(page, "Account menu"),
  },
  {
    name: "main-menu-signed-in",
    who: "admin",
    path: () => "/",
    view: true,
    only: "phone",
    act: (page) => openMenu(page, "Main menu"),
  },
  { name: "complete-profile-banner", who: "incomplete", path: () => "/conversations" },
  { name: "conversations", who: "paired", path: () => "/conversations" },
  {
    name: "conversations-large-text",
    who: "paired",
    path: () => "/conversations",
    largeText: true,
  },
  {
    name: "conversations-longer-pause",
    who: "paired",
    path: () => "/conversations",
    act: (page) => page.getByText("Take a longer pause").click(),
  },
  {
    name: "conversations-scripts-off",
    who: "paired",
    path: () => "/conversations",
    scripts: false,
  },
  { name: "conversations-day-off", who: "dayOff", path: () => "/conversations" },
  { name: "conversations-none-yet", who: "newcomer", path: () => "/conversations" },
  {
    name: "conversations-expired-notice",
    who: "paired",
    path: () => "/conversations?expired=true",
  },
  { name: "conversations-admin", who: "admin", path: () => "/conversations" },
  {
    name: "conversations-reset-dialog",
    who: "admin",
    path: () => "/conversations?dialog=reset",
    view: true,
  },
  { name: "conversations-search", who: "paired", path: () => "/conversations?q=fran" },
  {
    name: "places",
    who: "paired",
    path: () => "/conversations",
    view: true,
    only: "desktop",
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill("pro");
    },
  },
  {
    name: "navigation-pending",
    who: "paired",
    path: () => "/profile",
    hold: true,
    view: true,
    act: follow("/conversations"),
  },
  {
    name: "conversation",
    inReadme: true,
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
  },
  {
    name: "conversation-opening",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    act: (page) => page.getByRole("log").evaluate((list) => list.scrollTo({ top: -1e6 })),
  },
  {
    name: "conversation-writing-a-letter",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    async act(page) {
      await page.getByPlaceholder("Type a message...").fill("Dear Maren,");
      await button(page, "Write a letter").click();
    },
  },
  {
    name: "conversation-keepsake",
    who: "paired",
    path: (demo) => `/conversation/${demo.past}/keepsake`,
    scripts: false,
  },
  {
    name: "conversation-scripts-off",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    scripts: false,
    view: true,
  },
  {
    name: "conversation-menu",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    act: (page) => openMenu(page, "Conversation menu"),
  },
  {
    name: "conversation-block-dialog",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    act: (page) => openMenu(page, "Conversation menu", "Block User"),
  },
  {
    name: "conversation-report-dialog",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    act: (page) => openMenu(page, "Conversation menu", "Report User"),
  },
  {
    name: "conversation-loading",
    who: "paired",
    path: () => "/conversations",
    hold: true,
    view: true,
    act: (page) => page.getByRole("article").getByRole("link").click(),
  },
  {
    name: "conversation-offline",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    act: cutLine,
  },
  {
    name: "conversation-large-text",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    largeText: true,
  },
  {
    name: "conversation-sealed-address",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    minutesLeft: 100,
  },
  {
    name: "conversation-last-minutes",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    minutesLeft: 4,
  },
  {
    name: "conversation-over",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    minutesLeft: 4,
    async act(page) {
      await page.getByPlaceholder("Type a message...").fill("There is one thing I still");
      await page.clock.fastForward(300_000);
      await page.getByText("The day is over.").waitFor();
    },
  },
  {
    name: "conversation-next-introduction",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    minutesLeft: 4,
    async act(page) {
      await page.clock.fastForward(300_000);
      await page.getByRole("link", { name: "Your next introduction" }).click();
      await page.waitForURL("**/conversations");
    },
  },
  {
    name: "conversation-past",
    who: "paired",
    path: (demo) => `/conversation/${demo.past}`,
    view: true,
  },
  {
    name: "conversation-blocked-by-you",
    who: "blocker",
    path: (demo) => `/conversation/${demo.quarrel}`,
    view: true,
  },
  {
    name: "conversation-blocked-by-them",
    who: "blocked",
    path: (demo) => `/conversation/${demo.quarrel}`,
    view: true,
  },
  { name: "conversation-not-found", who: "paired", path: () => "/conversation/none", view: true },
  {
    name: "user",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    async act(page) {
      await openMenu(page, "Conversation menu", "View Profile");
      await page.waitForURL("**/user/**");
    },
  },
  { name: "user-not-found", who: "paired", path: () => "/user/nobody" },
  { name: "profile", who: "paired", path: () => "/profile" },
  { name: "profile-incomplete", who: "incomplete", path: () => "/profile" },
  { name: "profile-blocked-members", who: "blocker", path: () => "/profile" },
  {
    name: "profile-delete-dialog",
    who: "paired",
    path: () => "/profile",
    view: true,
    act: (page) => button(page, "Delete Account").click(),
  },
  {
    name: "profile-delete-scripts-off",
    who: "paired",
    path: () => "/profile?confirm=delete",
    scripts: false,
  },
  { name: "edit", who: "paired", path: () => "/profile/edit" },
  { name: "edit-empty", who: "newcomer", path: () => "/profile/edit" },
  { name: "edit-scripts-off", who: "paired", path: () => "/profile/edit", scripts: false },
  {
    name: "edit-refused",
    who: "paired",
    path: () => "/profile/edit",
    async act(page) {
      await page.getByLabel("Name", { exact: true }).fill("");
      await page.getByLabel("Date of Birth").fill("2015-01-01");
      await button(page, "Save Changes").click();
      await page.getByText("Name is required").waitFor();
    },
  },
  {
    name: "edit-location-denied",
    who: "paired",
    path: () => "/profile/edit",
    async act(page) {
      await button(page, "Get Current Location").click();
      await page.getByText("Location access denied").waitFor();
    },
  },
  {
    name: "edit-city-search",
    who: "newcomer",
    path: () => "/profile/edit",
    view: true,
    async act(page) {
      await page.getByLabel("Or choose a city").pressSequentially("Lis");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "edit-saved",
    who: "paired",
    path: () => "/profile/edit",
    view: true,
    async act(page) {
      await button(page, "Save Changes").click();
      await page.waitForURL("**/profile");
    },
  },
  { name: "profile-large-text", who: "paired", path: () => "/profile", largeText: true },
  { name: "email", who: "paired", path: () => "/profile/email" },
  { name: "passkeys", who: "paired", path: () => "/profile/passkeys" },
  { name: "standing", who: "paired", path: () => "/account/standing" },
  { name: "notifications", who: "paired", path: () => "/profile/notifications" },
  { name: "reset-password", who: "paired", path: () => "/profile/reset-password" },
  {
    name: "reset-password-mismatch",
    who: "paired",
    path: () => "/profile/reset-password",
    async act(page) {
      await page.getByLabel("Current Password").fill("a quiet evening");
      await page.getByLabel("New Password", { exact: true }).fill("a loud morning");
      await page.getByLabel("Confirm New Password").fill("a loud evening");
      await button(page, "Update Password").click();
    },
  },
  {
    name: "reset-password-refused",
    who: "newcomer",
    path: () => "/profile/reset-password",
    async act(page) {
      await page.getByLabel("Current Password").fill("something else");
      await page.getByLabel("New Password", { exact: true }).fill("a loud morning");
      await page.getByLabel("Confirm New Password").fill("a loud morning");
      await button(page, "Update Password").click();
      await page.getByText("Current password is incorrect").first().waitFor();
    },
  },
  // Late in the list, for the words are sent after all when the page is left.
  {
    name: "conversation-send-failed",
    who: "paired",
    path: (demo) => `/conversation/${demo.today}`,
    view: true,
    async act(page) {
      // Without a live connection the words go by a call, which can be answered here.
      await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
      await page.route(/\/socket\.io\//, (route) => route.abort());
      await page.reload();
      await page.waitForFunction(() => document.documentElement.dataset.scripts === "ready");
      // The answer comes once other words are in the field, so the failed ones can't go back there.
      let answer = () => {};
      const isAnswered = new Promise((resolve) => {
        answer = () => resolve(null);
      });
      await page.route("**/messages", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        await isAnswered;
        return route.fulfill({ status: 500, json: { message: "Something went wrong." } });
      });
      const field = page.getByPlaceholder("Type a message...");
      await field.fill("Is anybody there?");
      await button(page, "Send message").click();
      await field.fill("I mean, besides the");
      answer();
      await page.getByText("Not sent").waitFor();
    },
  },
  { name: "admin", who: "admin", path: () => "/admin" },
  { name: "desk-confirm", who: "admin", path: () => "/admin/confirm" },
  { name: "desk-reports", who: "admin", path: () => "/admin/reports", act: confirmPassword },
  { name: "desk-members", who: "admin", path: () => "/admin/members" },
  { name: "desk-appeals", who: "admin", path: () => "/admin/appeals" },
  { name: "desk-audit", who: "admin", path: () => "/admin/audit" },
  {
    name: "desk-report",
    who: "admin",
    path: () => "/admin/reports",
    async act(page) {
      await confirmPassword(page);
      await page.locator("[data-report]").first().click();
      await page.getByRole("heading", { name: "Evidence" }).waitFor();
    },
  },
  {
    name: "desk-member",
    who: "admin",
    path: (demo) => `/admin/members/${demo.members.blocked?.user.id}`,
    act: confirmPassword,
  },
  { name: "desk-search", who: "admin", path: () => "/admin/search?q=ro", act: confirmPassword },
  { name: "desk-pairings", who: "admin", path: () => "/admin/pairings" },
  { name: "desk-blocks", who: "admin", path: () => "/admin/blocks" },
  { name: "desk-runs", who: "admin", path: () => "/admin/runs" },
  { name: "admin-nothing-found", who: "admin", path: () => "/admin?pairings_q=zzzz&blocks_q=zzzz" },
];

/** On a server of its own without demo members: what is empty, then what is many. */
/** @type {Shot[]} */
export const EMPTY_SHOTS = [
  { name: "admin-empty", who: "admin", path: () => "/admin" },
  { name: "conversations-admin-no-pairings", who: "admin", path: () => "/conversations" },
];

/** @type {Shot[]} */
export const MANY_SHOTS = [
  { name: "admin-many", who: "admin", path: () => "/admin" },
  {
    name: "admin-many-page-2-sorted",
    who: "admin",
    path: () => "/admin?pairings_page=2&pairings_sort=user1_name",
  },
];

/** After tables were taken away: what a page says when something fails. */
/** @type {Shot[]} */
export const BROKEN_SHOTS = [
  { name: "admin-lists-failed", who: "admin", path: () => "/admin" },
  { name: "profile-blocked-list-failed", who: "admin", path: () => "/profile" },
];
