import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/axe";
import { articles, field, log, openLive, say, sendByApi, stored } from "./fixtures/couple";
import { measureOverflow } from "./fixtures/layout";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const INSULT = "You are such an idiot.";
const QUESTION = "This may come across as an insult.";
const CAUTION = "Money and codes are best kept to yourself here";
const SECOND_LOOK = /\/assets\/second-look-/;

const question = (page: Page): Locator =>
  page.locator("#second-look").filter({ hasText: "This may" });
const edit = (page: Page) => page.getByRole("button", { name: "Edit", exact: true });
const sendAnyway = (page: Page) => page.getByRole("button", { name: "Send anyway" });

/** Clicks into the field, which loads the code of the second look, and waits until this code has run. */
async function prepare(page: Page): Promise<void> {
  const loaded = page.waitForEvent("requestfinished", (request) => SECOND_LOOK.test(request.url()));
  await field(page).click();
  const url = (await loaded).url();
  // The script runs a moment after it has loaded. Importing it a second time waits until it has run.
  await page.evaluate(async (script) => void (await import(script)), url);
}

test("the page asks before it sends a hurtful message, and neither tells the server nor stores that it asked", async ({
  couple,
  ada,
}) => {
  const frames: string[] = [];
  ada.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => frames.push(String(payload))),
  );
  await openLive(ada, couple.path);
  await prepare(ada);

  await say(ada, "I have an hour to kill.");
  await expect(log(ada).getByText("Sent", { exact: true })).toBeVisible();

  await field(ada).fill(INSULT);
  const requests: string[] = [];
  ada.on("request", (request) => requests.push(request.url()));
  frames.length = 0;
  await field(ada).press("Enter");
  await expect(question(ada)).toHaveText(QUESTION);
  await expect(field(ada)).toBeFocused();
  await expect(field(ada)).toHaveValue(INSULT);
  await expect(field(ada)).toHaveAccessibleDescription(QUESTION);
  await edit(ada).click();
  await expect(question(ada)).toHaveCount(0);
  await expect(field(ada)).toBeFocused();
  expect(requests).toEqual([]);
  expect(
    frames.filter((frame) => !/^[23]$|"(typing|stop_typing|test_connection)"/.test(frame)),
  ).toEqual([]);

  // The page asks only once about a text, even if the text is changed and changed back.
  await field(ada).press("End");
  await field(ada).press("x");
  await field(ada).press("Backspace");
  await field(ada).press("Enter");
  await expect(articles(ada)).toHaveCount(2);

  await say(ada, "You're a loser.");
  await expect(question(ada)).toBeVisible();
  await field(ada).press("Enter");
  await expect(articles(ada)).toHaveCount(3);
  await expect(question(ada)).toHaveCount(0);

  await say(ada, "You are pathetic");
  await sendAnyway(ada).click();
  await expect(articles(ada)).toHaveCount(4);
  await expect
    .poll(() => stored(couple.ada, couple.conversationId))
    .toEqual(["I have an hour to kill.", INSULT, "You're a loser.", "You are pathetic"]);

  const sent = frames.filter((frame) => frame.includes('"send_message"'));
  expect(sent).toHaveLength(3);
  for (const frame of sent) {
    const [, payload] = JSON.parse(frame.replace(/^\d+/, "")) as [string, object];
    expect(Object.keys(payload).sort()).toEqual(["client_id", "content", "conversationId"]);
  }
  expect(
    await ada.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toMatch(/insult|loser/);
});

test("the second look works by keyboard on a phone: Escape leads back to the field, and a held Enter sends nothing", async ({
  couple,
  ada,
}) => {
  await ada.setViewportSize({ width: 390, height: 508 });
  await openLive(ada, couple.path);
  await prepare(ada);
  await field(ada).fill(INSULT);
  await ada.keyboard.down("Enter");
  await expect(question(ada)).toBeVisible();
  await ada.keyboard.down("Enter");
  await ada.keyboard.up("Enter");
  await expect(question(ada)).toBeVisible();

  await ada.keyboard.press("Shift+Tab");
  await expect(sendAnyway(ada)).toBeFocused();
  await ada.keyboard.press("Shift+Tab");
  await expect(edit(ada)).toBeFocused();
  await expectAccessible(ada);
  await ada.keyboard.press("Escape");
  await expect(question(ada)).toHaveCount(0);
  await expect(field(ada)).toBeFocused();
  await expect(ada).toHaveURL(couple.path);
  expect(await stored(couple.ada, couple.conversationId)).toEqual([]);

  await field(ada).fill("What is the code you just received?");
  await field(ada).press("Enter");
  await expect(question(ada)).toHaveText("This may look like a request for a code or password.");
  for (const control of [field(ada), edit(ada), sendAnyway(ada)]) {
    await expect(control).toBeInViewport({ ratio: 1 });
  }
  await expect(ada.getByRole("button", { name: "Send message" })).toBeInViewport({ ratio: 1 });
  expect((await log(ada).boundingBox())?.height).toBeGreaterThanOrEqual(0.4 * 508);
  expect(await measureOverflow(ada)).toBe(0);
  await field(ada).press("Escape");
  await expect(question(ada)).toHaveCount(0);
  await expect(field(ada)).toBeFocused();
});

test("a message is sent as usual if the code of the second look fails to load", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED|Failed to load resource/);
  await ada.route(SECOND_LOOK, (route) => route.abort());
  await openLive(ada, couple.path);
  const failed = ada.waitForEvent("requestfailed", (request) => SECOND_LOOK.test(request.url()));
  await field(ada).click();
  await failed;
  await say(ada, INSULT);
  await expect.poll(() => stored(couple.ada, couple.conversationId)).toEqual([INSULT]);
  await expect(articles(ada)).toHaveCount(1);
});

test("the receiver of a request for money sees a caution with a button to report", async ({
  couple,
  bo,
}) => {
  await openLive(bo, couple.path);
  await sendByApi(couple.ada, couple.conversationId, "Could you lend me 200 dollars?");
  await sendByApi(couple.ada, couple.conversationId, "You are an idiot.");
  await expect(articles(bo)).toHaveCount(2);
  await expect(articles(bo).first().getByText(CAUTION)).toBeVisible();
  await expect(log(bo).getByText(CAUTION)).toHaveCount(1);
  await expectAccessible(bo);

  await sendByApi(couple.bo, couple.conversationId, "Could you lend me 300 dollars?");
  await expect(articles(bo)).toHaveCount(3);
  await expect(log(bo).getByText(CAUTION)).toHaveCount(1);

  await articles(bo).first().getByRole("button", { name: "Report" }).click();
  await expect(bo.getByRole("alertdialog", { name: /^Report/ })).toBeVisible();
});
