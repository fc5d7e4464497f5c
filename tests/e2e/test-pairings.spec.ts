import { isDrawHour } from "~/core/shared/draw-state";
import { enter, waitForScripts } from "./fixtures/api";
import { register } from "./fixtures/members";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

/** The heading before a first pairing. In the hour after midnight, the heading says that the draw is being made. */
const NONE = isDrawHour(Date.now()) ? "Tonight’s draw is being made" : "No conversation yet";

test("an admin can make the first pairings, even after a failed request; a member's request is refused", async ({
  page,
  server,
  openPerson,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  consoleWatch.expect(REFUSED);
  const admin = await register(server, "Test Pairer");
  const member = await register(server, "Test Paired");
  await server.runSql(`update members set is_admin = 1 where id = '${admin.id}'`);
  await enter(page, server.url, admin);
  await page.goto("/conversations");
  await waitForScripts(page);
  await expect(page.getByRole("heading", { name: NONE })).toBeVisible();
  const create = page.getByRole("button", { name: "Create Test Pairings Now" });
  const reset = page.getByRole("button", { name: "Reset Pairings (Testing Only)" });
  await expect(reset).toHaveCount(0);

  await page.route("**/conversations.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await create.click();
  await expect(page.getByRole("alert")).toHaveText("Failed to trigger daily pairings");
  await expect(page.getByRole("heading", { name: NONE })).toBeVisible();
  await page.unrouteAll();

  // A member who is not an admin sends the admin's form.
  const other = await openPerson();
  await enter(other, server.url, member);
  await other.goto("/conversations");
  const answered = other.waitForResponse(
    (response) =>
      response.request().method() === "POST" && response.request().isNavigationRequest(),
  );
  await other.evaluate(() => {
    const form = document.createElement("form");
    form.method = "post";
    form.innerHTML = '<input name="intent" value="trigger-pairings">';
    document.body.appendChild(form);
    form.submit();
  });
  expect((await answered).status()).toBe(403);
  await expect(other.getByRole("heading", { name: NONE })).toBeVisible();

  await create.click();
  await expect(page.getByRole("status")).toContainText(/\d+ pairs? made, [12] left out/);
  await expect(reset).toBeVisible();
  await expect(create).toHaveCount(0);
  await expect(page.getByText(/^Expires in|^You're the special one/).first()).toBeVisible();
});
