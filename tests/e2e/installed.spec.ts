import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import type { NotificationsDto } from "~/core/shared/contract";
import { launchOptions } from "~/scripts/lib/browser.mjs";
import { callApi, pickFromMenu } from "./fixtures/api";
import { enterAs, field, openLive, say } from "./fixtures/couple";
import { type PushService, startPushService } from "./fixtures/push-service";
import { startServer } from "./fixtures/server";
import { test as base, expect, REFUSED } from "./fixtures/test";

// These tests are about the service worker: an unreachable server, notifications, and the installed app.
const test = base.extend<object, { pushService: PushService }>({
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const service = await startPushService();
      await use(service);
      service.stop();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ pushService }, use, { workerIndex }) => {
      const variables = { PUSH_TEST_SERVICE: pushService.origin };
      const server = await startServer(`installed-${workerIndex}`, false, variables);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 360_000 },
  ],
});
/** It is noon in this zone whenever the tests run, so that no notification waits for the morning. */
const HOURS_EAST = 12 - new Date().getUTCHours();
const NOON_ZONE = `Etc/GMT${HOURS_EAST < 0 ? "+" : "-"}${Math.abs(HOURS_EAST)}`;

test.use({
  serviceWorkers: "allow",
  timezoneId: NOON_ZONE,
  launchOptions: launchOptions({ isWhole: true }),
});

const SERVER_IS_GONE =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource|preload|icon from the Manifest/;

const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

async function openHome(page: Page) {
  await page.goto("/conversations");
  await waitForWorker(page);
}

/**
 * Acts as the browser's push service for a page.
 * @returns a function that delivers a push message to the page's service worker
 */
async function createPushHand(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations;
      if (found) resolve(found.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registration;
  const origin = new URL(page.url()).origin;
  return (data: string) =>
    cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });

const allowNotifications = (context: BrowserContext, origin: string) =>
  context.grantPermissions(["notifications"], { origin });

/** Starts a browser with its own profile. Playwright's other contexts are incognito, where no app can be installed. */
async function openProfile(url: string, watch: { watch(context: BrowserContext): void }) {
  const folder = mkdtempSync(join(tmpdir(), "happenstance-profile-"));
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions({ isWhole: true }),
    baseURL: url,
    reducedMotion: "reduce",
  });
  watch.watch(context);
  const close = async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { context, close };
}

test("the app can be installed, opens in its own window, and sends a waiting message once its server is back", async ({
  couple,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(SERVER_IS_GONE);
  const { context, close } = await openProfile(server.url, consoleWatch);
  const tab = context.pages()[0] ?? (await context.newPage());
  await enterAs(tab, server, couple.ada);
  await openHome(tab);
  const cdp = await context.newCDPSession(tab);
  const manifest = await cdp.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? "")).toMatchObject({
    start_url: "/conversations",
    display: "standalone",
  });
  expect((await cdp.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
  const { appId: manifestId = "" } = await cdp.send("Page.getAppId");
  await cdp.send("PWA.install", { manifestId });
  await cdp.send("PWA.changeAppUserSettings", { manifestId, displayMode: "standalone" });
  const opened = context.waitForEvent("page");
  await cdp.send("PWA.launch", { manifestId });
  const page = await opened;
  await expect(page).toHaveURL(/\/conversations$/);
  const isAlone = () => page.evaluate(() => matchMedia("(display-mode: standalone)").matches);
  expect(await isAlone()).toBe(true);
  await tab.close();

  await openLive(page, couple.path);
  const power = await server.cutPower();
  await say(page, "kept in the dark");
  const gone = page.getByRole("heading", { name: "We can’t be reached" });
  await page.goto("/profile");
  await expect(gone).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/profile");
  // The font comes from the cache, because the server is down.
  const font = await gone.evaluate((heading) => getComputedStyle(heading).fontFamily);
  expect(font).toContain("Newsreader");
  const isLoaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return document.fonts.check("24px Newsreader");
  });
  expect(isLoaded).toBe(true);
  await page.goto(couple.path);
  await expect(gone).toBeVisible();
  expect(await isAlone()).toBe(true);
  await power.restore();
  await expect(field(page)).toBeVisible();
  await expect(page.getByText("kept in the dark")).toBeVisible();
  const texts = async () => {
    const path = `/api/pairings/conversation/${couple.conversationId}/messages`;
    const list = await callApi<{ content: string }[]>(server.url, "GET", path, couple.bo);
    return list.map(({ content }) => content);
  };
  await expect.poll(texts).toEqual(["kept in the dark"]);
  await close();
});

