import type { Page } from "@playwright/test";
import {
  type Account,
  callApi,
  enter,
  findConversation,
  register,
  waitForScripts,
} from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { confirmPassword } from "./fixtures/members";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

let admin: Account;
let conversationId = "";

test.beforeAll(async ({ server }) => {
  admin = await register(server.url, "Ada Lantern");
  // The longest name, 80 letters without a space, must fit on every screen.
  const other = await register(server.url, "Basilquayofthelongname".repeat(4).slice(0, 80));
  server.runSql(`update members set is_admin = 1 where id = '${admin.id}'`);
  const { token } = admin;
  await server.runCron();
  const blocked = await register(server.url, "Cleo Marsh");
  await callApi(server.url, "POST", `/api/blocks/${blocked.id}`, { token });
  conversationId = await findConversation(server.url, admin);
  await callApi(server.url, "POST", `/api/pairings/conversation/${conversationId}/messages`, {
    token,
    body: { content: "Good evening!" },
  });
  await callApi(server.url, "POST", `/api/reports/${other.id}`, {
    token,
    body: { reason: "spam", details: "For the test" },
  });
});

interface Screen {
  name: string;
  path: () => string;
  isPublic?: boolean;
  act?: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  ...["/", "/about", "/terms", "/faq", "/privacy", "/login", "/signup"].map((path) => ({
    name: path,
    path: () => path,
    isPublic: true,
  })),
  { name: "the 404 page", path: () => "/no/such/page", isPublic: true },
  ...[
    "/conversations",
    "/profile",
    "/settings",
    "/profile/edit",
    "/profile/reset-password",
    "/profile/notifications",
    "/admin",
    "/admin/pairings",
    "/admin/runs",
  ].map((path) => ({ name: path, path: () => path })),
  { name: "a conversation", path: () => `/conversation/${conversationId}` },
  { name: "another member", path: () => `/user/${admin.id}` },
  { name: "a profile not found", path: () => "/user/nobody" },
  {
    name: "the edit form with errors",
    path: () => "/profile/edit",
    async act(page) {
      await page.getByLabel("Name", { exact: true }).fill("");
      await page.getByRole("button", { name: "Save Changes" }).click();
      await expect(page.getByText("Name is required")).toBeVisible();
    },
  },
  {
    name: "the city suggestions",
    path: () => "/profile/edit",
    async act(page) {
      await page.getByLabel("Or choose a city").pressSequentially("Lis");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  {
    name: "the question of deletion",
    path: () => "/profile",
    async act(page) {
      await page.getByRole("button", { name: "Delete Account" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "the password form with a refusal",
    path: () => "/profile/reset-password",
    async act(page) {
      await page.getByRole("button", { name: "Update Password" }).click();
      await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    },
  },
  { name: "the password before the reports", path: () => "/admin/confirm" },
  {
    name: "the reports, after the password",
    path: () => "/admin/reports",
    async act(page) {
      // Only the first visit within an hour asks for the password.
      if (!page.url().includes("/admin/confirm")) return;
      await confirmPassword(page, admin.password);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reports");
    },
  },
];

/** Opens a screen in its state. */
async function open(page: Page, url: string, { path, isPublic, act }: Screen): Promise<void> {
  if (!isPublic) await enter(page, url, admin);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path());
  await waitForScripts(page);
  await act?.(page);
}

/** Elements that are cut off without an ellipsis. */
async function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const isWider = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const cuts = [...document.querySelectorAll("body *")].filter((element) => {
      const { overflowX, textOverflow, position, display } = getComputedStyle(element);
      const isReadOut = position === "absolute" && element.clientWidth <= 1;
      const isClipped = overflowX === "hidden" || overflowX === "clip";
      return isClipped && textOverflow !== "ellipsis" && display !== "inline" && !isReadOut
        ? isWider(element)
        : false;
    });
    const sideways = root.scrollWidth > root.clientWidth ? ["the page scrolls sideways"] : [];
    return [...sideways, ...cuts.map((element) => element.outerHTML.slice(0, 200))];
  });
}

/** In pixels: a window of 1280 px at 200 % and at 400 %. A zoomed page is laid out as in a window of that width. */
const WIDTHS = [640, 320];

// Many screens per test and many checks per screen, because loading a page takes most of the time.
for (const half of [0, 1]) {
  test(`every screen passes axe, and shows all its text at 200 % and 400 % zoom (${half + 1} of 2)`, async ({
    page,
    server,
    consoleWatch,
  }) => {
    test.setTimeout(600_000);
    consoleWatch.expect(/status of 404.*(no\/such\/page|user\/nobody)/);
    const middle = Math.ceil(SCREENS.length / 2);
    for (const screen of half === 0 ? SCREENS.slice(0, middle) : SCREENS.slice(middle)) {
      await test.step(screen.name, async () => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await open(page, server.url, screen);
        await expectAccessible(page, screen.name);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 640 });
          // Polled, because a conversation takes in the site's bars only after its page has measured itself.
          await expect
            .configure({ soft: true })
            .poll(() => findCutOff(page), { message: `${screen.name} at ${width} px` })
            .toEqual([]);
        }
      });
    }
  });
}
