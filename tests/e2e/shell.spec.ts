import { gzipSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { POLL_INTERVAL_MS, TOAST_DURATION_MS } from "~/core/shared/constants";
import { PROMISES } from "~/core/shared/promises";
import {
  callApi,
  enter,
  pickFromMenu,
  register,
  signInAdmin,
  waitForScripts,
} from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { createCouple, enterAs, register as registerMember, sendByApi } from "./fixtures/couple";
import { enlarge, findCutWords } from "./fixtures/large-text";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

declare global {
  interface Window {
    /** How much of the page has moved by itself, as browsers measure it. */
    shifted: number;
  }
}

test("a menu that is opened before scripts are there stays open when they come", async ({
  page,
  context,
  server,
}) => {
  await enter(context, server.url, await register(server.url, "Early Reader"));
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/island-/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto("/about", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Account menu" });
  const menu = page.getByRole("menu", { name: "Account menu" });
  await button.click();
  await expect(menu).toBeVisible();
  release();
  await waitForScripts(page);
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(menu).toBeVisible();
});

test.describe("the account menu", () => {
  test.beforeEach(async ({ page, context, server }) => {
    await enter(context, server.url, await register(server.url, "Menu Reader"));
    await page.goto("/about");
    await waitForScripts(page);
  });

  test("closes on Escape, on an outside click and on Tab", async ({ page }) => {
    const button = page.getByRole("button", { name: "Account menu" });
    const menu = page.getByRole("menu", { name: "Account menu" });
    await button.click();
    await expect(menu).toBeVisible();
    await expect(menu).toContainText("Menu Reader");
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(menu).toBeHidden();
    await button.press("ArrowDown");
    await page.keyboard.press("Tab");
    await expect(menu).toBeHidden();
    await expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("is walked by the arrow keys, Home and End", async ({ page, server }) => {
    const item = (name: string) => page.getByRole("menuitem", { name });
    await page.getByRole("button", { name: "Account menu" }).press("ArrowDown");
    await expect(item("Today's Happenstance")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(item("Logout")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(item("Today's Happenstance")).toBeFocused();
    await page.keyboard.press("End");
    await expect(item("Logout")).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await expect(item("Profile")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${server.url}/profile`);
  });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`on a phone, with scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("the main menu leads everywhere", async ({ page, context, server }) => {
      const items = page.getByRole("menuitem");
      await page.goto("/faq");
      await page.getByRole("button", { name: "Main menu" }).click();
      await expect(items).toHaveText(["About", "Login", "Sign Up"]);
      await enter(context, server.url, await signInAdmin(server.url));
      await page.goto("/faq");
      await page.getByRole("button", { name: "Main menu" }).click();
      await expect(items).toHaveText([
        "Today's Happenstance",
        "Profile",
        "Admin Dashboard",
        "About",
        "Logout",
      ]);
      await items.filter({ hasText: "Logout" }).click();
      await expect(page).toHaveURL(`${server.url}/`);
      await page.getByRole("button", { name: "Main menu" }).click();
      await expect(items).toHaveText(["About", "Login", "Sign Up"]);
    });
  });
}

test.describe("the cookie bar", () => {
  test("asks once; nothing is counted before a yes", async ({ page }) => {
    const counted: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/page-views")) counted.push(request.postData() ?? "");
    });
    const bar = page.getByRole("region", { name: "Cookie consent" });
    await page.goto("/about");
    await expect(bar).toBeVisible();
    await page.getByRole("link", { name: "FAQ" }).click();
    await expect(page).toHaveTitle("FAQ · Happenstance");
    expect(counted).toEqual([]);
    await bar.getByRole("button", { name: "Accept" }).click();
    await expect(bar).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("cookieConsent"))).toBe("accepted");
    await page.getByRole("link", { name: "Terms of Service" }).click();
    await expect.poll(() => counted).toEqual(["route=routes%2Fterms"]);
    await page.reload();
    await waitForScripts(page);
    await expect(bar).toBeHidden();
  });

  test("a no is kept, and switches the counting off", async ({ page }) => {
    const counted: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/page-views")) counted.push(request.url());
    });
    await page.goto("/about");
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByRole("link", { name: "FAQ" }).click();
    await expect(page).toHaveTitle("FAQ · Happenstance");
    await page.reload();
    await waitForScripts(page);
    await expect(page.getByRole("region", { name: "Cookie consent" })).toBeHidden();
    expect(
      await page.evaluate(() => [
        localStorage.getItem("cookieConsent"),
        window.happenstanceAnalyticsDisabled,
      ]),
    ).toEqual(["declined", true]);
    expect(counted).toEqual([]);
  });
});

test("the profile banner asks until dismissed, and not of a complete profile", async ({
  page,
  context,
  server,
}) => {
  const account = await register(server.url, "Banner Reader");
  const banner = page.getByRole("region", { name: "Complete your profile" });
  await enter(context, server.url, account);
  await page.goto("/about");
  await expect(banner.getByRole("link", { name: "Complete your profile" })).toHaveAttribute(
    "href",
    "/profile/edit",
  );
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await waitForScripts(page);
  await expect(banner).toBeHidden();

  await page.evaluate(() => sessionStorage.clear());
  await callApi(server.url, "PUT", "/api/users/profile", {
    token: account.token,
    body: { location: "Ghent", latitude: 51.05, longitude: 3.72, timezone: "UTC+01:00" },
  });
  await page.goto("/faq");
  await waitForScripts(page);
  await expect(banner).toBeHidden();
});

/** Signs in by the page, which says so. */
async function signInSeen(page: Page, { email, password }: Account, path = "/login") {
  await page.goto(path);
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("status")).toHaveText("Successfully logged in!");
}

type Account = Awaited<ReturnType<typeof register>>;

/** No notification goes by itself, however slow the machine is. */
const keepNotifications = (page: Page) =>
  page.addInitScript((duration) => {
    const original = window.setTimeout;
    const patient = (work: TimerHandler, ms?: number) => (ms === duration ? 0 : original(work, ms));
    Object.assign(window, { setTimeout: patient });
  }, TOAST_DURATION_MS);

// The first is a page of the islands, the second one of the framework.
for (const path of ["/login", "/login?next=%2Fsettings"]) {
  test(`a notification goes after five seconds, and doesn't come back: ${path}`, async ({
    page,
    server,
  }) => {
    const account = await register(server.url, "Toast Reader");
    await page.clock.install();
    await signInSeen(page, account, path);
    await page.clock.fastForward(TOAST_DURATION_MS);
    await expect(page.getByRole("status")).toHaveCount(0);
    await page.reload();
    await waitForScripts(page);
    await expect(page.getByRole("status")).toHaveCount(0);
  });

  test(`a notification goes when it is closed: ${path}`, async ({ page, server }) => {
    await keepNotifications(page);
    await signInSeen(page, await register(server.url, "Toast Closer"), path);
    await waitForScripts(page);
    await page.getByRole("button", { name: "Close notification" }).click();
    await expect(page.getByRole("status")).toHaveCount(0);
  });
}

test("on a phone a notification covers no heading", async ({ page, server }) => {
  const account = await register(server.url, "Small Screen");
  await page.setViewportSize({ width: 390, height: 844 });
  await keepNotifications(page);
  await signInSeen(page, account, "/login?next=%2Fsettings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Cookie consent" })).toBeVisible();
  // Measured in one moment: what comes above them moves all three.
  const [heading, toast, bar] = await page.evaluate(() =>
    ["h1", '[role="status"]', '[aria-label="Cookie consent"]'].map((one) =>
      document.querySelector(`body ${one}`)?.getBoundingClientRect().toJSON(),
    ),
  );
  expect(toast.top).toBeGreaterThan(heading.bottom);
  expect(toast.bottom).toBeLessThanOrEqual(bar.top);
});

