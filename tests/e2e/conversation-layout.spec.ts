import type { Page } from "@playwright/test";
import {
  articles,
  createCouple,
  enterAs,
  field,
  log,
  openLive,
  pairAll,
  register,
  sendByApi,
  stored,
} from "./fixtures/couple";
import { enlarge } from "./fixtures/large-text";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

/** Width, height, and whether it is a device with a touch screen. */
const SIZES: [number, number, string][] = [
  [1440, 900, "desktop"],
  [1366, 768, "laptop"],
  [683, 384, "laptop at 200 %"],
  [640, 360, "720p at 200 %"],
  [320, 256, "1280×1024 at 400 %"],
  [342, 192, "laptop at 400 %"],
  [390, 844, "phone"],
  [390, 508, "phone with its keyboard"],
  [360, 640, "small phone"],
  [360, 340, "small phone with its keyboard"],
  [844, 390, "phone on its side"],
  [844, 200, "phone on its side with its keyboard"],
];
/** Below it no layout has room for a list and a field: the page scrolls as a whole. */
const PAGE_SCROLLS_BELOW = 260;

/** At each size the list has its height, nothing lies over the composer, and nothing scrolls sideways. */
async function expectRoom(page: Page, who: string): Promise<void> {
  for (const [width, height, name] of SIZES) {
    await page.setViewportSize({ width, height });
    const seen = `${who}, ${name}, ${width}×${height}`;
    const heightOf = async () => (await log(page).boundingBox())?.height;
    // The page has its new height a moment after the window.
    const softly = expect.configure({ soft: true });
    await softly.poll(heightOf, `the list: ${seen}`).toBeGreaterThanOrEqual(0.4 * height);
    const send = page.getByRole("button", { name: "Send message" });
    if (height < PAGE_SCROLLS_BELOW) await send.scrollIntoViewIfNeeded();
    for (const control of [field(page), send]) {
      const isOnTop = () =>
        control.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit !== null && (element === hit || element.contains(hit));
        });
      await softly.poll(isOnTop, `the composer: ${seen}`).toBe(true);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `sideways: ${seen}`).toBe(0);
  }
}

test("the list keeps two fifths of twelve screens, for a settled member and for a new one", async ({
  server,
  page: ada,
  openPerson,
}) => {
  const couple = await createCouple(server);
  for (let turn = 0; turn < 12; turn++) {
    await sendByApi(couple.ada, couple.conversationId, `Turn ${turn}: a line of some length.`);
    await sendByApi(couple.bo, couple.conversationId, `Answer ${turn}`);
  }
  await enterAs(ada.context(), server, couple.ada);
  await ada.goto(couple.path);
  await expectRoom(ada, "settled");

  // New: without a place, so with the banner, and asked about cookies, in the first conversation.
  const newcomers = await Promise.all(
    ["Cleo New", "Dov New"].map((name) => register(server, name)),
  );
  await pairAll(server);
  for (const { token, api } of newcomers) {
    const current = await api.get("/api/pairings/current");
    if (!current.ok()) continue;
    const { conversation } = (await current.json()) as { conversation: { id: string } };
    const page = await openPerson();
    await page.context().addCookies([{ name: "session", value: token, url: server.url }]);
    await page.goto(`/conversation/${conversation.id}`);
    await expect(page.getByRole("region", { name: "Complete your profile" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Cookie consent" })).toBeVisible();
    await expectRoom(page, "new");
    return;
  }
  throw new Error("neither newcomer was paired");
});

test("letters twice as large leave the header whole on a phone, and its menu has the site's items", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  await enterAs(ada.context(), server, couple.ada);
  await ada.setViewportSize({ width: 390, height: 844 });
  await ada.goto(couple.path);
  await expect(log(ada)).toBeVisible();
  await enlarge(ada);
  const name = ada.getByRole("heading", { level: 1 });
  const menu = ada.getByRole("button", { name: "Conversation menu" });
  const [words, button] = [await name.boundingBox(), await menu.boundingBox()];
  expect(words && button && words.x + words.width <= button.x).toBe(true);
  // Cut neither by its own box nor by the window.
  expect(
    await name.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
      scrollHeight <= clientHeight + 1,
      scrollWidth <= clientWidth + 1,
    ]),
  ).toEqual([true, true]);
  const expiry = ada.getByText(/^Expires in /);
  expect((await expiry.boundingBox())?.height).toBeLessThan(120);
  expect((await field(ada).boundingBox())?.width).toBeGreaterThan(180);

  await ada.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
  await menu.click();
  await ada.getByRole("menuitem", { name: "Today's Happenstance" }).click();
  await expect(ada).toHaveURL("/conversations");
});

