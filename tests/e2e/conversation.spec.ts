import {
  ADDRESS_REMINDER_MS,
  EXPIRY_REDIRECT_GRACE_MS,
  MS_PER_DAY,
  MS_PER_MINUTE,
} from "~/core/shared/constants";
import { formatCountdown, nextMidnightUtc } from "~/core/shared/countdown";
import { PROMISES } from "~/core/shared/promises";
import { pickFromMenu, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import {
  articles,
  choose,
  enterAs,
  field,
  log,
  openLive,
  pairAll,
  postponeEnds,
  readMessages,
  say,
  sendByApi,
  stored,
} from "./fixtures/couple";
import { enlarge } from "./fixtures/layout";
import { register } from "./fixtures/members";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

const BLOCKED_BY_YOU =
  "You have blocked this user. You will not be paired with them in future conversations.";
const BLOCKED_BY_PARTNER =
  "This user has blocked you. You will not be paired with them in future conversations.";
const NOT_FOUND = "Conversation not found or has expired";

test("a confirmed block closes the conversation for both members until it is undone, and can keep newer accounts away", async ({
  couple,
  ada,
  bo,
}) => {
  for (const page of [ada, bo]) await openLive(page, couple.path);
  await choose(ada, "Block User");
  const dialog = ada.getByRole("alertdialog", { name: "Block Bo Achterberg?" });
  await expect(dialog).toContainText("You will not be paired with them again.");
  await expect(dialog).toContainText("They will see that you closed the conversation.");
  await expectAccessible(ada);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(ada.getByRole("button", { name: "Conversation menu" })).toBeFocused();

  await bo.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await field(bo).fill("I only wanted to say");
  await choose(ada, "Block User");
  const box = dialog.getByLabel("Keep accounts newer than today away from me for 30 days");
  await expect(box).not.toBeChecked();
  await box.check();
  await dialog.getByRole("button", { name: "Block User" }).click();
  await expect(ada).toHaveURL("/conversations");
  await expect(ada.getByRole("status")).toContainText("You have blocked Bo Achterberg.");
  await expect(bo.getByRole("heading", { name: "Conversation Unavailable" })).toBeFocused();
  const unsent = bo.getByRole("region", { name: "Unsent words" });
  await expect(unsent).toContainText("I only wanted to say");
  await unsent.getByRole("button", { name: "Copy" }).click();
  await expect(bo.getByRole("status")).toContainText("Copied.");
  expect(await bo.evaluate(() => navigator.clipboard.readText())).toBe("I only wanted to say");
  await expect(bo.getByText(BLOCKED_BY_PARTNER)).toBeVisible();
  await expect(bo.getByRole("button", { name: /^Unblock/ })).toHaveCount(0);
  await expectAccessible(bo);

  await ada.goto(couple.path);
  await expect(ada.getByText(BLOCKED_BY_YOU)).toBeVisible();
  await expectAccessible(ada);
  await ada.getByRole("button", { name: "Unblock Bo Achterberg" }).click();
  await say(ada, "Sorry, wrong button.");
  await expect.poll(() => stored(couple.bo, couple.conversationId)).toHaveLength(1);

  await ada.goto("/settings");
  await expect(ada.getByText(/newer than your wish are kept away from you until/)).toBeVisible();
  await ada.getByRole("button", { name: "Introduce me to newer accounts again" }).click();
  await expect(ada.getByRole("status")).toContainText(
    "Newer accounts are introduced to you again.",
  );
  await expect(ada.getByRole("heading", { name: "Newer accounts" })).toHaveCount(0);
});

test("on a phone, a conversation that fails to load shows the error, the site's header and a way back", async ({
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 500|SyntaxError/);
  await ada.setViewportSize({ width: 390, height: 844 });
  await ada.goto("/conversations");
  await waitForScripts(ada);
  await ada.route("**/conversation/*.data*", (route) => route.fulfill({ status: 500 }));
  await ada.getByRole("link", { name: /Open the conversation/ }).click();
  await expect(ada.getByText("Failed to load the conversation")).toBeVisible();
  for (const height of [844, 508]) {
    await ada.setViewportSize({ width: 390, height });
    await expect(ada.getByRole("button", { name: "Main menu" })).toBeInViewport({ ratio: 1 });
    await expect(ada.getByRole("link", { name: "Back to Conversations" })).toBeVisible();
  }
  await ada.getByRole("link", { name: "Try again" }).click();
  await expect(field(ada)).toBeVisible();
  // The loaded conversation has the partner's menu, and exactly one main menu.
  await ada.getByRole("button", { name: "Conversation menu" }).click();
  await expect(ada.getByRole("menuitem")).toHaveText([
    "View Profile",
    "Block User",
    "Report User",
    "Save",
  ]);
  await ada.keyboard.press("Escape");
  await pickFromMenu(ada, "Today's Happenstance", "Main menu");
  await expect(ada).toHaveURL("/conversations");
});

test("a report needs a reason, and leaves the conversation open unless it also blocks; a report or block that fails shows an error", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  consoleWatch.expect(/ERR_FAILED/);
  const cutLine = () =>
    ada.route("**/*.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
  // Opens the dialog by its address, so that the server's markup sets the focus, as without scripts.
  await openLive(ada, `${couple.path}?dialog=report`);
  const dialog = ada.getByRole("alertdialog", { name: "Report Bo Achterberg?" });
  const alsoBlock = dialog.getByLabel("Also block Bo Achterberg");
  const send = dialog.getByRole("button", { name: "Report User" });
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expectAccessible(ada);
  await send.click();
  await expect(dialog.getByText("Please select a reason")).toBeVisible();
  await dialog.getByLabel("Reason").selectOption("spam");
  await dialog.getByLabel("Details").fill("Wants to sell me varnish.");
  await alsoBlock.check();
  await cutLine();
  await send.click();
  await expect(dialog.getByRole("alert")).toHaveText("Failed to report user. Please try again.");
  // Without the block, the dialog sends a different request. It fails too.
  await alsoBlock.uncheck();
  const isRefused = ada.waitForEvent("requestfailed");
  await send.click();
  await isRefused;
  await expect(dialog.getByRole("alert")).toHaveText("Failed to report user. Please try again.");
  await expect(dialog.getByLabel("Reason")).toHaveValue("spam");
  await expect(dialog.getByLabel("Details")).toHaveValue("Wants to sell me varnish.");
  await expect(alsoBlock).not.toBeChecked();
  await ada.unrouteAll();
  await send.click();
  await expect(ada.getByRole("status")).toContainText("Your report has been received.");
  await expect(dialog).toHaveCount(0);
  await expect(field(ada)).toBeVisible();

  await cutLine();
  await choose(ada, "Block User");
  const block = ada.getByRole("alertdialog", { name: "Block Bo Achterberg?" });
  await block.getByRole("button", { name: "Block User" }).click();
  await expect(block.getByRole("alert")).toHaveText("Failed to block user. Please try again.");
  await block.getByRole("button", { name: "Cancel" }).click();
  await ada.unrouteAll();

  await choose(ada, "Report User");
  await dialog.getByLabel("Reason").selectOption("harassment");
  await expect(alsoBlock).toHaveAccessibleDescription(PROMISES.blockSeen);
  await expect(alsoBlock).not.toBeChecked();
  await alsoBlock.check();
  await send.click();
  await expect(ada).toHaveURL("/conversations");
  await expect(ada.getByRole("status")).toContainText("You have blocked Bo Achterberg.");
  await expect(ada.getByRole("heading", { name: "You blocked today’s match." })).toBeVisible();
  await expectAccessible(ada);
  await ada.getByRole("link", { name: "Take it back" }).click();
  await expect(ada.getByText(BLOCKED_BY_YOU)).toBeVisible();
  await cutLine();
  await ada.getByRole("button", { name: "Unblock Bo Achterberg" }).click();
  await expect(ada.getByRole("alert")).toHaveText("Failed to unblock user");
  await ada.unrouteAll();
  await ada.getByRole("button", { name: "Unblock Bo Achterberg" }).click();
  await expect(ada.getByText("No messages yet. Say hello!")).toBeVisible();
});

test("an open conversation becomes read-only at midnight, and later leads to the home page", async ({
  couple,
  ada,
}) => {
  await sendByApi(couple.bo, couple.conversationId, "Until midnight, then.");
  // If less than two hours of the day are left, the page's clock is set back.
  const midnight = nextMidnightUtc(Date.now());
  const now = Math.min(Date.now(), midnight - 120 * MS_PER_MINUTE);
  await ada.clock.install({ time: now });
  await openLive(ada, couple.path);
  await expect(field(ada)).toBeVisible();
  await ada.clock.fastForward(midnight - now - 90 * MS_PER_MINUTE);
  await expect(ada.getByText(/^Expires in 1 hour and (29|30) minutes$/)).toBeVisible();
  await field(ada).fill("There is one thing I still");
  await ada.clock.fastForward(85 * MS_PER_MINUTE);
  await expect(ada.getByRole("timer")).toHaveText(/^The last [3-6] minutes of your day together$/);
  await ada.clock.pauseAt(midnight - 4 * MS_PER_MINUTE + 300);
  await expect(ada.getByText("Expires in 3 minutes", { exact: true })).toBeVisible();
  await expect(ada.getByRole("timer")).toHaveText("The last 3 minutes of your day together");
  await ada.clock.resume();
  await ada.clock.fastForward(6 * MS_PER_MINUTE);
  await expect(ada.getByText("Expired", { exact: true })).toBeVisible();
  await expect(field(ada)).toHaveCount(0);
  await expect(log(ada).getByText("Until midnight, then.")).toBeVisible();
  await expect(ada.getByText("The day is over. It left one line.")).toBeVisible();
  const unsent = ada.getByRole("region", { name: "Unsent words" });
  await expect(unsent).toContainText("There is one thing I still");
  await ada.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await unsent.getByRole("button", { name: "Copy" }).click();
  expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(
    "There is one thing I still",
  );
  // On a small phone with a doubled font size, the words on the card still fit into the card.
  await ada.setViewportSize({ width: 360, height: 640 });
  await enlarge(ada);
  const card = ada.getByRole("link", { name: "Your next introduction" });
  await card.scrollIntoViewIfNeeded();
  const [frame, words] = [await card.boundingBox(), await card.locator("span").boundingBox()];
  if (!frame || !words) throw new Error("there is no card");
  expect(words.y).toBeGreaterThanOrEqual(frame.y);
  expect(words.y + words.height).toBeLessThanOrEqual(frame.y + frame.height);
  await ada.clock.fastForward(EXPIRY_REDIRECT_GRACE_MS - 5 * MS_PER_MINUTE);
  await expect(ada).toHaveURL(couple.path);
  await ada.clock.fastForward(6 * MS_PER_MINUTE);
  await expect(ada).toHaveURL("/conversations?expired=true");
  await expect(ada.getByText(/Your conversation has expired\./)).toBeVisible();
});

test("the card of the next introduction turns over when it is opened, but not with reduced motion", async ({
  couple,
  ada,
  consoleWatch,
}) => {
  consoleWatch.expect(TOO_SLOW);
  const context = ada.context();
  await context.addInitScript(recordTurn);
  const midnight = nextMidnightUtc(Date.now());
  for (const [reducedMotion, turn, fill] of [
    ["no-preference", ["turn-away", "turn-up"], "refill"],
    ["reduce", [], "none"],
  ] as const) {
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion });
    await page.clock.install({ time: midnight - MS_PER_MINUTE });
    await openLive(page, couple.path);
    await page.clock.fastForward(2 * MS_PER_MINUTE);
    const card = page.getByRole("link", { name: "Your next introduction" });
    await expect(card).toHaveCSS("view-transition-name", "introduction");
    await card.click();
    await expect(page).toHaveURL("/conversations");
    await expect(page.getByRole("article").locator("[data-ring=arc]")).toHaveCSS(
      "animation-name",
      fill,
    );
    const seen = await page.evaluate(() =>
      (window as WithTurn).turn?.catch((error: Error) => error.message),
    );
    if (typeof seen === "string") expect(seen).toMatch(TOO_SLOW);
    else expect(seen).toEqual(turn);
    await page.close();
  }
});