test("each promise is made in the same sentence wherever it is made", async ({ request }) => {
  const read = async (path: string) =>
    (await (await request.get(path)).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
  const makers: Record<string, readonly (keyof typeof PROMISES)[]> = {
    "/": ["deletion", "place", "report", "block"],
    "/faq": ["deletion", "afterDeletion", "backups", "report", "block", "blockSeen"],
    "/safety": ["report", "block", "blockSeen"],
    "/terms": ["afterDeletion", "place", "report"],
    "/privacy": ["place"],
    "/child-safety": ["place"],
  };
  for (const [path, promises] of Object.entries(makers)) {
    const page = await read(path);
    for (const promise of promises) expect.soft(page, path).toContain(PROMISES[promise]);
    expect.soft(page, path).not.toMatch(/Nothing is kept back|aren’t told why|fifty\s+messages/);
  }
});

test("a member in good standing reads what the page is for, and has a way back", async ({
  page,
  context,
  server,
}) => {
  await enter(context, server.url, await register(server.url, "Good Standing"));
  await page.goto("/account/standing");
  await expect(page.getByText("If we ever decide something about your account")).toBeVisible();
  await page.getByRole("link", { name: "Back to Settings" }).click();
  await expect(page).toHaveURL(`${server.url}/settings`);
});

test("a navigation moves the focus to the heading, and the skip link to the page", async ({
  page,
}) => {
  for (const path of ["/about", "/login"]) {
    await page.goto(path);
    await waitForScripts(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
  }
  await page.getByRole("link", { name: "Don't have an account?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create Account" })).toBeFocused();
});

test("a link leads on where a deployment has taken the code of its page away", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 404|loading route module|dynamically imported module|preload/);
  await enter(context, server.url, await register(server.url, "Open Page"));
  await page.goto("/profile");
  await waitForScripts(page);
  await page.route(/\/assets\/settings-/, (route) => route.fulfill({ status: 404 }));
  // The page that comes after it knows where the code is.
  page.once("domcontentloaded", () => void page.unroute(/\/assets\/settings-/));
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page.reload();
  await waitForScripts(page);
  await expect(page).toHaveURL("/settings");
});

