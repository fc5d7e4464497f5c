import type { Page } from "@playwright/test";
import { enter } from "./fixtures/api";
import {
  articles,
  field,
  log,
  nearEnds,
  openLive,
  pairAll,
  postponeEnds,
  sendByApi,
  stored,
} from "./fixtures/couple";
import { enlarge, isOnTop, measureOverflow, resize } from "./fixtures/layout";
import { register } from "./fixtures/members";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

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
/** In px. If the window is less tall than this, the page scrolls as a whole, so the composer can be out of view. */
const PAGE_SCROLLS_BELOW = 260;

async function expectRoom(page: Page, who: string): Promise<void> {
  for (const [width, height, name] of SIZES) {
    await page.setViewportSize({ width, height });
    const seen = `${who}, ${name}, ${width}×${height}`;
    const heightOf = async () => (await log(page).boundingBox())?.height;
    // Polled, because the page changes its height a moment after the window does.
    const softly = expect.configure({ soft: true });
    await softly.poll(heightOf, `the list: ${seen}`).toBeGreaterThanOrEqual(0.4 * height);
    const send = page.getByRole("button", { name: "Send message" });
    if (height < PAGE_SCROLLS_BELOW) await send.scrollIntoViewIfNeeded();
    for (const control of [field(page), send]) {
      await softly.poll(() => isOnTop(control), `the composer: ${seen}`).toBe(true);
    }
    expect.soft(await measureOverflow(page), `sideways: ${seen}`).toBe(0);
  }
}