/** The browser reports this error, and skips the transition, if the new page takes more than four seconds to render. */
const TOO_SLOW = /aborted because of timeout in DOM update/;

type WithTurn = Window & { turn?: Promise<string[]> };

/** Runs in the browser: records the animations of the card's two sides during a transition between pages. */
function recordTurn() {
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    (window as WithTurn).turn = transition.ready.then(() =>
      document
        .getAnimations()
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : ""))
        .filter((name) => name.startsWith("turn-"))
        .sort(),
    );
    return transition;
  };
}

test("members can read and save their ended conversation, and others get the 404 page of an unknown conversation", async ({
  couple,
  ada,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/status of 404/);
  await sendByApi(couple.bo, couple.conversationId, "Remember me.");
  await ada.clock.install();
  await openLive(ada, couple.path);
  await pairAll(server);
  await expect(ada.getByText("This conversation has ended. It can still be read.")).toBeVisible();
  await ada.goto(couple.path);
  await expect(log(ada).getByText("Remember me.")).toBeVisible();
  await expect(ada.getByText("Expired", { exact: true })).toBeVisible();
  await expect(field(ada)).toHaveCount(0);
  await expectAccessible(ada);
  await ada.clock.fastForward(2 * EXPIRY_REDIRECT_GRACE_MS);
  await expect(ada).toHaveURL(couple.path);
  await expect(log(ada)).toBeVisible();

  await choose(ada, "Save");
  await expect(ada).toHaveURL(`${couple.path}/keepsake`);
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Ada Lind and Bo Achterberg");
  await expect(ada.getByText("Remember me.")).toBeVisible();
  await expect(ada.getByRole("main")).toHaveCSS("background-color", "rgb(253, 249, 244)");
  await expectAccessible(ada);
  const saving = ada.waitForEvent("download");
  await ada.getByRole("link", { name: "Save as a file" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^happenstance-\d{4}-\d\d-\d\d\.html$/);
  await enterAs(ada, server, await register(server, "Cy Curious"));
  for (const path of [`${couple.path}/keepsake`, couple.path]) {
    expect((await ada.goto(path))?.status()).toBe(404);
    await expect(ada.getByRole("heading", { name: NOT_FOUND })).toBeVisible();
  }
  await expect(ada.getByRole("link", { name: "Back to Conversations" })).toBeVisible();
  await expectAccessible(ada);
  const unknown = await ada.request.get("/conversation/never-was-and-never-will-be");
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).toContain(NOT_FOUND);
});

