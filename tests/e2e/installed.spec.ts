import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import type { NotificationsDto } from "~/core/shared/contract";
import { launchOptions } from "~/scripts/lib/browser-options.mjs";
import { callApi } from "./fixtures/api";
import { createCouple, enterAs, field, openLive, type Someone, say } from "./fixtures/couple";
import { type PushService, startPushService } from "./fixtures/push-service";
import { startServer } from "./fixtures/server";
import { test as base, expect } from "./fixtures/test";

// The service worker and what it does: a server that is down, notifications, and installing.
const test = base.extend<object, { pushService: PushService }>({
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of a pattern.
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
test.use({ serviceWorkers: "allow" });

const SERVER_IS_GONE =
  /ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource|preload|icon from the Manifest/;

/** Waits until the service worker has the page. */
const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

async function openHome(page: Page, server: Parameters<typeof enterAs>[1], someone: Someone) {
  await enterAs(page.context(), server, someone);
  await page.goto("/conversations");
  await waitForWorker(page);
}

/** Hands a push message to the page's service worker, as the browser does when its push service brings one. */
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

/** A browser with a profile of its own: in Playwright's other contexts, which are incognito, nothing can be installed. */
async function openProfile(url: string, watch: { watch(context: BrowserContext): void }) {
  const folder = mkdtempSync(join(tmpdir(), "happenstance-profile-"));
  const context = await chromium.launchPersistentContext(folder, {
    ...launchOptions(),
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

test("the app is installed, opens in its own window, and goes on when its server is back", async ({
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(SERVER_IS_GONE);
  const couple = await createCouple(server);
  const { context, close } = await openProfile(server.url, consoleWatch);
  const tab = context.pages()[0] ?? (await context.newPage());
  await openHome(tab, server, couple.ada);
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
  const gone = page.getByRole("heading", { name: "We can't be reached" });
  await page.goto("/profile");
  await expect(gone).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/profile");
  // As the rest of the product looks, with its own files, though nothing answers.
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
  // By itself, and what was written goes out.
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

test("a partner's message notifies the devices of a member who is away, once, and not of one who looks", async ({
  page: ada,
  openPerson,
  server,
  pushService,
}) => {
  const couple = await createCouple(server);
  await callApi(server.url, "PUT", "/api/account/notifications", {
    token: couple.bo.token,
    body: { quiet_from: null, quiet_to: null, show_words: true },
  });
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
  await enterAs(ada.context(), server, couple.ada);
  await openLive(ada, couple.path);
  await say(ada, "Is <i>anybody</i> there?");
  await say(ada, "Hello?");
  // The introduction of the same day may reach the phone first where the queue is slow.
  const pushed = () =>
    phone.received.filter(({ payload }) => JSON.parse(payload).notification.tag === "message");
  await expect.poll(() => pushed().length).toBe(1);
  // The push service knows the other one no more: neither does the server.
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
    notification: { title: `${couple.ada.user.name} wrote to you`, body: "Hello?", tag: "message" },
    app_badge: 2,
  });

  // The browser brings it to the service worker, which shows it.
  const bo = await openPerson();
  await allowNotifications(bo.context(), server.url);
  await openHome(bo, server, couple.bo);
  const hand = await createPushHand(bo);
  await hand(payload);
  const url = server.url + couple.path;
  await expect
    .poll(() => shownNotifications(bo))
    .toEqual([{ title: push.notification.title, body: "Hello?", tag: "message", data: url }]);
  // A newer one takes its place.
  await hand(JSON.stringify({ ...push, notification: { ...push.notification, body: "Well?" } }));
  await expect.poll(async () => (await shownNotifications(bo))[0]?.body).toBe("Well?");
  expect(await shownNotifications(bo)).toHaveLength(1);

  // What is read is shown no longer.
  await openLive(bo, couple.path);
  await expect.poll(() => shownNotifications(bo)).toEqual([]);

  // A click closes it, and leads to the conversation where it is open.
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

  // Before Bo's eyes now: nothing more is sent, and nothing is shown.
  await bo.bringToFront();
  await say(ada, "There you are.");
  await expect(bo.getByText("There you are.")).toBeVisible();
  await hand(payload);
  expect(await shownNotifications(bo)).toEqual([]);
  expect(pushed()).toHaveLength(1);
});

test("the settings hold without scripts, and signing out leaves nothing behind", async ({
  page,
  server,
  browser,
}) => {
  const { ada } = await createCouple(server);
  const plain = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  await enterAs(plain, server, ada);
  const bare = await plain.newPage();
  await bare.goto("/profile/notifications");
  await bare.getByRole("checkbox", { name: "The last hour" }).uncheck();
  await bare.getByRole("checkbox", { name: "Show the words of a message" }).check();
  await bare.getByLabel("From").fill("");
  await bare.getByRole("button", { name: "Save" }).click();
  await expect(bare.getByText("Quiet hours need a beginning and an end")).toBeVisible();
  await bare.getByLabel("From").fill("23:30");
  await bare.getByRole("checkbox", { name: "The last hour" }).uncheck();
  await bare.getByRole("checkbox", { name: "Show the words of a message" }).check();
  await bare.getByRole("button", { name: "Save" }).click();
  await expect(bare.getByText("Notifications saved")).toBeVisible();
  await expect(bare.getByRole("checkbox", { name: "The last hour" })).not.toBeChecked();
  await expect(bare.getByLabel("From")).toHaveValue("23:30");
  await plain.close();

  await openHome(page, server, ada);
  await page.goto("/profile/notifications");
  await expect(page.getByText("Notifications are off in this browser.")).toBeVisible();
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  const left = () =>
    page.evaluate(async () => ({
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }));
  await expect.poll(left).toEqual({ caches: [], workers: 0 });
});
