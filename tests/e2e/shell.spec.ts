import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { POLL_INTERVAL_MS, TOAST_DURATION_MS } from "~/core/shared/constants";
import { PROMISES } from "~/core/shared/promises";
import { callApi, enter, enterNew, pickFromMenu, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { createCouple, enterAs, sendByApi } from "./fixtures/couple";
import { enlarge, findCutWords, resize } from "./fixtures/layout";
import { register, signIn, signInAdmin } from "./fixtures/members";
import { holdRequests } from "./fixtures/slow-line";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

declare global {
  interface Window {
    /** The sum of the layout shifts that the browser measured. */
    shifted: number;
  }
}

test("an account menu opened before the scripts run stays open, works by keyboard, and closes on Escape, Tab or a click outside", async ({
  page,
  server,
}) => {
  await enterNew(page, server, "Menu Reader");
  const release = await holdRequests(page, /\/assets\/static-pages-/);
  await page.goto("/about", { waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Account menu" });
  const menu = page.getByRole("menu", { name: "Account menu" });
  await button.click();
  await expect(menu).toBeVisible();
  await expect(menu).toContainText("Menu Reader");
  release();
  await waitForScripts(page);
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(menu).toBeVisible();

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

  const item = (name: string) => page.getByRole("menuitem", { name });
  await button.press("ArrowDown");
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

for (const javaScriptEnabled of [true, false]) {
  test.describe(`on a phone, with scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("the main menu shows a visitor's or an admin's items, and its item Logout signs out", async ({
      page,
      server,
    }) => {
      const items = page.getByRole("menuitem");
      await page.goto("/faq");
      await page.getByRole("button", { name: "Main menu" }).click();
      await expect(items).toHaveText(["About", "Login", "Sign Up"]);
      await enter(page, server.url, await signInAdmin(server));
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

test("the cookie bar asks once, and a page view is counted only after cookies were accepted", async ({
  page,
}) => {
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

  await page.evaluate(() => localStorage.clear());
  await page.goto("/about");
  counted.length = 0;
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveTitle("FAQ · Happenstance");
  await page.reload();
  await waitForScripts(page);
  await expect(bar).toBeHidden();
  expect(
    await page.evaluate(() => [
      localStorage.getItem("cookieConsent"),
      window.happenstanceAnalyticsDisabled,
    ]),
  ).toEqual(["declined", true]);
  expect(counted).toEqual([]);
});

test("the profile banner shows until it is dismissed, and never for a complete profile or a suspended member", async ({
  page,
  server,
}) => {
  const account = await enterNew(page, server, "Banner Reader");
  const banner = page.getByRole("region", { name: "Complete your profile" });
  await page.goto("/about");
  await expect(banner.getByRole("link", { name: "Complete your profile" })).toHaveAttribute(
    "href",
    "/profile/edit",
  );
  await expect(banner).toContainText("Add your town, so that times and distance are right.");
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

  const barred = await enterNew(page, server, "Sol Barred");
  const { api } = await signInAdmin(server);
  const suspended = await api.post(`/api/admin/members/${barred.id}/actions`, {
    data: { kind: "suspend", days: 3, reason: "spam", text: "No advertising." },
  });
  expect(suspended.ok()).toBe(true);
  for (const path of ["/about", "/account/standing"]) {
    await page.goto(path);
    await waitForScripts(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(0);
  }
});

/** Filters by text, because the home page has another element with the role `status` while the draw is being made. */
const signedIn = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Successfully logged in!" });

/** Keeps notifications on the page, so that a test on a slow machine doesn't miss them. */
const keepNotifications = (page: Page) =>
  page.addInitScript((duration) => {
    const original = window.setTimeout;
    const patient = (work: TimerHandler, ms?: number) => (ms === duration ? 0 : original(work, ms));
    Object.assign(window, { setTimeout: patient });
  }, TOAST_DURATION_MS);

// The first sign-in leads to a static page, the second to a page that runs Remix.
for (const path of ["/login", "/login?next=%2Fsettings"]) {
  test(`a notification disappears after five seconds, and doesn't return after a reload: ${path}`, async ({
    page,
    server,
  }) => {
    await page.clock.install();
    await signIn(page, await register(server, "Toast Reader"), path);
    await expect(signedIn(page)).toBeVisible();
    await page.clock.fastForward(TOAST_DURATION_MS);
    await expect(signedIn(page)).toHaveCount(0);
    await page.reload();
    await waitForScripts(page);
    await expect(signedIn(page)).toHaveCount(0);
  });
}

test("a notification can be closed, and on a phone covers neither the heading nor the cookie bar", async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await keepNotifications(page);
  // The first page is static, the second runs Remix.
  for (const path of ["/about", "/login"]) {
    const toast = { id: path, type: "success", message: "Successfully logged in!" };
    const value = encodeURIComponent(JSON.stringify(toast));
    await context.addCookies([{ name: "toast", value, url: server.url }]);
    await page.goto(path);
    await waitForScripts(page);
    await expect(page.getByRole("region", { name: "Cookie consent" })).toBeVisible();
    await expect(signedIn(page)).toBeVisible();
    // Measures the heading, the notification and the bar at once, because content that loads above them moves them.
    const [heading, shown, bar] = await page.evaluate(() =>
      ["h1", '[role="status"]', '[aria-label="Cookie consent"]'].map((one) =>
        document.querySelector(`body ${one}`)?.getBoundingClientRect().toJSON(),
      ),
    );
    expect(shown.top).toBeGreaterThan(heading.bottom);
    expect(shown.bottom).toBeLessThanOrEqual(bar.top);
    await page.getByRole("button", { name: "Close notification" }).click();
    await expect(signedIn(page)).toHaveCount(0);
  }
});

test("each promise has the same sentence on every page that makes it", async ({ request }) => {
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

test("a navigation moves the focus to the heading, and the skip link moves it to the content", async ({
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

test("a link works even if a deployment has removed the code of the page that it leads to", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 404|loading route module|dynamically imported module|preload/);
  await enterNew(page, server, "Open Page");
  await page.goto("/profile");
  await waitForScripts(page);
  await page.route(/\/assets\/settings-/, (route) => route.fulfill({ status: 404 }));
  // After the failed import, the link loads the page as a document. From then on, the code can be loaded again.
  page.once("domcontentloaded", () => void page.unroute(/\/assets\/settings-/));
  await page.getByRole("main").getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL("/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await page.reload();
  await waitForScripts(page);
  await expect(page).toHaveURL("/settings");
});

test("without a network, a page says that it is offline, and its links lead nowhere until the network is back", async ({
  page,
  context,
  consoleWatch,
}) => {
  // The first input makes the page import the form's schema, which fails if the network is already gone.
  consoleWatch.expect(/ERR_INTERNET_DISCONNECTED/);
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

test("on each screen, the pitch and Sign Up are visible without scrolling, with and without the cookie bar", async ({
  page,
}) => {
  const sizes = [
    [1440, 900],
    [1366, 700],
    [1366, 650],
    [1536, 730],
    [390, 844],
    [360, 640],
  ] as const;
  const bar = page.getByRole("region", { name: "Cookie consent" });
  const main = page.getByRole("main");
  const expectInView = async (end: number, size: string) => {
    for (const part of [
      main.getByRole("heading", { level: 1 }),
      main.getByText("One person, drawn by chance"),
      main.getByRole("link", { name: "Sign Up" }),
    ]) {
      const box = await part.boundingBox();
      expect.soft(box && box.y + box.height, `${part}: ${size}`).toBeLessThanOrEqual(end);
    }
  };
  await page.goto("/");
  await expect(bar).toBeVisible();
  await expect(main.getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login");
  await expect(main.getByRole("link", { name: "Sign Up" })).toHaveAttribute("href", "/signup");
  await resize(page, 1366, 768);
  const distance = await page.evaluate(() => {
    const line = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    const name = document.querySelector("main header p")?.getBoundingClientRect().top ?? 0;
    return name - line;
  });
  expect(distance).toBeGreaterThanOrEqual(20);
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    const size = `${width} × ${height} px with the cookie bar`;
    const box = await bar.boundingBox();
    expect.soft(box?.height, `the bar: ${size}`).toBeLessThanOrEqual(64);
    await expectInView(box?.y ?? 0, size);
  }
  // In a window only 500 px high, the bar is at the end of the page, out of view.
  await resize(page, 390, 500);
  await expect(bar).not.toBeInViewport();
  await expect(main.getByRole("link", { name: "Sign Up" })).toBeInViewport({ ratio: 1 });
  await bar.getByRole("button", { name: "Decline" }).click();
  await expect(bar).toBeHidden();
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    await expectInView(height, `${width} × ${height} px`);
  }
});

test("a member's landing page shows the state of the day: without a match, with one, and after midnight", async ({
  couple,
  page,
  server,
}) => {
  await sendByApi(couple.bo, couple.conversationId, "Good morning, Ada.");
  const late = await register(server, "Lena Late");
  await page.clock.install({ time: new Date() });
  await page.setViewportSize({ width: 390, height: 844 });
  const advertisement = page.getByText("Every midnight, two strangers are introduced");
  const link = page.getByRole("main").getByRole("link", { name: "View Today's Match" });
  await enterAs(page, server, late);
  await page.goto("/");
  await expect(page.getByText(/^You’re in the draw\. It is in/)).toBeVisible();
  await expect(link).toHaveAttribute("href", "/conversations");
  await expect(page.getByRole("main").getByRole("link", { name: "Log In" })).toHaveCount(0);
  await enterAs(page, server, couple.ada);
  await page.goto("/");
  const card = page.getByRole("article");
  await expect(card.getByRole("link", { name: "Open the conversation with Bo" })).toBeVisible();
  await expect(card.getByText("1 new line", { exact: true })).toBeVisible();
  await expect(card.getByText("Good morning, Ada.")).toBeVisible();
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

test("the landing page and the FAQ show midnight by the reader's clock", async ({ openPerson }) => {
  for (const [timezoneId, local, angle] of [
    ["America/New_York", "8:00 pm", "285.0"],
    ["Asia/Kolkata", "5:30 am", "210.0"],
  ] as const) {
    const page = await openPerson({ timezoneId });
    await page.clock.install({ time: new Date("2026-07-01T13:30:00Z") });
    await page.goto("/");
    await expect(page.getByText(`, ${local} your time`)).toBeVisible();
    await expect(
      page.getByRole("img", { name: "The next introductions are in 10 hours" }),
    ).toBeVisible();
    await expect(page.locator("[data-hand=hour]")).toHaveAttribute("transform", `rotate(${angle})`);
    await page.clock.runFor(31 * 60_000);
    await expect(page.getByText("The next one is in 9 hours.")).toBeVisible();
    await page.goto("/faq");
    await expect(page.getByText(`On your clock that is ${local.toUpperCase()}`)).toBeVisible();
  }
});

test("on the landing page, a new member sees the time of the draw by their own clock, and can sit the draw out", async ({
  openPerson,
  server,
}) => {
  // In the hour after midnight, until a run is published, the page says only that the draw is being made. So the test
  // publishes a run first.
  await server.runCron();
  const page = await openPerson({ timezoneId: "Asia/Kolkata" });
  await enterNew(page, server, "In The Draw");
  await page.goto("/");
  await expect(
    page.getByText(/^You’re in the draw\. It is in .+, at 5:30 am your time\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Sit out" }).click();
  await expect(page).toHaveURL(`${server.url}/conversations`);
  await expect(page.getByRole("heading", { name: "You sit out the next one." })).toBeVisible();
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
    expect.soft(scripts).toEqual([expect.stringContaining("/static-pages-")]);
    const script = await (await request.get(scripts[0] ?? "")).body();
    expect.soft(gzipSync(script).length, path).toBeLessThanOrEqual(8_000);
    expect.soft(files.length, path).toBeLessThanOrEqual(12);
  }
});

test("a link from a member's page to a public one loads a document without the framework", async ({
  page,
  server,
}) => {
  await enterNew(page, server, "Document Reader");
  const ways = [
    ["Happenstance", "/"],
    ["FAQ", "/faq"],
  ] as const;
  for (const [name, path] of ways) {
    await page.goto("/profile");
    await waitForScripts(page);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(server.url + path);
    await waitForScripts(page);
    await expect(page.locator("script[src*='/static-pages-']")).toHaveCount(1);
    await expect(page.locator("link[rel=modulepreload]")).toHaveCount(0);
  }
});

test("with a doubled font size, public pages and their cookie bar fit a phone and break no word", async ({
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

test("each answer of the FAQ has its own address", async ({ page }) => {
  await page.goto("/faq");
  const links = page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(addresses).toHaveLength(10);
  expect(new Set(addresses).size).toBe(10);
  for (const address of addresses) await expect(page.locator(`section${address}`)).toHaveCount(1);
  await page.goto(`/faq${addresses.at(-1)}`);
  await expect(links.last()).toBeInViewport();
});

test("all linked icons, manifests and sitemap pages exist", async ({ page, request, server }) => {
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

  test("public pages hardly move when their fonts load", async ({ page }) => {
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

test("every page counts unread messages in the menu, the title and the app's icon until they are read", async ({
  couple,
  ada,
}) => {
  await sendByApi(couple.bo, couple.conversationId, "Good morning.");
  await sendByApi(couple.bo, couple.conversationId, "Are you there?");
  await ada.addInitScript(() => {
    const badge = (count = 0) => {
      document.documentElement.dataset.badge = String(count);
      return Promise.resolve();
    };
    Object.assign(navigator, { setAppBadge: badge, clearAppBadge: () => badge() });
  });
  const html = ada.locator("html");
  const menu = ada.getByRole("button", { name: "Account menu", exact: true });
  const expectUnread = async (count: number, words: string) => {
    await expect(ada).toHaveTitle(count === 0 ? /^[^(]/ : new RegExp(`^\\(${count}\\) `));
    await expect(menu).toHaveAccessibleDescription(words);
    await expect(html).toHaveAttribute("data-badge", String(count));
  };
  for (const at of ["/", "/settings", "/conversations"]) {
    await ada.goto(at);
    await expectUnread(2, "2 new lines");
  }
  await expectAccessible(ada);
  await pickFromMenu(ada, "Profile");
  await expect(ada).toHaveURL("/profile");
  await expectUnread(2, "2 new lines");
  await menu.click();
  const item = ada.getByRole("menuitem", { name: "Today's Happenstance", exact: true });
  await expect(item).toContainText("2");
  await item.click();
  await ada.getByRole("link", { name: /^Open the conversation/ }).click();
  await expect(ada).toHaveURL(couple.path);
  await expectUnread(0, "");
  // The page learns of new messages by polling.
  await ada.clock.install();
  await ada.goto("/settings");
  await waitForScripts(ada);
  await expectUnread(0, "");
  await sendByApi(couple.bo, couple.conversationId, "Still there?");
  await ada.clock.fastForward(POLL_INTERVAL_MS);
  await expectUnread(1, "1 new line");
});

test("an open landing page shows the partner's visit, new messages and a block, even behind an open menu", async ({
  couple,
  ada,
}) => {
  await ada.clock.install();
  await ada.goto("/");
  await waitForScripts(ada);
  const main = ada.getByRole("main");
  const menu = ada.getByRole("button", { name: "Account menu", exact: true });
  await expect(main).toContainText("Bo Achterberg hasn’t been here today yet.");
  await menu.click();
  await sendByApi(couple.bo, couple.conversationId, "Good morning.");
  await ada.clock.fastForward(POLL_INTERVAL_MS);
  await expect(main.getByText("1 new line", { exact: true })).toBeVisible();
  await expect(main).toContainText("Good morning.");
  await expect(main).not.toContainText("hasn’t been here");
  await expect(ada).toHaveTitle(/^\(1\) /);
  await expect(menu).toHaveAccessibleDescription("1 new line");
  const item = ada.getByRole("menuitem", { name: "Today's Happenstance", exact: true });
  await expect(item).toContainText("1");
  await expectAccessible(ada);
  const blocked = await couple.bo.api.post(`/api/blocks/${couple.ada.id}`);
  expect(blocked.ok()).toBe(true);
  await ada.clock.fastForward(POLL_INTERVAL_MS);
  await expect(main).not.toContainText("Bo Achterberg");
  await expect(ada).toHaveTitle(/^[^(]/);
});

test("an open landing page reloads after a block by a partner who wrote nothing, whether or not that partner has visited", async ({
  page,
  server,
}) => {
  await page.clock.install();
  for (const hasCome of [false, true]) {
    const { ada, bo, conversationId } = await createCouple(server);
    if (hasCome) await bo.api.get(`/api/pairings/conversation/${conversationId}/messages`);
    await enterAs(page, server, ada);
    await page.goto("/");
    await waitForScripts(page);
    const main = page.getByRole("main");
    await expect(main).toContainText("Bo Achterberg");
    await expect(main.getByText("hasn’t been here today yet")).toHaveCount(hasCome ? 0 : 1);
    expect((await bo.api.post(`/api/blocks/${ada.id}`)).ok()).toBe(true);
    await page.clock.fastForward(POLL_INTERVAL_MS);
    await expect(main).not.toContainText("Bo Achterberg");
  }
});

test("the FAQ names every reason for a day without a match", async ({ request }) => {
  const page = await (await request.get("/faq")).text();
  const [answer = ""] = /<section[^>]* id="not-matched"[\s\S]*?<\/section>/.exec(page) ?? [];
  expect(answer).toContain("joined before midnight, confirmed their e-mail if we asked them");
  expect(answer).toContain("neither sat out the day nor paused");
});

test("the cookie bar never covers the focused element", async ({ page }) => {
  await page.goto("/signup");
  await waitForScripts(page);
  const bar = page.getByRole("region", { name: "Cookie consent" });
  await expect(bar).toBeVisible();
  const last = page.getByRole("main").getByRole("link").last();
  const isLast = () => last.evaluate((link) => link === document.activeElement);
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [390, 500],
    [1280, 800],
  ] as const) {
    await resize(page, width, height);
    await page.getByLabel("Full Name").focus();
    while (!(await isLast())) {
      await page.keyboard.press("Tab");
      const covered = () =>
        bar.evaluate((covering) => {
          const focused = document.activeElement as HTMLInputElement;
          const [box, over] = [focused, covering].map((one) => one.getBoundingClientRect());
          return box && over && box.bottom > over.top && box.top < over.bottom ? focused.id : null;
        });
      // Polled, because the page can still be scrolling to the focused element.
      await expect.poll(covered, `${width} × ${height} px`).toBeNull();
    }
  }
});

test("the cookie bar doesn't cover a button at the bottom of the window", async ({
  page,
  server,
}) => {
  await enterNew(page, server, "Bar Reader");
  await page.goto("/profile/edit");
  const bar = page.getByRole("region", { name: "Cookie consent" });
  const save = page.getByRole("button", { name: "Save Changes" });
  await expect(bar).toBeVisible();
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
  ] as const) {
    await resize(page, width, height);
    await expect(save).toBeInViewport({ ratio: 1 });
    const [top, button] = [await bar.boundingBox(), await save.boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
  }
});