test("a sealed address is a folded line, can be taken back, and is shown beside the partner's once the day is over", async ({
  couple,
  ada,
  server,
  request,
}) => {
  const midnight = nextMidnightUtc(Date.now());
  await ada.clock.install({ time: midnight - ADDRESS_REMINDER_MS - 10 * MS_PER_MINUTE });
  await openLive(ada, couple.path);
  const card = ada.getByRole("region", { name: "A sealed address" });
  const left = formatCountdown(ADDRESS_REMINDER_MS + 9 * MS_PER_MINUTE);
  await expect(ada.getByText(`Expires ${left}`, { exact: true })).toBeVisible();
  await expect(card).toBeVisible();
  await expect(card.getByRole("textbox", { name: "How to find you" })).toBeHidden();
  const line = card.locator("summary");
  await line.click();
  await expect(card.getByRole("textbox", { name: "How to find you" })).toBeVisible();
  await line.click();
  await expect(card.getByRole("textbox", { name: "How to find you" })).toBeHidden();
  // In the day's last hours, the folded line of the address is above the message field and has other words.
  await ada.clock.fastForward(11 * MS_PER_MINUTE);
  await expect(line).toHaveText(/^Leave an address · opens at midnight if you both do$/);
  await expect(card.getByRole("textbox", { name: "How to find you" })).toBeHidden();
  await line.click();
  await expectAccessible(ada);
  await card.getByRole("textbox", { name: "How to find you" }).fill("The kiosk");
  await card.getByRole("button", { name: "Seal it" }).click();
  await expect(line).toHaveText(/^Sealed until midnight · Change$/);
  await expect(card.getByRole("textbox")).toBeHidden();
  const headers = { cookie: `session=${couple.bo.token}` };
  const partners = await (await request.get(couple.path, { headers })).text();
  expect(partners).toContain("A sealed address");
  expect(partners).not.toContain("The kiosk");
  await line.click();
  await card.getByRole("button", { name: "Take mine back" }).click();
  await expect(card).toContainText("It is opened at the end of the day if");

  // Ends the day as if both members had left an address.
  const lines = [couple.ada, couple.bo].map(
    ({ id, name }) => `('${couple.conversationId}', '${id}', 'The bench of ${name}', 1)`,
  );
  await server.runSql(`
    update pairings set expires_at = ${midnight - MS_PER_DAY} where id = '${couple.conversationId}';
    insert into sealed_addresses (conversation_id, member_id, address, updated_at)
      values ${lines.join(", ")};`);
  await ada.goto(couple.path);
  // An ended conversation without messages neither invites the member to write nor shows the partner's bio.
  await expect(ada.getByText("Nobody wrote that day.")).toBeVisible();
  await expect(ada.getByText(/No messages yet|Nothing written here yet/)).toHaveCount(0);
  const open = ada.getByRole("region", { name: "The envelopes are open" });
  await expect(open).toContainText("The bench of Bo Achterberg");
  await expect(open).toContainText("The bench of Ada Lind");
  await expectAccessible(ada);
  await open.getByRole("button", { name: "Take mine back" }).click();
  await expect(open).toContainText("Neither line is shown to you any more.");
  await expect(open.getByText(/The bench of/)).toHaveCount(0);
});