test("offline is said, and no link gives up the page until it is over", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  await waitForScripts(page);
  await page.getByLabel("Email Address").fill("half@written");
  await context.setOffline(true);
  const bar = page.getByText("You are offline. What you have written stays on this page");
  await expect(bar).toBeVisible();
  await page.getByRole("link", { name: "FAQ" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "You are offline. This opens when the connection is back.",
  );
  await expect(page.getByLabel("Email Address")).toHaveValue("half@written");
  await context.setOffline(false);
  await expect(bar).toHaveCount(0);
  await page.getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveTitle("FAQ · Happenstance");
});

test("landing offers the way in, or today's match", async ({ page, context, server }) => {
  const main = page.getByRole("main");
  await page.goto("/");
  await expect(main.getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login");
  await expect(main.getByRole("link", { name: "Sign Up" })).toHaveAttribute("href", "/signup");
  await enter(context, server.url, await register(server.url, "Landing Reader"));
  await page.goto("/");
  const link = main.getByRole("link", { name: "View Today's Match" });
  await expect(link).toHaveAttribute("href", "/conversations");
  await expect(main.getByRole("link", { name: "Log In" })).toHaveCount(0);
});

for (const [width, height] of [
  [1440, 900],
  [1366, 700],
  [1366, 650],
  [1536, 730],
  [390, 844],
  [360, 640],
] as const) {
  test(`the pitch and Sign Up are in the first view of ${width} × ${height} px, asked for consent or not`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const bar = page.getByRole("region", { name: "Cookie consent" });
    const main = page.getByRole("main");
    const bottomOf = async (part: Locator) => {
      const box = await part.boundingBox();
      if (!box) throw new Error("not on the page");
      return box.y + box.height;
    };
    const expectInView = async (end: number) => {
      expect(await bottomOf(main.getByRole("heading", { level: 1 }))).toBeLessThanOrEqual(end);
      expect(await bottomOf(main.getByText("One person, drawn by chance"))).toBeLessThanOrEqual(
        end,
      );
      expect(await bottomOf(main.getByRole("link", { name: "Sign Up" }))).toBeLessThanOrEqual(end);
    };
    await expect(bar).toBeVisible();
    const box = await bar.boundingBox();
    // A line, and no wall.
    expect(box?.height).toBeLessThanOrEqual(64);
    await expectInView(box?.y ?? 0);
    await bar.getByRole("button", { name: "Decline" }).click();
    await expect(bar).toBeHidden();
    await expectInView(height);
  });
}

