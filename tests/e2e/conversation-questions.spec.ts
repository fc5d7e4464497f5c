import type { Page } from "@playwright/test";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import type { QuestionDto } from "~/core/shared/contract";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { expectAccessible } from "./fixtures/axe";
import {
  articles,
  type Couple,
  field,
  log,
  nearEnds,
  openLive,
  pairAll,
  postponeEnds,
  say,
  sendByApi,
  unfoldAddress,
} from "./fixtures/couple";
import { enlarge, isOnTop, measureOverflow, resize } from "./fixtures/layout";
import type { Member } from "./fixtures/members";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

const closed = (page: Page) => page.locator("summary").filter({ hasText: "question for today" });
const answered = (page: Page) => page.locator("summary").filter({ hasText: "has answered" });
const bar = (page: Page) => page.locator("details[data-bar] > summary");
const answerField = (page: Page) => page.getByLabel("Your answer");
const card = (page: Page, level: number) =>
  log(page).getByRole("region", { name: `Question ${level} of 3` });

const pathOf = ({ conversationId }: Couple) =>
  `/api/pairings/conversation/${conversationId}/questions`;

async function answerByApi({ api }: Member, couple: Couple, level: number, answer: string) {
  const response = await api.put(`${pathOf(couple)}/${level}`, { data: { answer } });
  if (!response.ok()) throw new Error(`answer: ${await response.text()}`);
}

async function readQuestions({ api }: Member, couple: Couple): Promise<QuestionDto[]> {
  return (await api.get(pathOf(couple))).json();
}

test("a question stays sealed until both members have answered, and then the next one opens", async ({
  couple,
  ada,
  bo,
  server,
}) => {
  await openLive(ada, couple.path);
  await openLive(bo, couple.path);
  const [first] = await readQuestions(couple.ada, couple);

  await closed(ada).focus();
  await ada.keyboard.press("Enter");
  await expect(ada.getByText(first?.question ?? "", { exact: true })).toBeVisible();
  await expect(answerField(ada)).toHaveAccessibleDescription(new RegExp(first?.question ?? "none"));
  await expectAccessible(ada);
  await answerField(ada).fill("The kettle, just before it sings.");
  const answer = ada.getByRole("button", { name: "Answer", exact: true });
  await answer.press("Enter");
  const change = ada.getByRole("button", { name: "Change my answer" });
  await expect(change).toBeFocused();
  await expect(ada.getByRole("button", { name: "Close notification" })).toHaveCount(0);
  await expect(ada.getByText("Yours opens when Bo Achterberg has answered too.")).toBeVisible();

  await expect(answered(bo)).toContainText("Ada Lind has answered");
  expect(await bo.content()).not.toContain("kettle");

  await answerField(ada).fill("The kettle.");
  await change.click();
  await expect
    .poll(async () => (await readQuestions(couple.ada, couple))[0]?.mine)
    .toBe("The kettle.");
  await expect(answerField(ada)).toHaveValue("The kettle.");

  await sendByApi(couple.bo, couple.conversationId, "Before");
  await expect(articles(ada)).toHaveCount(1);
  await answerField(ada).focus();
  await answered(bo).click();
  await answerField(bo).fill("Rain on a tent.");
  await bo.getByRole("button", { name: "Answer", exact: true }).click();
  for (const [page, mine, theirs, partner] of [
    [ada, "The kettle.", "Rain on a tent.", "Bo Achterberg"],
    [bo, "Rain on a tent.", "The kettle.", "Ada Lind"],
  ] as const) {
    const shown = card(page, 1);
    await expect(shown).toContainText(first?.question ?? "none");
    await expect(shown.getByRole("definition")).toHaveText([mine, theirs]);
    await expect(shown.getByRole("term")).toContainText(["You", partner]);
    await expect(closed(page)).toBeVisible();
  }
  // Bo answered second. He sees both answers, and his next question stays folded.
  await expect(card(bo, 1)).toBeInViewport();
  await expect(answerField(bo)).toBeHidden();
  // Ada answered first, with the focus in her field. The field keeps the focus, and is empty for the next question.
  await expect(answerField(ada)).toBeFocused();
  await expect(answerField(ada)).toHaveValue("");
  const [, second] = await readQuestions(couple.ada, couple);
  await expect(ada.getByText(second?.question ?? "none", { exact: true })).toBeVisible();

  await say(ada, "After");
  await expect(articles(bo)).toHaveCount(2);
  const texts = (await log(bo).textContent()) ?? "";
  const places = ["Before", "Rain on a tent.", "After"].map((words) => texts.indexOf(words));
  expect(places).toEqual([...places].sort((one, other) => one - other));

  // The ended conversation shows revealed and sealed questions, but its keepsake only revealed ones.
  await answerByApi(couple.ada, couple, 2, "Never opened");
  await pairAll(server);
  for (const page of [ada, bo]) {
    await page.goto(couple.path);
    await expect(card(page, 1)).toContainText("Rain on a tent.");
    await expect(closed(page).or(answered(page))).toHaveCount(0);
    await expect(card(page, 3)).toHaveCount(0);
  }
  await expect(card(ada, 2)).toContainText("Never opened");
  await expect(card(ada, 2)).toContainText("Bo Achterberg has not answered");
  await expect(card(bo, 2)).toContainText("Ada Lind has answered, and you have not.");
  expect(await bo.content()).not.toContain("Never opened");
  await expectAccessible(ada);
  await ada.goto(`${couple.path}/keepsake`);
  await expect(ada.locator(".question")).toHaveCount(1);
  await expect(ada.locator(".question")).toContainText("The kettle.");
});

