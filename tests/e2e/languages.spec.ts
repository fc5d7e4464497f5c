import { callApi, enter, enterNew, readMe, register, waitForScripts } from "./fixtures/api";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

test("profile languages are chosen by their own names, and none is preselected", async ({
  openPerson,
  server,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openPerson({ locale: "de-CH", javaScriptEnabled });
    const account = await enterNew(page, server.url, "Greta Sand");
    const save = () => page.getByRole("button", { name: "Save Changes" }).click();
    await page.goto("/profile/edit");
    if (javaScriptEnabled) await waitForScripts(page);
    const choice = (number: number) => page.getByLabel(`Language ${number}`);
    const suggested = choice(1).locator("optgroup").first();
    await expect(suggested).toHaveAttribute("label", "Your browser’s languages");
    await expect(suggested.locator("option")).toHaveText(["Deutsch"]);
    await expect(choice(1)).toHaveValue("");
    await expect(choice(3)).toBeHidden();
    await save();
    await expect(page).toHaveURL(/\/profile$/);
    expect(await readMe(server.url, account)).toMatchObject({ languages: [] });

    await page.goto("/profile/edit");
    if (javaScriptEnabled) await waitForScripts(page);
    await choice(1).selectOption("日本語");
    await choice(2).selectOption("Deutsch");
    await page.getByText("More languages").click();
    await choice(5).selectOption("العربية");
    await save();
    const profile = page.getByRole("region", { name: "My Profile" });
    const shown = profile.locator("dl > div").filter({ hasText: /^Languages/ });
    await expect(shown.locator("dd")).toHaveText("日本語, Deutsch, العربية");
    expect(await readMe(server.url, account)).toMatchObject({ languages: ["ja", "de", "ar"] });

    await page.goto("/profile/edit");
    if (javaScriptEnabled) await waitForScripts(page);
    await expect(choice(3)).toHaveValue("ar");
    await choice(1).selectOption("None");
    await choice(3).selectOption("Deutsch");
    await save();
    await expect(shown.locator("dd")).toHaveText("Deutsch");
  }
});

test("the home page, the partner's page and the history show the languages in common by name", async ({
  page,
  server,
}) => {
  const [ada, bo] = [await register(server.url, "Ada"), await register(server.url, "Bo")];
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
  server.runSql(`update pairings set expires_at = ${Date.now() - 1}`);
  await page.goto("/conversations");
  await expect(page.getByText("In common: français, English")).toBeVisible();
  await expect(page.getByText("italiano")).toHaveCount(0);
});