test("words leave the field its width in letters twice as large", async ({ server, page: ada }) => {
  const couple = await createCouple(server);
  await enterAs(ada.context(), server, couple.ada);
  for (const width of [320, 390, 1366]) {
    await ada.setViewportSize({ width, height: 844 });
    await openLive(ada, couple.path);
    await enlarge(ada);
    const measure = async () => (await field(ada).boundingBox())?.width ?? 0;
    await field(ada).fill("");
    const empty = await measure();
    await field(ada).fill("Some words");
    expect.soft(await measure(), `${width} px`).toBeGreaterThanOrEqual(0.8 * empty);
  }
});

test("a page that the keyboard covers gives way to it, and comes back after", async ({
  server,
  page: ada,
}) => {
  const couple = await createCouple(server);
  for (let turn = 0; turn < 12; turn++) {
    await sendByApi(couple.ada, couple.conversationId, `Turn ${turn}\n\nand its rest`);
  }
  await enterAs(ada.context(), server, couple.ada);
  await ada.setViewportSize({ width: 390, height: 844 });
  await openLive(ada, couple.path);
  const send = ada.getByRole("button", { name: "Send message" });
  const back = ada.getByRole("link", { name: "Back to Conversations" });
  const last = articles(ada).last();
  const before = await send.boundingBox();

  // As Safari's: the window keeps its height, and the page is pushed up in it.
  const cover = (height: number, offsetTop: number, scale = 1) =>
    ada.evaluate(
      (view) => {
        for (const [name, value] of Object.entries(view)) {
          Object.defineProperty(window.visualViewport, name, { value, configurable: true });
        }
        window.visualViewport?.dispatchEvent(new Event("resize"));
      },
      { height, offsetTop, scale },
    );
  // The page has its new size a frame after the window has it.
  await cover(508, 60);
  await expect.poll(async () => (await back.boundingBox())?.y).toBeGreaterThanOrEqual(60);
  const bottomOf = (box: Awaited<ReturnType<typeof send.boundingBox>>) =>
    (box?.y ?? 0) + (box?.height ?? 0);
  await expect.poll(async () => bottomOf(await send.boundingBox())).toBeLessThanOrEqual(568);
  const bottom = await send.boundingBox();
  const end = await last.boundingBox();
  expect(bottomOf(end)).toBeLessThanOrEqual(bottom?.y ?? 0);

  await cover(844, 0);
  await expect.poll(() => send.boundingBox()).toEqual(before);
  // A bar of the browser, or a reader who zooms in, moves nothing.
  await cover(790, 0);
  expect(await send.boundingBox()).toEqual(before);
  await cover(422, 100, 2);
  expect(await send.boundingBox()).toEqual(before);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a letter is begun with the keyboard open, from an empty field and from the third line on", async ({
    server,
    page: ada,
  }) => {
    const couple = await createCouple(server);
    await enterAs(ada.context(), server, couple.ada);
    await ada.setViewportSize({ width: 390, height: 508 });
    await openLive(ada, couple.path);
    const letter = ada.getByRole("button", { name: "Write a letter" });
    const paragraph = ada.getByRole("button", { name: "New paragraph" });
    await expect(letter).toBeVisible();
    await field(ada).tap();
    await field(ada).pressSequentially("Dear Bo,");
    await expect(letter).toBeHidden();
    await paragraph.tap();
    await paragraph.tap();
    await letter.tap();
    await expect(field(ada)).toHaveCSS("font-family", /Newsreader/);
    await expect(field(ada)).toBeFocused();
    // The sheet leaves the way to send in sight, and the list.
    await expect(ada.getByRole("button", { name: "Send message" })).toBeInViewport({ ratio: 1 });
    expect((await log(ada).boundingBox())?.height).toBeGreaterThan(80);
    await field(ada).pressSequentially("here is a letter.");
    await ada.getByRole("button", { name: "Send message" }).tap();
    await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
    expect(await stored(couple.ada, couple.conversationId)).toEqual([
      "Dear Bo,\n\nhere is a letter.",
    ]);
  });

  test("a key begins a new paragraph; Enter still sends", async ({ server, page: ada }) => {
    const couple = await createCouple(server);
    await enterAs(ada.context(), server, couple.ada);
    await openLive(ada, couple.path);
    await field(ada).pressSequentially("The first paragraph.");
    for (let line = 0; line < 2; line++) {
      await ada.getByRole("button", { name: "New paragraph" }).tap();
    }
    await field(ada).pressSequentially("The second.");
    await field(ada).press("Enter");
    await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();
    expect(await stored(couple.ada, couple.conversationId)).toEqual([
      "The first paragraph.\n\nThe second.",
    ]);
  });
});