test("what a form has changed stays on the page, even if data from before the change arrives later", async ({
  couple,
  ada,
}) => {
  await openLive(ada, couple.path);
  const envelope = await unfoldAddress(ada);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let loads = 0;
  await ada.route("**/conversation/**.data*", async (route) => {
    if (route.request().method() === "POST") return route.continue();
    loads += 1;
    const isFirst = loads === 1;
    const response = await route.fetch();
    if (isFirst) await isReleased;
    return route.fulfill({ response });
  });
  // The partner's answer makes the page load its data. The server reads this data before the address is sealed, but the
  // page gets it afterwards.
  await answerByApi(couple.bo, couple, 1, "A quiet one");
  await expect.poll(() => loads).toBe(1);
  await envelope.getByRole("textbox").fill("The bench by the lake");
  await envelope.getByRole("button", { name: "Seal it" }).click();
  await expect(envelope).toContainText("Sealed until");
  release();
  // The page loads its data once for the partner's answer, once for the sent form, and once for the change that the
  // form made.
  await expect.poll(() => loads).toBe(3);
  await expect(answered(ada)).toBeVisible();
  await expect(envelope).toContainText("Sealed until");
});

test("an answer stays in its field after a refusal, and when the partner's answer moves the question", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  consoleWatch.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await openLive(ada, couple.path);
  await closed(ada).click();
  const long = "a".repeat(501);
  await answerField(ada).fill(long);
  await ada.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(ada.getByRole("alert")).toContainText("Answer must be at most 500 characters");
  await expect(answerField(ada)).toHaveValue(long);
  await expectAccessible(ada);
  await answerField(ada).fill("Half a thou");
  await say(ada, "Hello");
  await expect(articles(ada)).toHaveCount(1);
  await expect(answerField(ada)).toHaveValue("Half a thou");
  // When the partner answers, the question moves to a bar below the header. Here the partner answers while this page is
  // offline.
  await ada.context().setOffline(true);
  await expect(ada.getByText(/You are offline/)).toBeVisible();
  await answerByApi(couple.bo, couple, 1, "Rain on a tent.");
  await ada.context().setOffline(false);
  await expect(answered(ada)).toContainText("Bo Achterberg has answered");
  await expect(answerField(ada)).toBeHidden();
  await bar(ada).click();
  await expect(answerField(ada)).toHaveValue("Half a thou");
  await answerField(ada).press("Escape");
  await expect(answerField(ada)).toBeHidden();
  await expect(bar(ada)).toBeFocused();
  await expect(ada).toHaveURL(couple.path);
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("without scripts, an answer that is too long stays in its field with an error, and a valid one opens both answers", async ({
    couple,
    ada,
    consoleWatch,
  }) => {
    consoleWatch.expect(REFUSED);
    await answerByApi(couple.bo, couple, 1, "Rain on a tent.");
    await ada.goto(couple.path);
    await answered(ada).click();
    const long = "b".repeat(501);
    await answerField(ada).fill(long);
    await ada.getByRole("button", { name: "Answer", exact: true }).click();
    await expect(ada.getByText("Answer must be at most 500 characters")).toBeVisible();
    await expect(answerField(ada)).toHaveValue(long);
    await answerField(ada).fill("The kettle.");
    await ada.getByRole("button", { name: "Answer", exact: true }).click();
    await expect(ada.getByText("Both answers are open now.")).toBeVisible();
    await expect(card(ada, 1).getByRole("definition")).toHaveText([
      "The kettle.",
      "Rain on a tent.",
    ]);
    await expect(closed(ada)).toBeVisible();
  });
});