test("a member's landing is the day's state and no advertisement: before a match, with one, and past midnight", async ({
  page,
  server,
}) => {
  const { ada, bo, conversationId } = await createCouple(server);
  await sendByApi(bo, conversationId, "Good morning, Ada.");
  const late = await registerMember(server, "Lena Late");
  await page.clock.install({ time: new Date() });
  await page.setViewportSize({ width: 390, height: 844 });
  const advertisement = page.getByText("Every midnight, two strangers are introduced");
  const link = page.getByRole("main").getByRole("link", { name: "View Today's Match" });
  await enterAs(page.context(), server, late);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("You’re in the draw.");
  await expect(page.getByText("There is none yet. That page shows when it comes.")).toBeVisible();
  await expect(link).toBeInViewport({ ratio: 1 });
  await enterAs(page.context(), server, ada);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: /^Today you meet Bo/ })).toBeVisible();
  await expect(page.getByText("1 new line for you.")).toBeVisible();
  await expect(page.getByText(/^Expires in/)).toBeVisible();
  await expect(advertisement).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "How It Works" })).toHaveCount(0);
  await expectAccessible(page);
  await waitForScripts(page);
  await page.clock.fastForward(24 * 3_600_000);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A new day has begun.");
  await expect(page.getByText(/^Expires in/)).toBeHidden();
  await link.click();
  await expect(page).toHaveURL(`${server.url}/conversations`);
});

test("the landing shows the time to midnight and its edition by the reader's clock", async ({
  browser,
  server,
}) => {
  for (const [timezoneId, edition, local, angle] of [
    ["America/New_York", "Morning edition", "8:00 pm", "285.0"],
    ["Asia/Kolkata", "Evening edition", "5:30 am", "210.0"],
  ] as const) {
    const context = await browser.newContext({ timezoneId });
    const page = await context.newPage();
    await page.clock.install({ time: new Date("2026-07-01T13:30:00Z") });
    await page.goto(server.url);
    await expect(page.getByText(edition)).toBeVisible();
    await expect(page.getByText(`, ${local} your time`)).toBeVisible();
    await expect(
      page.getByRole("img", { name: "The next introductions are in 10 hours" }),
    ).toBeVisible();
    await expect(page.locator("[data-hand=hour]")).toHaveAttribute("transform", `rotate(${angle})`);
    await page.clock.runFor(31 * 60_000);
    await expect(page.getByText("The next one is in 9 hours.")).toBeVisible();
    await context.close();
  }
});

test("a new member reads on the landing when it begins and what to do until then", async ({
  page,
  context,
  server,
}) => {
  await enter(context, server.url, await register(server.url, "In The Draw"));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: /^You’re in the draw\. It is in/ })).toBeVisible();
  for (const [name, path] of [
    ["Say where you are", "/profile/edit"],
    ["Write a line about yourself", "/profile/edit"],
    ["Turn on notifications", "/profile/notifications"],
  ] as const) {
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", path);
  }
});