test("new messages notify each device of an absent member once, and no device of a member who is reading", async ({
  couple,
  ada,
  bo,
  server,
  pushService,
}) => {
  // Stores Bo's time zone, because the server would learn it only when Bo opens a page.
  await server.runSql(`update members set zone = '${NOON_ZONE}' where id = '${couple.bo.id}'`);
  const phone = await pushService.subscribe();
  const { p256dh, auth } = phone.keys;
  const gone = `${pushService.origin}/push/taken-back`;
  for (const [label, endpoint] of [
    ["Phone", phone.endpoint],
    ["An old phone", gone],
  ]) {
    await callApi(server.url, "POST", "/api/account/push-subscriptions", {
      token: couple.bo.token,
      body: { endpoint, keys: { p256dh, auth }, label },
    });
  }
  await openLive(ada, couple.path);
  await say(ada, "Is <i>anybody</i> there?");
  await say(ada, "Hello?");
  // If the queue is slow, the notification of today's introduction can arrive first.
  const pushed = () =>
    phone.received.filter(({ payload }) => JSON.parse(payload).notification.tag === "message");
  await expect.poll(() => pushed().length).toBe(1);
  // The push service answered that it no longer knows the old phone, so the server deleted that phone.
  const known = async () => {
    const path = "/api/account/notifications";
    const answer = await callApi<NotificationsDto>(server.url, "GET", path, couple.bo);
    return answer.subscriptions.map(({ label }) => label);
  };
  await expect.poll(known).toEqual(["Phone"]);
  const payload = pushed()[0]?.payload ?? "";
  const push = JSON.parse(payload);
  expect(push).toMatchObject({
    web_push: 8030,
    notification: {
      title: `${couple.ada.name} wrote to you`,
      body: "2 new lines are waiting.",
      tag: "message",
    },
    app_badge: 2,
  });

  await allowNotifications(bo.context(), server.url);
  await openHome(bo);
  const hand = await createPushHand(bo);
  await hand(payload);
  const url = server.url + couple.path;
  await expect
    .poll(() => shownNotifications(bo))
    .toEqual([
      { title: push.notification.title, body: push.notification.body, tag: "message", data: url },
    ]);
  await hand(
    JSON.stringify({
      ...push,
      notification: { ...push.notification, body: "3 new lines are waiting." },
    }),
  );
  await expect
    .poll(async () => (await shownNotifications(bo))[0]?.body)
    .toBe("3 new lines are waiting.");
  expect(await shownNotifications(bo)).toHaveLength(1);

  await openLive(bo, couple.path);
  await expect.poll(() => shownNotifications(bo)).toEqual([]);

  await hand(
    JSON.stringify({
      web_push: 8030,
      notification: { title: "The last hour", tag: "last_hour", navigate: couple.path },
    }),
  );
  await expect.poll(async () => (await shownNotifications(bo))[0]?.data).toBe(url);
  const worker = bo.context().serviceWorkers()[0];
  const other = await bo.context().newPage();
  await other.goto("/profile");
  await other.bringToFront();
  const isClosed = await worker?.evaluate(async () => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): boolean;
    };
    const [notification] = await scope.registration.getNotifications();
    const type = globalThis as unknown as {
      NotificationEvent: new (type: string, init: object) => Event;
    };
    scope.dispatchEvent(new type.NotificationEvent("notificationclick", { notification }));
    return (await scope.registration.getNotifications()).length === 0;
  });
  expect(isClosed).toBe(true);

  // While Bo has the conversation open, nothing is pushed or shown.
  await bo.bringToFront();
  await say(ada, "There you are.");
  await expect(bo.getByText("There you are.")).toBeVisible();
  await hand(payload);
  expect(await shownNotifications(bo)).toEqual([]);
  expect(pushed()).toHaveLength(1);
});

test("notification settings work without scripts, and signing out removes caches and service workers", async ({
  couple,
  ada,
  server,
  openPerson,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  const bare = await openPerson({ javaScriptEnabled: false });
  await enterAs(bare, server, couple.ada);
  await bare.goto("/profile/notifications");
  await expect(bare.getByRole("checkbox")).toHaveCount(2);
  // Without a device, introductions can come only by e-mail, which the member must choose.
  await expect(bare.getByRole("checkbox", { name: "Today’s introduction" })).not.toBeChecked();
  await bare.getByRole("checkbox", { name: "Today’s introduction" }).check();
  await bare.getByRole("checkbox", { name: "Messages" }).uncheck();
  await bare.getByRole("button", { name: "Save" }).click();
  await expect(bare.getByText("Notifications saved")).toBeVisible();
  await expect(bare.getByRole("checkbox", { name: "Today’s introduction" })).toBeChecked();
  await expect(bare.getByRole("checkbox", { name: "Messages" })).not.toBeChecked();
  const stored = await (await couple.ada.api.get("/api/account/notifications")).json();
  expect(stored).toMatchObject({
    settings: { introduction: true, last_hour: true, message: false, envelope: false },
    reminders: true,
  });

  await openHome(ada);
  await ada.goto("/profile/notifications");
  await expect(ada.getByText("Notifications are off in this browser.")).toBeVisible();
  await pickFromMenu(ada, "Logout");
  await expect(ada).toHaveURL(`${server.url}/`);
  const left = () =>
    ada.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
  await expect.poll(left).toEqual({ caches: [], workers: 0 });
});
