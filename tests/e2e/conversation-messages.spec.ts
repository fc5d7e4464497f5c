import type { Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/axe";
import { articles, field, log, openLive, readMessages, sendByApi } from "./fixtures/couple";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const more = (page: Page, text: string) =>
  articles(page).filter({ hasText: text }).getByRole("button", { name: "Message actions" });
const menu = (page: Page) => page.getByRole("menu", { name: "Message actions" });
const item = (page: Page, name: string) => menu(page).getByRole("menuitem", { name });

test("a message can be answered, copied and reported from its menu, by pointer and by keyboard", async ({
  couple,
  ada,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await sendByApi(couple.ada, couple.conversationId, "Do you sail?");
  await sendByApi(couple.bo, couple.conversationId, "Only in my dreams.\nAnd you?");
  await sendByApi(couple.bo, couple.conversationId, "Send me 500 dollars.");
  await openLive(ada, couple.path);

  await expect(more(ada, "Only in my dreams")).toHaveCSS("opacity", "0");
  await articles(ada).filter({ hasText: "Only in my dreams" }).hover();
  await expect(more(ada, "Only in my dreams")).toHaveCSS("opacity", "1");
  await expect(more(ada, "Do you sail?")).toHaveCSS("opacity", "0");
  await more(ada, "Only in my dreams").click();
  await expect(menu(ada).getByRole("menuitem")).toHaveText([
    "Reply",
    "Copy",
    "Report this message",
  ]);
  await expectAccessible(ada);
  await item(ada, "Reply").click();
  await expect(menu(ada)).toHaveCount(0);
  await expect(field(ada)).toBeFocused();
  // A reply shows the quotation above the field, where the member can close it, but not edit it.
  const quote = ada.locator("[data-quote]");
  await expect(quote).toContainText("Only in my dreams. And you?");
  await expect(field(ada)).toHaveValue("");
  await quote.getByRole("button", { name: "Close the quotation" }).click();
  await expect(quote).toHaveCount(0);
  await expect(field(ada)).toBeFocused();
  await more(ada, "Only in my dreams").click();
  await item(ada, "Reply").click();
  // A quotation without a text is not sent. It survives a reload, and another reply replaces it.
  await ada.keyboard.press("Enter");
  await expect(quote).toContainText("Only in my dreams. And you?");
  await openLive(ada, couple.path);
  await expect(quote).toContainText("Only in my dreams. And you?");
  await field(ada).focus();
  await ada.keyboard.type("Every summer.");
  await more(ada, "Do you sail?").click();
  await expect(menu(ada).getByRole("menuitem")).toHaveText(["Reply", "Copy"]);
  await item(ada, "Reply").click();
  await expect(quote).toContainText("Do you sail?");
  await expect(field(ada)).toHaveValue("Every summer.");
  await ada.keyboard.press("Enter");
  const answer = articles(ada).last();
  await expect(answer.locator("blockquote")).toHaveText("Do you sail?");
  await expect(answer.locator("p")).toHaveText("Every summer.");
  await expect(more(ada, "Every summer.")).toHaveAttribute("tabindex", "0");

  // In the list, Tab stops at each folded line, at Report below the request for money, and then only at the button of
  // the newest message. The arrow keys lead to the buttons of the other messages.
  await log(ada).focus();
  for (const line of await log(ada).locator("summary").all()) {
    await ada.keyboard.press("Tab");
    await expect(line).toBeFocused();
  }
  await ada.keyboard.press("Tab");
  await expect(log(ada).getByRole("button", { name: "Report", exact: true })).toBeFocused();
  await ada.keyboard.press("Tab");
  await expect(more(ada, "Every summer.")).toBeFocused();
  await ada.keyboard.press("ArrowUp");
  await expect(more(ada, "500 dollars")).toBeFocused();
  await ada.keyboard.press("ArrowUp");
  await ada.keyboard.press("Enter");
  await expect(item(ada, "Reply")).toBeFocused();
  await ada.keyboard.press("ArrowDown");
  await ada.keyboard.press("Enter");
  await expect(ada.getByRole("status")).toContainText("Copied.");
  expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(
    "Only in my dreams.\nAnd you?",
  );
  await expect(more(ada, "Only in my dreams")).toBeFocused();
  await ada.keyboard.press("Enter");
  await ada.keyboard.press("Escape");
  await expect(menu(ada)).toHaveCount(0);
  await expect(more(ada, "Only in my dreams")).toBeFocused();
  await expect(ada).toHaveURL(couple.path);

  await ada.keyboard.press("Enter");
  await ada.keyboard.press("ArrowUp");
  await ada.keyboard.press("Enter");
  const dialog = ada.getByRole("alertdialog", { name: "Report Bo Achterberg?" });
  const messages = await readMessages(couple.ada, couple.conversationId);
  await expect(dialog.locator("[name=message_id]")).toHaveValue(messages[1]?.message_id ?? "");
  await dialog.getByLabel("Reason").selectOption("spam");
  await dialog.getByRole("button", { name: "Report User" }).click();
  await expect(ada.getByRole("status")).toContainText("Your report has been received.");
  await expect(more(ada, "Only in my dreams")).toBeFocused();

  // The button Report below the request for money opens the dialog for that message.
  await field(ada).focus();
  await log(ada).getByRole("button", { name: "Report", exact: true }).click();
  await expect(dialog.locator("[name=message_id]")).toHaveValue(messages[2]?.message_id ?? "");
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 508 } });

  test("a long press opens a message's menu, which stays open when the finger is lifted", async ({
    couple,
    ada,
    context,
  }) => {
    await sendByApi(couple.bo, couple.conversationId, "Do you sail?");
    await openLive(ada, couple.path);
    await field(ada).tap();
    const words = await log(ada).getByText("Do you sail?").boundingBox();
    const at = { x: (words?.x ?? 0) + 20, y: (words?.y ?? 0) + 10 };
    const finger = await context.newCDPSession(ada);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", dy = 0) =>
      finger.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: at.x, y: at.y + dy }],
      });
    await touch("touchStart");
    await expect(menu(ada)).toBeVisible();
    await touch("touchEnd");
    await expect(menu(ada)).toBeInViewport({ ratio: 1 });
    await ada.getByRole("heading", { level: 1 }).dispatchEvent("pointerdown");
    await expect(menu(ada)).toHaveCount(0);
    await touch("touchStart");
    await item(ada, "Reply").waitFor();
    await touch("touchEnd");
    await item(ada, "Reply").tap();
    await expect(ada.locator("[data-quote]")).toContainText("Do you sail?");
    await expect(field(ada)).toBeFocused();
    await log(ada).getByText("Do you sail?").tap();
    await expect(more(ada, "Do you sail?")).toHaveCSS("opacity", "1");
  });
});