test("public pages load one small script and no framework", async ({
  page,
  request,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 404.*no\/such\/page/);
  const files: { path: string; type: string }[] = [];
  page.on("request", (file) => {
    files.push({ path: new URL(file.url()).pathname, type: file.resourceType() });
  });
  for (const path of ["/", "/about", "/terms", "/faq", "/privacy", "/safety", "/no/such/page"]) {
    files.length = 0;
    await page.goto(path);
    await waitForScripts(page);
    const scripts = files.filter(({ type }) => type === "script").map((file) => file.path);
    expect.soft(scripts).toEqual([expect.stringContaining("/island-")]);
    const script = await (await request.get(scripts[0] ?? "")).body();
    expect.soft(gzipSync(script).length, path).toBeLessThanOrEqual(8_000);
    expect.soft(files.length, path).toBeLessThanOrEqual(12);
  }
});

test("a way from a member's page to a public one leaves the framework behind", async ({
  page,
  context,
  server,
}) => {
  await enter(context, server.url, await register(server.url, "Document Reader"));
  const ways = [
    ["Happenstance", "/"],
    ["FAQ", "/faq"],
    ["Terms of Service", "/terms"],
    ["About", "/about"],
  ] as const;
  for (const [name, path] of ways) {
    await page.goto("/profile");
    await waitForScripts(page);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(server.url + path);
    await waitForScripts(page);
    await expect(page.locator("script[src*='/island-']")).toHaveCount(1);
    await expect(page.locator("link[rel=modulepreload]")).toHaveCount(0);
  }
});

test("letters twice as large push nothing off a phone's page and cut no word, the consent question included", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/about", "/privacy", "/faq", "/transparency", "/login", "/signup"]) {
    await page.goto(server.url + path);
    await enlarge(page);
    await expect(page.getByRole("button", { name: "Accept" })).toBeInViewport({ ratio: 1 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft([path, width, await findCutWords(page)]).toEqual([path, 390, []]);
  }
});

test("each answer of the FAQ has an address of its own", async ({ page }) => {
  await page.goto("/faq");
  const links = page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(addresses).toHaveLength(10);
  expect(new Set(addresses).size).toBe(10);
  for (const address of addresses) await expect(page.locator(`section${address}`)).toHaveCount(1);
  await page.goto(`/faq${addresses.at(-1)}`);
  await expect(links.last()).toBeInViewport();
});

test.describe("for a reader in Mumbai", () => {
  test.use({ timezoneId: "Asia/Kolkata" });

  test("midnight is given by their own clock", async ({ page }) => {
    await page.goto("/faq");
    await expect(page.getByText("On your clock that is 5:30 AM")).toBeVisible();
  });
});

test("crawlers and phones find what they look for", async ({ page, request, server }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? "");
  expect(paths).toContain(`${server.url}/about`);
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200);
  await page.goto("/terms");
  const linked = await page
    .locator("link[rel=manifest], link[rel=icon], link[rel=apple-touch-icon], link[rel=preload]")
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  const shared = await page.locator("meta[property='og:image']").getAttribute("content");
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  const icons = manifest.icons.map((icon: { src: string }) => icon.src);
  for (const url of [...linked, shared ?? "", ...icons]) {
    expect((await request.get(url)).status(), url).toBe(200);
  }
  expect(linked.length).toBeGreaterThanOrEqual(6);
});

test.describe("on a phone with a slow line", () => {
  test.use({ viewport: { width: 412, height: 823 } });

  test("hardly anything moves when the faces of the type arrive", async ({ page }) => {
    let release = () => {};
    let held: Promise<void>;
    await page.route("**/*.woff2", async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ("value" in entry && typeof entry.value === "number") window.shifted += entry.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const path of ["/", "/about", "/terms", "/faq", "/login"]) {
      held = new Promise((resolve) => {
        release = resolve;
      });
      await page.goto(path, { waitUntil: "commit" });
      await waitForScripts(page);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      release();
      const shifted = await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
        );
        return window.shifted;
      });
      expect.soft(shifted, path).toBeLessThan(0.05);
    }
  });
});

