import { DEMO_PASSWORD } from "../demo-members.mjs";

const MS_PER_DAY = 86_400_000;

/**
 * The screens and states of `npm run shots`. `who` is the key of the member who is signed in, `path` gets the demo's
 * facts, `act` brings the page into its state, `view` takes the window instead of the whole page, `inReadme` is true
 * for pictures of the README, `hold` holds the pages' data back, `minutesLeft` sets the browser's clock, `movesClock`
 * lets `act` move it, `largeText` doubles the letters, `scripts: false` turns scripts off.
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
 * @property {number} [minutesLeft] the rest of the UTC day by the browser's clock
 * @property {boolean} [movesClock] the browser's clock can be moved, and begins with the real time
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

/** Clicks a link by script, so that a member's page loads the next one in parts. */
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

/** Enters the password that the desk requires once per hour, and continues to the requested page. */
const confirmPassword = async (/** @type {Page} */ page) => {
  if (!page.url().includes("/admin/confirm")) return;
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await button(page, "Continue").click();
  await page.waitForURL((url) => url.pathname !== "/admin/confirm");
};

/** Makes every request of the browser fail, like a lost network. */
const cutLine = (/** @type {Page} */ page) => page.context().setOffline(true);

/**
 * @param {string} name
 * @param {string | Shot["path"]} path
 * @param {Omit<Shot, "name" | "path">} [options]
 * @returns {Shot}
 */
const shot = (name, path, options) => ({
  name,
  path: typeof path === "string" ? () => path : path,
  ...options,
});

/**
 * A shot of a page as a member of the demo sees it.
 * @param {string} who
 * @returns {typeof shot}
 */
const as = (who) => (name, path, options) => shot(name, path, { who, ...options });
const [paired, admin, newcomer] = [as("paired"), as("admin"), as("newcomer")];

const today = (/** @type {Demo} */ demo) => `/conversation/${demo.today}`;
const past = (/** @type {Demo} */ demo) => `/conversation/${demo.past}`;
const quarrel = (/** @type {Demo} */ demo) => `/conversation/${demo.quarrel}`;

export const PUBLIC_SHOTS = [
  shot("landing", "/"),
  shot("landing-first-view", "/", { view: true, inReadme: true }),
  shot("landing-cookie-bar", "/", { view: true, consent: false }),
  shot("landing-main-menu", "/", {
    view: true,
    only: "phone",
    act: (page) => openMenu(page, "Main menu"),
  }),
  shot("about", "/about"),
  shot("terms", "/terms"),
  shot("privacy", "/privacy"),
  shot("transparency", "/transparency"),
  shot("safety", "/safety"),
  shot("child-safety", "/child-safety"),
  shot("faq", "/faq"),
  shot("login", "/login"),
  shot("login-scripts-off", "/login", { scripts: false }),
  shot("login-required", "/login", { act: (page) => button(page, "Sign In").click() }),
  shot("login-large-text", "/login", { largeText: true }),
  shot("landing-large-text", "/", { view: true, largeText: true }),
  shot("forgot", "/forgot"),
  shot("offline", "/offline", { scripts: false }),
  shot("login-refused", "/login", {
    async act(page) {
      await page.getByLabel("Email Address").fill("nobody@happenstance.example");
      await page.getByLabel("Password", { exact: true }).fill("not this one");
      await button(page, "Sign In").click();
      await page.getByText("Invalid email or password").first().waitFor();
    },
  }),
  shot("signup", "/signup"),
  shot("signup-required", "/signup", { act: (page) => button(page, "Create Account").click() }),
  shot("signup-mismatch", "/signup", {
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
  }),
  shot("reset-no-longer-works", "/reset"),
  shot("confirm-no-longer-works", "/confirm"),
  shot("unsubscribe", "/unsubscribe/x"),
  shot("outbox", "/outbox"),
  shot("not-found", "/no/such/page"),
];