test("a member can write, reach the list and the menu, and block by keyboard alone", async ({
  couple,
  ada,
  server,
}) => {
  await postponeEnds(server);
  // A headless browser always refuses notifications. The script makes it look as if the member had not decided yet.
  await ada.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { value: "default" }),
  );
  await openLive(ada, couple.path);
  await field(ada).focus();
  for (const words of ["No mouse here.", "None at all."]) {
    await ada.keyboard.type(words);
    await ada.keyboard.press("Enter");
  }
  await expect(articles(ada)).toHaveCount(2);
  await expect(field(ada)).toBeFocused();
  await expectAccessible(ada);
  // On the way back from the field to the list, Shift+Tab stops at the offer of notifications, the sealed address, and
  // the list's own controls.
  await expect(ada.getByRole("button", { name: "Turn on notifications" })).toBeVisible();
  const between = await log(ada)
    .locator("summary, input:visible, button:visible:not([tabindex='-1'])")
    .count();
  for (let stop = 0; stop < 3 + between; stop++) await ada.keyboard.press("Shift+Tab");
  await expect(log(ada)).toBeFocused();
  await ada.keyboard.press("Shift+Tab");
  await expect(ada.getByRole("link", { name: "Skip to your message" })).toBeFocused();
  await ada.keyboard.press("Shift+Tab");
  await expect(ada.getByRole("button", { name: "Conversation menu" })).toBeFocused();
  await ada.keyboard.press("Enter");
  await expect(ada.getByRole("menuitem", { name: "View Profile" })).toBeFocused();
  await ada.keyboard.press("ArrowDown");
  await ada.keyboard.press("Enter");
  await expect(ada.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await ada.keyboard.press("Tab");
  await ada.keyboard.press("Enter");
  await expect(ada).toHaveURL("/conversations");
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("after the partner has deleted the account, the conversation says so and can be reported", async ({
    couple,
    ada,
    consoleWatch,
  }) => {
    consoleWatch.expect(/status of 404/);
    await sendByApi(couple.bo, couple.conversationId, "You will be sorry.");
    expect((await couple.bo.api.delete("/api/users/account")).status()).toBe(200);
    await ada.goto(couple.path);
    await expect(
      ada.getByRole("heading", {
        name: "This member has left. You can still report what they wrote.",
      }),
    ).toBeVisible();
    await expect(ada.getByText("Bo Achterberg")).toHaveCount(0);
    await ada.getByRole("link", { name: "Report User" }).click();
    await ada.getByLabel("Reason").selectOption("harassment");
    await ada.getByLabel("Details").fill("A threat, and then they left.");
    await ada.getByRole("button", { name: "Report User" }).click();
    await expect(ada.getByRole("status")).toContainText("Your report has been received.");
    const own = await couple.ada.api.get("/api/reports");
    expect(await own.json()).toMatchObject([{ user_id: null, name: null, reason: "harassment" }]);
  });

  test("without scripts, messages can be sent, a message that is too long stays in the field, and every menu item works", async ({
    couple,
    ada,
    consoleWatch,
  }) => {
    consoleWatch.expect(REFUSED);
    await sendByApi(couple.bo, couple.conversationId, "Do you have scripts?");
    await ada.goto(couple.path);
    await expect(articles(ada).first()).toHaveAccessibleName(/^Bo Achterberg, \d+:\d\d [ap]m UTC$/);
    expect((await readMessages(couple.bo, couple.conversationId))[0]?.is_read).toBe(false);
    await field(ada).fill("No.\nNever had.");
    await ada.getByRole("button", { name: "Send message" }).click();
    await expect(articles(ada)).toHaveCount(2);
    await expect(field(ada)).toHaveValue("");
    const [question, reply] = await readMessages(couple.bo, couple.conversationId);
    expect(reply?.content).toBe("No.\nNever had.");
    // Without scripts, a message counts as read once its reader has answered.
    expect(question?.is_read).toBe(true);

    const long = "x".repeat(2_001);
    await field(ada).fill(long);
    await ada.getByRole("button", { name: "Send message" }).click();
    await expect(ada.getByText("Message must be at most 2,000 characters")).toBeVisible();
    await expect(field(ada)).toHaveValue(long);

    await ada.goto(couple.path);
    await choose(ada, "View Profile");
    await expect(ada).toHaveURL(`/user/${couple.bo.id}`);
    await ada.getByRole("main").getByRole("link", { name: "Back to conversation" }).click();
    await expect(ada).toHaveURL(couple.path);
    await choose(ada, "Report User");
    const report = ada.getByRole("alertdialog", { name: "Report Bo Achterberg?" });
    await report.getByLabel("Details").fill("A word.");
    await report.getByLabel("Also block Bo Achterberg").check();
    await report.getByRole("button", { name: "Report User" }).click();
    await expect(report.getByText("Please select a reason")).toBeVisible();
    await expect(report.getByLabel("Details")).toHaveValue("A word.");
    await expect(report.getByLabel("Also block Bo Achterberg")).toBeChecked();
    // The refused form comes back with 'Also block' unticked, as the member sent it.
    await report.getByLabel("Also block Bo Achterberg").uncheck();
    await report.getByRole("button", { name: "Report User" }).click();
    await expect(report.getByText("Please select a reason")).toBeVisible();
    await expect(report.getByLabel("Also block Bo Achterberg")).not.toBeChecked();
    await report.getByLabel("Reason").selectOption("other");
    await report.getByRole("button", { name: "Report User" }).click();
    await expect(ada.getByText("Your report has been received.")).toBeVisible();
    await expect(report).toHaveCount(0);
    await choose(ada, "Block User");
    const block = ada.getByRole("alertdialog", { name: "Block Bo Achterberg?" });
    await block.getByRole("button", { name: "Cancel" }).click();
    await expect(ada.getByRole("alertdialog")).toHaveCount(0);
    await choose(ada, "Block User");
    await block.getByRole("button", { name: "Block User" }).click();
    await expect(ada.getByText("You have blocked Bo Achterberg.")).toBeVisible();
    await ada.goto(couple.path);
    await ada.getByRole("button", { name: "Unblock Bo Achterberg" }).click();
    await expect(articles(ada)).toHaveCount(2);
  });
});
