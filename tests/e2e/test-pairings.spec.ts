import { isDrawHour } from "~/core/shared/draw-state";
import { enter, register, waitForScripts } from "./fixtures/api";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

/** Before a first pairing; in the hour after midnight today's is still to come. */
const NONE = isDrawHour(Date.now()) ? "Tonight’s draw is being made" : "No conversation yet";

// In the world of those who never pair anyone: no pairing is there yet.

test("an admin makes the first pairings; what the line or the rules refuse is shown, and changes nothing", async ({
  page,
  context,
  server,
  openPerson,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  consoleWatch.expect(REFUSED);
  const admin = await register(server.url, "Test Pairer");
  const member = await register(server.url, "Test Paired");
  server.runSql(`update members set is_admin = 1 where id = '${admin.id}'`);
  await enter(context, server.url, admin);
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

  // What a member would send who made up the form.
  const other = await openPerson();
  await enter(other.context(), server.url, member);
  await other.goto("/conversations");
  await other.evaluate(() => {
    const form = document.createElement("form");
    form.method = "post";
    form.innerHTML = '<input name="intent" value="trigger-pairings">';
    document.body.appendChild(form);
    form.submit();
  });
  await expect(other.getByRole("alert")).toBeVisible();
  await expect(other.getByRole("heading", { name: NONE })).toBeVisible();

  await create.click();
  await expect(page.getByRole("status")).toContainText(/\d+ pairs? made, [12] left out/);
  await expect(reset).toBeVisible();
  await expect(create).toHaveCount(0);
  await expect(page.getByText(/^Expires in|^You're the special one/).first()).toBeVisible();
});