export const MEMBER_SHOTS = [
  paired("landing-signed-in", "/"),
  newcomer("landing-in-the-draw", "/", { view: true }),
  paired("account-menu", "/", {
    view: true,
    only: "desktop",
    act: (page) => openMenu(page, "Account menu"),
  }),
  admin("account-menu-admin", "/", {
    view: true,
    only: "desktop",
    act: (page) => openMenu(page, "Account menu"),
  }),
  admin("main-menu-signed-in", "/", {
    view: true,
    only: "phone",
    act: (page) => openMenu(page, "Main menu"),
  }),
  as("incomplete")("complete-profile-banner", "/conversations"),
  paired("conversations", "/conversations"),
  paired("conversations-large-text", "/conversations", { largeText: true }),
  paired("profile-pause", "/profile", {
    act: (page) => page.getByText("Pause", { exact: true }).click(),
  }),
  paired("conversations-scripts-off", "/conversations", { scripts: false }),
  as("dayOff")("conversations-day-off", "/conversations"),
  newcomer("conversations-none-yet", "/conversations"),
  paired("conversations-expired-notice", "/conversations?expired=true"),
  admin("conversations-admin", "/conversations"),
  admin("conversations-reset-dialog", "/conversations?dialog=reset", { view: true }),
  paired("conversations-search", "/conversations?q=fran"),
  paired("navigation-pending", "/profile", {
    hold: true,
    view: true,
    act: follow("/conversations"),
  }),
  paired("conversation", today, { inReadme: true, view: true }),
  paired("conversation-opening", today, {
    view: true,
    act: (page) => page.getByRole("log").evaluate((list) => list.scrollTo({ top: -1e6 })),
  }),
  paired("conversation-writing-a-letter", today, {
    view: true,
    async act(page) {
      // On touch screens words that are in the field already leave no room for the button.
      await button(page, "Write a letter").click();
      await page.getByRole("textbox", { name: "Type a message..." }).fill("Dear Maren,");
    },
  }),
  paired("conversation-keepsake", (demo) => `/conversation/${demo.past}/keepsake`, {
    scripts: false,
  }),
  paired("conversation-scripts-off", today, { scripts: false, view: true }),
  paired("conversation-menu", today, {
    view: true,
    act: (page) => openMenu(page, "Conversation menu"),
  }),
  paired("conversation-block-dialog", today, {
    view: true,
    act: (page) => openMenu(page, "Conversation menu", "Block User"),
  }),
  paired("conversation-report-dialog", today, {
    view: true,
    act: (page) => openMenu(page, "Conversation menu", "Report User"),
  }),
  paired("conversation-loading", "/conversations", {
    hold: true,
    view: true,
    act: (page) => page.getByRole("article").getByRole("link").click(),
  }),
  paired("conversation-offline", today, { view: true, act: cutLine }),
  paired("conversation-large-text", today, { view: true, largeText: true }),
  paired("conversation-sealed-address", today, { view: true, minutesLeft: 100 }),
  paired("conversation-last-minutes", today, { view: true, minutesLeft: 4 }),
  paired("conversation-over", today, {
    view: true,
    minutesLeft: 4,
    async act(page) {
      await page.getByPlaceholder("Type a message...").fill("There is one thing I still");
      await page.clock.fastForward(300_000);
      await page.getByText("The day is over.").waitFor();
    },
  }),
  paired("conversation-next-introduction", today, {
    view: true,
    minutesLeft: 4,
    async act(page) {
      await page.clock.fastForward(300_000);
      await page.getByRole("link", { name: "Your next introduction" }).click();
      await page.waitForURL("**/conversations");
    },
  }),
  paired("conversation-past", past, { view: true }),
  as("blocker")("conversation-blocked-by-you", quarrel, { view: true }),
  as("blocked")("conversation-blocked-by-them", quarrel, { view: true }),
  paired("conversation-not-found", "/conversation/none", { view: true }),
  paired("user", today, {
    async act(page) {
      await openMenu(page, "Conversation menu", "View Profile");
      await page.waitForURL("**/user/**");
    },
  }),
  paired("user-not-found", "/user/nobody"),
  paired("profile", "/profile"),
  as("incomplete")("profile-incomplete", "/profile"),
  as("blocker")("profile-blocked-members", "/profile"),
  paired("profile-delete-dialog", "/profile", {
    view: true,
    act: (page) => button(page, "Delete Account").click(),
  }),
  paired("profile-delete-scripts-off", "/profile?confirm=delete", { scripts: false }),
  paired("edit", "/profile/edit"),
  newcomer("edit-empty", "/profile/edit"),
  paired("edit-scripts-off", "/profile/edit", { scripts: false }),
  paired("edit-refused", "/profile/edit", {
    async act(page) {
      await page.getByLabel("Name", { exact: true }).fill("");
      await page.getByLabel("Date of Birth").fill("2015-01-01");
      await button(page, "Save Changes").click();
      await page.getByText("Name is required").waitFor();
    },
  }),
  paired("edit-location-denied", "/profile/edit", {
    async act(page) {
      await button(page, "Get Current Location").click();
      await page.getByText("Location access denied").waitFor();
    },
  }),
  newcomer("edit-city-search", "/profile/edit", {
    view: true,
    async act(page) {
      await page.getByLabel("Or choose a city").pressSequentially("Lis");
      await page.getByRole("option").first().waitFor();
    },
  }),
  paired("edit-saved", "/profile/edit", {
    view: true,
    async act(page) {
      await button(page, "Save Changes").click();
      await page.waitForURL("**/profile");
    },
  }),
  paired("profile-large-text", "/profile", { largeText: true }),
  paired("settings", "/settings"),
  paired("settings-large-text", "/settings", { largeText: true }),
  paired("email", "/profile/email"),
  paired("passkeys", "/profile/passkeys"),
  paired("standing", "/account/standing"),
  paired("notifications", "/profile/notifications"),
  paired("reset-password", "/profile/reset-password"),
  paired("reset-password-mismatch", "/profile/reset-password", {
    async act(page) {
      await page.getByLabel("Current Password").fill("a quiet evening");
      await page.getByLabel("New Password", { exact: true }).fill("a loud morning");
      await page.getByLabel("Confirm New Password").fill("a loud evening");
      await button(page, "Update Password").click();
    },
  }),
  newcomer("reset-password-refused", "/profile/reset-password", {
    async act(page) {
      await page.getByLabel("Current Password").fill("something else");
      await page.getByLabel("New Password", { exact: true }).fill("a loud morning");
      await page.getByLabel("Confirm New Password").fill("a loud morning");
      await button(page, "Update Password").click();
      await page.getByText("Current password is incorrect").first().waitFor();
    },
  }),
  // Late in the list, because the text is sent after all when the page is left.
  paired("conversation-send-failed", today, {
    view: true,
    async act(page) {
      // If there is no live connection, text is sent by a call, which can be answered here.
      await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
      await page.route(/\/socket\.io\//, (route) => route.abort());
      await page.reload();
      await page.waitForFunction(() => document.documentElement.dataset.scripts === "ready");
      // The answer comes only when the field has other text, so the failed text can't be put back there.
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
  }),
  admin("admin", "/admin"),
  admin("desk-confirm", "/admin/confirm"),
  admin("desk-reports", "/admin/reports", { act: confirmPassword }),
  admin("desk-members", "/admin/members"),
  admin("desk-appeals", "/admin/appeals"),
  admin("desk-audit", "/admin/audit"),
  admin("desk-report", "/admin/reports", {
    async act(page) {
      await confirmPassword(page);
      await page.locator("[data-report]").first().click();
      await page.getByRole("heading", { name: "Evidence" }).waitFor();
    },
  }),
  admin("desk-member", (demo) => `/admin/members/${demo.members.blocked?.user.id}`, {
    act: confirmPassword,
  }),
  admin("desk-search", "/admin/search?q=ro", { act: confirmPassword }),
  admin("desk-pairings", "/admin/pairings"),
  admin("desk-blocks", "/admin/blocks"),
  admin("desk-runs", "/admin/runs"),
  admin("admin-nothing-found", "/admin?pairings_q=zzzz&blocks_q=zzzz"),
];

/** Shots on a server of its own without demo members: empty pages first, then long lists. */
export const EMPTY_SHOTS = [
  admin("admin-empty", "/admin"),
  admin("conversations-admin-no-pairings", "/conversations"),
];

export const MANY_SHOTS = [
  admin("admin-many", "/admin"),
  admin("admin-many-page-2-sorted", "/admin?pairings_page=2&pairings_sort=user1_name"),
];

/**
 * A shot of a member in one of the states of `core/shared/draw-state.ts`, on a server for these states.
 * @param {string} name
 * @param {Omit<Shot, "name" | "path">} [options]
 */
const state = (name, options) => as(name)(`state-${name}`, "/conversations", options);

export const STATE_SHOTS = [
  ...["in-the-draw", "unconfirmed", "skips", "paused", "incomplete", "too-young", "away"].map(
    (name) => state(name),
  ),
  state("left-out"),
  state("partner-not-here"),
  state("paired"),
  state("ended-early"),
  state("ended-early-first"),
  state("ended-by-own-block"),
  // All other pages lead these members to the statement.
  ...["suspended", "banned"].flatMap((name) => [
    state(name),
    as(name)(`state-${name}-landing`, "/", { view: true }),
  ]),
  as("left-out")("state-left-out-landing", "/", { view: true }),
  as("partner-not-here")("state-partner-not-here-landing", "/", { view: true }),
  as("partner-not-here")("state-partner-not-here-conversation", "/conversations", {
    view: true,
    async act(page) {
      await page.getByRole("link", { name: /^Open the conversation/ }).click();
      await page.getByRole("log").getByText("hasn’t been here today yet.").waitFor();
    },
  }),
  as("ended-early-first")("state-ended-early-first-landing", "/", { view: true }),
  as("ended-early-first")("state-ended-early-first-profile", "/profile"),
  state("being-drawn", {
    movesClock: true,
    // The server's day has not ended, so its next answer would take the page back.
    hold: true,
    async act(page) {
      await page.clock.fastForward(MS_PER_DAY - (Date.now() % MS_PER_DAY) + 2_000);
      await page.getByText("Your card turns over by itself").waitFor();
    },
  }),
];

/** Shots after tables were removed: the messages of pages that fail. */
export const BROKEN_SHOTS = [
  admin("admin-lists-failed", "/admin"),
  admin("profile-blocked-list-failed", "/profile"),
];
