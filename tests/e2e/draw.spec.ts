import { expectAccessible } from "./fixtures/axe";
import { createCouple, enterAs, findAdmin, register } from "./fixtures/couple";
import { invent, signUp } from "./fixtures/members";
import { startServer } from "./fixtures/server";
import { expect, startAlone, test } from "./fixtures/test";

// What the draw is to a member, as the landing page, the home page and the profile say it.
startAlone();

const FAR = { latitude: 20.5, longitude: -150.5, location: "Open Sea, Pacific" };

test("after sign-up the first step is to confirm the e-mail, where midnight asks for it", async ({
  browser,
  contextOptions,
}) => {
  const strict = await startServer("unconfirmed", false, { REQUIRE_VERIFIED_EMAIL: "1" });
  const context = await browser.newContext({ ...contextOptions, baseURL: strict.url });
  const page = await context.newPage();
  await signUp(page, invent("Una Confirmed"));
  await expect(page).toHaveURL(`${strict.url}/`);
  const draw = page.getByRole("region", { name: /to join the next draw/ });
  await expect(draw.getByRole("listitem").first()).toContainText("Confirm your e-mail");
  await expect(page.getByText(/You’re in the draw/)).toHaveCount(0);
  await expectAccessible(page);
  for (const path of ["/conversations", "/profile"]) {
    await page.goto(path);
    await expect(page.getByText("Confirm your e-mail to join the next draw.")).toBeVisible();
    await expect(page.getByText(/Your next introduction: |It comes on/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Skip the next one" })).toHaveCount(0);
  }
  await context.close();
  await strict.stop();
});

test("one who skips, or is suspended, is not said to be in the draw", async ({ server, page }) => {
  const sam = await register(server, "Sam Skips", FAR);
  await enterAs(page.context(), server, sam);
  const inDraw = page.getByRole("heading", { name: /You’re in the draw\. It is in/ });
  await page.goto("/");
  await expect(inDraw).toBeVisible();
  await sam.api.put("/api/users/availability", { data: { pause: "tomorrow" } });
  await page.reload();
  await expect(page.getByRole("heading", { name: /^You sit out the next one\./ })).toBeVisible();
  await expect(inDraw).toHaveCount(0);
  const admin = await findAdmin(server);
  const decided = await admin.api.post(`/api/admin/members/${sam.user.user_id}/actions`, {
    data: { kind: "suspend", days: 3, reason: "spam", text: "No advertising." },
  });
  expect(decided.status()).toBe(201);
  await page.reload();
  const barred = page.getByRole("heading", { name: /^Your account takes no part in the draw\./ });
  await barred.getByRole("link", { name: "Read why" }).click();
  await expect(page).toHaveURL(/\/account\/standing$/);
});

test("a day that breaks is explained: after a block, a suspension, and to one who goes first", async ({
  server,
  page,
}) => {
  const [block, suspension] = [await createCouple(server), await createCouple(server)];
  await block.ada.api.post(`/api/blocks/${block.bo.user.user_id}`);
  const admin = await findAdmin(server);
  await admin.api.post(`/api/admin/members/${suspension.ada.user.user_id}/actions`, {
    data: { kind: "suspend", days: 3, reason: "spam", text: "No advertising." },
  });
  for (const [partner, isFirst] of [
    [block.bo, false],
    [suspension.bo, true],
  ] as const) {
    await enterAs(page.context(), server, partner);
    await page.goto("/conversations");
    const ended = page.getByRole("heading", { name: "Today’s conversation has ended early." });
    await expect(ended).toBeVisible();
    await expect(page.getByText("No conversation yet")).toHaveCount(0);
    await expect(page.getByText(/You go first in the next draw, in/)).toHaveCount(isFirst ? 1 : 0);
    await expect(page.getByText(/Your next introduction comes in/)).toHaveCount(isFirst ? 0 : 1);
    await expectAccessible(page);
    await page.goto("/");
    await expect(
      page.getByRole("heading", { name: /^Today’s conversation has ended early\./ }),
    ).toContainText(isFirst ? "You go first in the next draw. It is in" : "You’re in the draw.");
  }
  await enterAs(page.context(), server, block.ada);
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { name: /^You blocked/ })).toBeVisible();
});

test("the card says that the partner has not been here yet, until they open it", async ({
  server,
  page,
}) => {
  const { ada, bo, conversationId } = await createCouple(server);
  await enterAs(page.context(), server, ada);
  await page.goto("/conversations");
  const waiting = page.getByText("Bo Achterberg hasn’t been here today yet.");
  await expect(waiting).toBeVisible();
  await bo.api.get(`/api/pairings/conversation/${conversationId}/messages`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "Bo Achterberg" })).toBeVisible();
    await expect(waiting).toHaveCount(0, { timeout: 1 });
  }).toPass();
});
