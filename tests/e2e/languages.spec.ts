import { callApi, enter, enterNew, readMe, waitForScripts } from "./fixtures/api";
import { register } from "./fixtures/members";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

test("a member types languages by their native names, and none is preselected", async ({
  openPerson,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  for (const javaScriptEnabled of [true, false]) {
    const page = await openPerson({ locale: "de-CH", javaScriptEnabled });
    const account = await enterNew(page, server, "Greta Sand");
    const save = () => page.getByRole("button", { name: "Save Changes" }).click();
    await page.goto("/profile/edit");
    if (javaScriptEnabled) await waitForScripts(page);
    const languages = page.getByLabel("Languages you chat in");
    const first = page.locator("datalist option").first();
    await expect(first).toHaveAttribute("value", "Deutsch, ");
    await expect(languages).toHaveValue("");
    await save();
    await expect(page).toHaveURL(/\/profile$/);
    expect(await readMe(server.url, account)).toMatchObject({ languages: [] });

    await page.goto("/profile/edit");
    if (javaScriptEnabled) await waitForScripts(page);
    await languages.fill("日本語, ");
    if (javaScriptEnabled) await expect(first).toHaveAttribute("value", "日本語, Deutsch, ");
    await languages.fill("日本語, deutsch، العربية");
    await save();
    const profile = page.getByRole("region", { name: "My Profile" });
    const shown = profile.locator("dl > div").filter({ hasText: /^Languages/ });
    await expect(shown.locator("dd")).toHaveText("日本語, Deutsch, العربية");
    expect(await readMe(server.url, account)).toMatchObject({ languages: ["ja", "de", "ar"] });

    await page.goto("/profile/edit");
    if (javaScriptEnabled) await waitForScripts(page);
    await expect(languages).toHaveValue("日本語, Deutsch, العربية");
    await languages.fill("Deutsch, Klingon");
    await save();
    await expect(page).toHaveURL(/\/profile\/edit$/);
    await languages.fill("Deutsch");
    await save();
    await expect(shown.locator("dd")).toHaveText("Deutsch");
  }
});

test("the home page, the partner's page and the history name the languages that both members chat in", async ({
  page,
  server,
}) => {
  const [ada, bo] = [await register(server, "Ada"), await register(server, "Bo")];
  for (const [{ token }, languages] of [
    [ada, ["fr", "de", "en"]],
    [bo, ["it", "en", "fr"]],
  ] as const) {
    await callApi(server.url, "PUT", "/api/users/profile", { token, body: { languages } });
  }
  await server.runCron();
  await enter(page, server.url, ada);
  await page.goto("/conversations");
  await expect(page.getByText("You both chat in français, English")).toBeVisible();
  await page.goto(`/user/${bo.id}`);
  const shared = page.locator("dl > div").filter({ hasText: "Languages in common" });
  await expect(shared.locator("dd")).toHaveText("français, English");
  await server.runSql(`update pairings set expires_at = ${Date.now() - 1}`);
  await page.goto("/conversations");
  await expect(page.getByText("In common: français, English")).toBeVisible();
  await expect(page.getByText("italiano")).toHaveCount(0);
});