test("what is unread shows on every page, in the menu, the title and the app's icon, until it is read", async ({
  server,
  page,
}) => {
  const { ada, bo, conversationId, path } = await createCouple(server);
  await sendByApi(bo, conversationId, "Good morning.");
  await sendByApi(bo, conversationId, "Are you there?");
  await page.addInitScript(() => {
    const badge = (count = 0) => {
      document.documentElement.dataset.badge = String(count);
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: () => badge() });
  });
  await enterAs(page.context(), server, ada);
  const html = page.locator("html");
  const menu = page.getByRole("button", { name: "Account menu", exact: true });
  const expectUnread = async (count: number, words: string) => {
    await expect(page).toHaveTitle(count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `));
    await expect(menu).toHaveAccessibleDescription(words);
    await expect(html).toHaveAttribute("data-badge", String(count));
  };
  for (const at of ["/", "/faq", "/profile", "/settings", "/conversations"]) {
    await page.goto(at);
    await expectUnread(2, "2 new lines");
  }
  await expectAccessible(page);
  // On the way from page to page it stays.
  await pickFromMenu(page, "Profile");
  await expect(page).toHaveURL("/profile");
  await expectUnread(2, "2 new lines");
  await menu.click();
  const item = page.getByRole("menuitem", { name: "Today's Happenstance", exact: true });
  await expect(item).toContainText("2");
  await item.click();
  await page.getByRole("link", { name: /^Open the conversation/ }).click();
  await expect(page).toHaveURL(path);
  await expectUnread(0, "");
  // A page that is left open asks now and then.
  await page.clock.install();
  await page.goto("/settings");
  await waitForScripts(page);
  await expectUnread(0, "");
  await sendByApi(bo, conversationId, "Still there?");
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await expectUnread(1, "1 new line");
});

test("a landing page that is left open hears of the partner and of new lines, also behind an open menu", async ({
  server,
  page,
}) => {
  const { ada, bo, conversationId } = await createCouple(server);
  await enterAs(page.context(), server, ada);
  await page.clock.install();
  await page.goto("/");
  await waitForScripts(page);
  const main = page.getByRole("main");
  const menu = page.getByRole("button", { name: "Account menu", exact: true });
  await expect(main).toContainText("Bo Achterberg hasn’t been here today yet.");
  await expect(main).toContainText("Nothing new to read.");
  await menu.click();
  await sendByApi(bo, conversationId, "Good morning.");
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await expect(main).toContainText("1 new line for you.");
  await expect(main).not.toContainText("hasn’t been here");
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(menu).toHaveAccessibleDescription("1 new line");
  const item = page.getByRole("menuitem", { name: "Today's Happenstance", exact: true });
  await expect(item).toContainText("1");
  await expectAccessible(page);
  // A block ends the conversation, and the page with it.
  const blocked = await bo.api.post(`/api/blocks/${ada.user.id}`);
  expect(blocked.ok()).toBe(true);
  await page.clock.fastForward(POLL_INTERVAL_MS);
  await expect(main).not.toContainText("Bo Achterberg");
  await expect(page).toHaveTitle(/^[^(]/);
});

for (const hasCome of [false, true]) {
  test(`a landing page that is left open is loaded again after a block, with the partner ${hasCome ? "here" : "awaited"} and nothing to read`, async ({
    server,
    page,
  }) => {
    const { ada, bo, conversationId } = await createCouple(server);
    if (hasCome) await bo.api.get(`/api/pairings/conversation/${conversationId}/messages`);
    await enterAs(page.context(), server, ada);
    await page.clock.install();
    await page.goto("/");
    await waitForScripts(page);
    const main = page.getByRole("main");
    await expect(main).toContainText("Today you meet Bo Achterberg");
    await expect(main.getByText("hasn’t been here today yet")).toHaveCount(hasCome ? 0 : 1);
    expect((await bo.api.post(`/api/blocks/${ada.user.id}`)).ok()).toBe(true);
    await page.clock.fastForward(POLL_INTERVAL_MS);
    await expect(main).not.toContainText("Bo Achterberg");
  });
}