test("on twelve sizes of screen, the message list has at least two fifths of the height, even below a new member's bars", async ({
  couple,
  ada,
  server,
  openPerson,
}) => {
  await postponeEnds(server);
  for (let turn = 0; turn < 12; turn++) {
    await sendByApi(couple.ada, couple.conversationId, `Turn ${turn}: a line of some length.`);
    await sendByApi(couple.bo, couple.conversationId, `Answer ${turn}`);
  }
  await ada.goto(couple.path);
  await expectRoom(ada, "settled");

  // The run below ends this conversation, and an open page would then read the database while the test writes to it.
  await ada.close();
  // New members see two bars: the profile banner, because they have no place yet, and the cookie bar.
  const newcomers = await Promise.all(
    ["Cleo New", "Dov New"].map((name) => register(server, name)),
  );
  await pairAll(server);
  await postponeEnds(server);
  for (const newcomer of newcomers) {
    const current = await newcomer.api.get("/api/pairings/current");
    if (!current.ok()) continue;
    const { conversation } = (await current.json()) as { conversation: { id: string } };
    const page = await openPerson();
    await enter(page, server.url, newcomer);
    await page.goto(`/conversation/${conversation.id}`);
    await expect(page.getByRole("region", { name: "Complete your profile" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Cookie consent" })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 640 });
    for (const name of ["Complete your profile", "Cookie consent"]) {
      const bar = await page.getByRole("region", { name }).boundingBox();
      // Each bar has one line, and is above the messages.
      expect.soft(bar?.height, name).toBeLessThanOrEqual(50);
      expect
        .soft((bar?.y ?? 640) + (bar?.height ?? 0), name)
        .toBeLessThanOrEqual((await log(page).boundingBox())?.y ?? 0);
    }
    await expectRoom(page, "new");
    return;
  }
  throw new Error("neither newcomer was paired");
});

test("on a phone with a doubled font size, a conversation shows its header, its messages and the words in its field", async ({
  couple,
  ada,
  server,
}) => {
  await postponeEnds(server);
  await sendByApi(couple.ada, couple.conversationId, "Hello");
  await ada.setViewportSize({ width: 390, height: 844 });
  await openLive(ada, couple.path);
  await enlarge(ada);
  const name = ada.getByRole("heading", { level: 1 });
  const menu = ada.getByRole("button", { name: "Conversation menu" });
  const [words, button] = [await name.boundingBox(), await menu.boundingBox()];
  expect(words && button && words.x + words.width <= button.x).toBe(true);
  expect(
    await name.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
      scrollHeight <= clientHeight + 1,
      scrollWidth <= clientWidth + 1,
    ]),
  ).toEqual([true, true]);
  const expiry = ada.getByText(/^Expires in /);
  expect((await expiry.boundingBox())?.height).toBeLessThan(120);
  const widthOfField = async () => (await field(ada).boundingBox())?.width ?? 0;
  expect(await widthOfField()).toBeGreaterThan(180);

  for (const [width, height] of [
    [360, 640],
    [320, 640],
    [390, 500],
  ] as const) {
    await ada.setViewportSize({ width, height });
    const seen = `${width}×${height}`;
    const heightOf = async () => (await log(ada).boundingBox())?.height;
    await expect.poll(heightOf, seen).toBeGreaterThanOrEqual(0.4 * height);
    const isWhole = () => name.evaluate((h1) => h1.scrollHeight <= h1.clientHeight + 1);
    await expect.poll(isWhole, seen).toBe(true);
    const room = await field(ada).evaluate((textarea: HTMLTextAreaElement) => {
      const own = getComputedStyle(textarea);
      const { fontSize, fontFamily } = getComputedStyle(textarea, "::placeholder");
      const ruler = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
      ruler.font = `${fontSize} ${fontFamily}`;
      const padding = Number.parseFloat(own.paddingLeft) + Number.parseFloat(own.paddingRight);
      return textarea.clientWidth - padding - ruler.measureText(textarea.placeholder).width;
    });
    expect.soft(room, `the placeholder: ${seen}`).toBeGreaterThanOrEqual(0);
  }

  for (const width of [320, 390, 1366]) {
    await resize(ada, width, 844);
    await field(ada).fill("");
    const empty = await widthOfField();
    await field(ada).fill("Some words");
    expect.soft(await widthOfField(), `${width} px`).toBeGreaterThanOrEqual(0.8 * empty);
  }
});

test("the composer moves above the phone's keyboard, and back when the keyboard closes", async ({
  couple,
  ada,
}) => {
  for (let turn = 0; turn < 12; turn++) {
    await sendByApi(couple.ada, couple.conversationId, `Turn ${turn}\n\nand its rest`);
  }
  await ada.setViewportSize({ width: 390, height: 844 });
  await openLive(ada, couple.path);
  const send = ada.getByRole("button", { name: "Send message" });
  const back = ada.getByRole("link", { name: "Back to Conversations" });
  const last = articles(ada).last();
  const before = await send.boundingBox();

  // Acts like Safari when the keyboard opens: the window keeps its height, and the page is pushed up.
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
  // Polled, because the page changes its size a frame after the window does.
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
  // The composer stays in place when the browser's own bar takes some height, and when the reader zooms in.
  await cover(790, 0);
  expect(await send.boundingBox()).toEqual(before);
  await cover(422, 100, 2);
  expect(await send.boundingBox()).toEqual(before);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("the button New paragraph adds a line break, and Enter sends; a letter is offered if the field is empty or has three lines", async ({
    couple,
    ada,
  }) => {
    await openLive(ada, couple.path);
    const letter = ada.getByRole("button", { name: "Write a letter" });
    const paragraph = ada.getByRole("button", { name: "New paragraph" });
    await field(ada).pressSequentially("The first paragraph.");
    for (let line = 0; line < 2; line++) await paragraph.tap();
    await field(ada).pressSequentially("The second.");
    await field(ada).press("Enter");
    await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();

    // Of the window's 844 px, an open keyboard leaves about 508.
    await resize(ada, 390, 508);
    await expect(letter).toBeVisible();
    await field(ada).tap();
    await field(ada).pressSequentially("Dear Bo,");
    await expect(letter).toBeHidden();
    await paragraph.tap();
    await paragraph.tap();
    await letter.tap();
    await expect(field(ada)).toHaveCSS("font-family", /Newsreader/);
    await expect(field(ada)).toBeFocused();
    await expect(ada.getByRole("button", { name: "Send message" })).toBeInViewport({ ratio: 1 });
    expect((await log(ada).boundingBox())?.height).toBeGreaterThan(80);
    await field(ada).pressSequentially("here is a letter.");
    await ada.getByRole("button", { name: "Send message" }).tap();
    await expect
      .poll(() => stored(couple.ada, couple.conversationId))
      .toEqual(["The first paragraph.\n\nThe second.", "Dear Bo,\n\nhere is a letter."]);
  });
});

test("in a conversation's last three hours, the message list keeps two fifths of the height, even with a doubled font size", async ({
  couple,
  ada,
  server,
}) => {
  await nearEnds(server);
  for (let turn = 0; turn < 12; turn++) {
    await sendByApi(couple.ada, couple.conversationId, `Turn ${turn}: a line of some length.`);
  }
  await ada.goto(couple.path);
  const address = ada.getByRole("region", { name: "A sealed address" });
  await expect(address).toBeVisible();
  await expectRoom(ada, "last hours");
  await ada.setViewportSize({ width: 390, height: 844 });
  await enlarge(ada);
  for (const [width, height] of [
    [360, 640],
    [320, 640],
    [390, 508],
    [1366, 768],
    [1366, 657],
  ] as const) {
    await ada.setViewportSize({ width, height });
    const heightOf = async () => (await log(ada).boundingBox())?.height;
    await expect
      .configure({ soft: true })
      .poll(heightOf, `${width}×${height}`)
      .toBeGreaterThanOrEqual(0.4 * height);
    expect.soft(await measureOverflow(ada), `sideways: ${width}×${height}`).toBe(0);
  }
  const words = address.locator("summary > span");
  expect(await words.evaluate((span) => span.getClientRects().length)).toBe(1);
  const [line, composer] = [await address.boundingBox(), await field(ada).boundingBox()];
  expect(line && composer && line.y + line.height <= composer.y).toBe(true);
});