test("at any window size, a folded question is above the message list, and an unfolded one covers only that list", async ({
  couple,
  ada,
}) => {
  for (let turn = 0; turn < 6; turn++) {
    await sendByApi(couple.ada, couple.conversationId, `Turn ${turn}: a line of some length.`);
  }
  await answerByApi(couple.bo, couple, 1, "Rain on a tent.");
  await ada.clock.install({ time: nextMidnightUtc(Date.now()) - 5 * MS_PER_MINUTE });
  await openLive(ada, couple.path);
  await ada.evaluate(() => document.fonts.ready);
  const summary = bar(ada);
  for (const isLarge of [false, true]) {
    if (isLarge) await enlarge(ada);
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
      [390, 500],
      [360, 640],
      [320, 568],
      [844, 390],
      [360, 340],
    ] as const) {
      await ada.setViewportSize({ width, height });
      const seen = `${width}×${height}, ${isLarge ? "large" : "plain"}`;
      await expect.poll(() => ada.evaluate(() => innerHeight)).toBe(height);
      expect.soft(await isOnTop(summary), `the question: ${seen}`).toBe(true);
      const { y = 0, height: own = 0 } = (await summary.boundingBox()) ?? {};
      const top = (await log(ada).boundingBox())?.y ?? 0;
      expect.soft(y + own, seen).toBeLessThanOrEqual(top);
      if (height > 600) await expect(ada.getByRole("timer")).toBeVisible();
    }
  }

  await ada.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
  for (const [width, height] of [
    [1440, 900],
    [683, 384],
    [320, 568],
    [390, 844],
    [390, 508],
    [360, 340],
    [844, 390],
  ] as const) {
    await resize(ada, width, height);
    const size = `${width}×${height}`;
    const heights = await ada.evaluate(() => {
      const line = document.querySelector("details[data-bar]") as HTMLDetailsElement;
      const heightOf = () => document.querySelector("[role=log]")?.getBoundingClientRect().height;
      const closed = heightOf();
      line.open = true;
      const opened = heightOf();
      line.open = false;
      return { closed, opened };
    });
    expect.soft(heights.opened, `the list, opened: ${size}`).toBe(heights.closed);
    const target = await summary.boundingBox();
    expect.soft(target?.height, `the line: ${size}`).toBeGreaterThanOrEqual(44);
    expect.soft(target?.width, `the line: ${size}`).toBeGreaterThanOrEqual(24);
    await summary.click();
    await expect(answerField(ada)).toBeVisible();
    for (const control of [field(ada), ada.getByRole("button", { name: "Send message" })]) {
      expect.soft(await isOnTop(control), `the composer: ${size}`).toBe(true);
    }
    expect.soft(await measureOverflow(ada), `sideways: ${size}`).toBe(0);
    await summary.click();
  }
});

test("a question can be answered above an open keyboard, even with a doubled font size", async ({
  couple,
  ada,
  server,
}) => {
  await sendByApi(couple.ada, couple.conversationId, "Hello");
  await answerByApi(couple.bo, couple, 1, "Rain on a tent.");
  const [first] = await readQuestions(couple.ada, couple);
  const answer = ada.getByRole("button", { name: "Answer", exact: true });
  for (const [width, height, isLarge, setEnds] of [
    [390, 500, false, postponeEnds],
    [360, 640, true, postponeEnds],
    [390, 500, true, postponeEnds],
    [390, 508, false, nearEnds],
    [360, 340, false, nearEnds],
    [360, 640, true, nearEnds],
    [390, 500, true, nearEnds],
  ] as const) {
    await setEnds(server);
    await ada.setViewportSize({ width, height });
    await openLive(ada, couple.path);
    if (isLarge) await enlarge(ada);
    const seen = `${width}×${height}, ${isLarge ? "large" : "plain"}`;
    await bar(ada).click();
    const question = ada.getByText(first?.question ?? "none", { exact: true });
    await expect(question, seen).toBeInViewport();
    await answerField(ada).focus();
    await expect(question, seen).toBeInViewport();
    // A text of several lines makes the composer taller, and the question's panel shorter.
    await field(ada).fill("One\nTwo\nThree\nFour");
    await answerField(ada).fill("The kettle, just before it sings.\nAnd the lid.\nAnd the steam.");
    for (const control of [answerField(ada), answer, field(ada)]) {
      await expect.poll(() => isOnTop(control), seen).toBe(true);
    }
    await expect(answer, seen).toBeInViewport({ ratio: 1 });
  }
});
