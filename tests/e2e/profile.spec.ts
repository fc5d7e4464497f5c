import type { Page } from "@playwright/test";
import { callApi, enterNew, logIn, pickFromMenu, readMe, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { enlarge } from "./fixtures/layout";
import { type Member, register, submitSignIn } from "./fixtures/members";
import type { Server } from "./fixtures/server";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

async function start(
  page: Page,
  server: Server,
  path: string,
  name = "Iris Penn",
): Promise<Member> {
  const account = await enterNew(page, server, name);
  await page.goto(path);
  await waitForScripts(page);
  return account;
}

const isHome = ({ pathname }: URL) => pathname === "/";

const fact = (page: Page, term: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator("dd");

test("the profile shows a fallback for each empty field, unblocks members, and leads to the member's card without coordinates or e-mail", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  const account = await enterNew(page, server, "Iris Penn");
  // The two were never paired, so the list of blocks shows no name.
  const other = await register(server, "Otto Grim");
  await callApi(server.url, "POST", `/api/blocks/${other.id}`, { token: account.token });
  await page.goto("/profile");
  await waitForScripts(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Iris Penn");
  await expect(page.getByRole("main").getByText(account.email)).toBeVisible();
  await expect(page.getByRole("heading", { name: "My Profile" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "My Preferences" })).toBeVisible();
  await expect(fact(page, "Location")).toHaveText("Not specified");
  await expect(fact(page, "Date of Birth")).toHaveText(/^May 17, 1990 \(\d+ years\)$/);
  await expect(fact(page, "Timezone")).toHaveText("Not specified");
  await expect(fact(page, "Bio")).toHaveText("No bio available");
  await expect(fact(page, "Gender")).toHaveText("Not specified");
  await expect(fact(page, "Preferred Match Gender")).toHaveText("Surprise me");
  await expect(fact(page, "Maximum Match Distance")).toHaveText("No limit");
  await expect(fact(page, "Preferred Age Range")).toHaveText("18 - 80 years (default)");
  for (const [name, path] of [
    ["Edit Profile", "/profile/edit"],
    ["Reset Password", "/profile/reset-password"],
  ] as const) {
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", path);
  }

  const unblock = page.getByRole("button", { name: "Unblock A member" });
  await page.route("**/*.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await unblock.click();
  await expect(page.getByRole("alert")).toHaveText("Failed to unblock user");
  await page.unrouteAll();
  await unblock.click();
  await expect(page.getByText("You have not blocked anyone.")).toBeVisible();
  expect(await callApi(server.url, "GET", "/api/blocks", { token: account.token })).toEqual([]);

  await page.getByRole("link", { name: "See your card as your match sees it" }).click();
  await expect(page).toHaveURL(`${server.url}/user/${account.id}`);
  const card = page.getByRole("main");
  await expect(card).toContainText("No bio available");
  await callApi(server.url, "PUT", "/api/users/profile", {
    token: account.token,
    body: { location: "52.5, 13.4", bio: "Restores wooden boats.", languages: ["en", "pt"] },
  });
  await page.reload();
  await expect(card).toContainText("Restores wooden boats.");
  await expect(card).not.toContainText("52.5");
  await expect(card).not.toContainText(account.email);
});

test("the settings lead to their pages and back, and pressing a button doesn't lose the focus", async ({
  page,
  server,
}) => {
  // In the hour after midnight, until a run is published, the page says only that the draw is being made. So the test
  // publishes a run first.
  await server.runCron();
  await start(page, server, "/profile");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Sit out").press("Enter");
  await expect(button("Come back")).toBeFocused();
  await button("Come back").press("Enter");
  await expect(button("Sit out")).toBeFocused();
  await page.getByText("Pause", { exact: true }).click();
  await button("Pause until I come back").press("Enter");
  await expect(button("Come back")).toBeFocused();

  await page.getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL(`${server.url}/settings`);
  await expect(page.getByRole("link", { name: "Your standing" })).toHaveCount(0);
  for (const [name, path, title] of [
    ["E-mail", "/profile/email", "E-mail"],
    ["Passkeys", "/profile/passkeys", "Passkeys"],
    ["Notifications", "/profile/notifications", "Notifications"],
  ] as const) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    if (title === "Notifications") {
      await button("Save").press("Enter");
      await expect(page.getByRole("status")).not.toBeEmpty();
      await expect(button("Save")).toBeFocused();
    }
    await page.getByRole("link", { name: "Back to Account" }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
  }
  await page.getByRole("link", { name: "Back to Profile" }).click();
  await page.getByRole("button", { name: "Back to Home" }).click();
  await expect(page.getByRole("link", { name: "View Today's Match" })).toBeVisible();
  await page.goto("/account/standing");
  await expect(page.getByText("If we ever decide something about your account")).toBeVisible();
  await page.getByRole("link", { name: "Back to Account" }).click();
  await expect(page).toHaveURL(`${server.url}/settings`);
});

test("the settings can end other sessions and download the member's data, and break no word with a doubled font size", async ({
  page,
  server,
}) => {
  const account = await start(page, server, "/settings");
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await sessions.getByText("Where you are signed in").click();
  await expect(sessions.getByRole("listitem")).toHaveText([/This device/]);
  await expect(sessions.getByRole("button")).toHaveCount(0);
  const other = await logIn(server.url, account);
  await page.goto("/settings#sessions");
  await page.reload();
  await expect(sessions.getByRole("listitem")).toHaveText([/This device/, /Another device/]);
  await sessions.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expect(page.getByRole("status")).toContainText("You have been signed out everywhere else");
  await expect(sessions.getByRole("listitem")).toHaveText([/This device/]);
  await expect(readMe(server.url, { ...account, token: other.token })).rejects.toThrow("401");
  await readMe(server.url, account);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^happenstance-data-\d{4}-\d\d-\d\d\.json$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const exported = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  expect(exported.profile.email).toBe(account.email);

  // After the session has ended, the download leads to the sign-in page, and from there back to the settings.
  await callApi(server.url, "POST", "/api/auth/logout", { token: account.token });
  await page.getByRole("link", { name: "Download my data" }).click();
  await expect(page).toHaveURL(`${server.url}/login?next=%2Fsettings`);
  await submitSignIn(page, account);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account");

  await page.setViewportSize({ width: 360, height: 640 });
  await enlarge(page);
  for (const name of ["Where you are signed in", "Your Consent"]) {
    const heading = page.getByRole("heading", { name, exact: true });
    const words = await heading.evaluate((element) => {
      const widths = [...(element.textContent ?? "").matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(element.firstChild as Text, index);
        range.setEnd(element.firstChild as Text, index + word.length);
        return range.getClientRects().length;
      });
      return Math.max(...widths);
    });
    expect(words, name).toBe(1);
  }
});

async function confirmDeletion(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Delete Account" }).click();
}

test("deleting the account asks for the password, ends the session, and loads no data when another tab signs out", async ({
  page,
  context,
  server,
  consoleWatch,
}) => {
  const account = await start(page, server, "/profile");
  const dialog = page.getByRole("alertdialog");
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  const password = dialog.getByLabel("Password", { exact: true });
  // In a window only 500 px high, the dialog begins with its title, and its buttons are in view.
  await page.setViewportSize({ width: 390, height: 500 });
  await page.getByRole("button", { name: "Delete Account" }).click();
  await expect(dialog.getByRole("heading")).toBeInViewport({ ratio: 1 });
  await expect(cancel).toBeFocused();
  await expect(cancel).toBeInViewport({ ratio: 1 });
  // The password field can be reached by keyboard, and is not hidden behind the buttons.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(password).toBeFocused();
  const bottomOf = (box: { y: number; height: number } | null) =>
    (box?.y ?? 0) + (box?.height ?? 0);
  const top = (await cancel.boundingBox())?.y ?? 0;
  expect(bottomOf(await password.boundingBox())).toBeLessThanOrEqual(top);

  await page.setViewportSize({ width: 1280, height: 720 });
  for (const words of [
    "What is kept for a while, and why, is in the privacy notice.",
    /profile/,
    /conversation history/,
    /pairing preferences/,
    /permanently/,
    /cannot be undone/,
  ]) {
    await expect(dialog).toContainText(words);
  }
  await cancel.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Delete Account" })).toBeFocused();

  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Delete Account" }).click();
  consoleWatch.expect(REFUSED);
  await confirmDeletion(page, "not the password");
  await expect(dialog.getByRole("alert")).toHaveText("Current password is incorrect");
  await expect(dialog.getByRole("button", { name: "Delete Account" })).toBeFocused();

  const otherTab = await context.newPage();
  await otherTab.goto("/faq");
  let asked = 0;
  page.on("request", (file) => {
    if (file.method() === "GET" && file.url().includes(".data")) asked += 1;
  });
  let isHeld = false;
  await page.route(isHome, async (route) => {
    if (isHeld) return route.fallback();
    isHeld = true;
    // Before the good-bye page arrives, another tab removes the token, as a sign-out does. The old page notices this,
    // but must load no data. The two requests give it time to react. Then the token is put back, so that the good-bye
    // page has a token to remove.
    await otherTab.evaluate(async () => {
      const token = String(localStorage.authToken);
      localStorage.removeItem("authToken");
      for (const _ of [1, 2]) await (await fetch("/healthz")).text();
      localStorage.setItem("authToken", token);
    });
    await route.fallback();
  });
  await confirmDeletion(page, account.password);
  await expect(page.getByText("Your account has been successfully deleted")).toHaveCount(1);
  expect([isHeld, asked]).toEqual([true, 0]);
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good-bye.");
  await expect(page.getByText("all your conversations are gone")).toBeVisible();
  await expectAccessible(page, "good-bye");
  await expect
    .poll(() => page.evaluate(() => [localStorage.authToken, localStorage.authUser]))
    .toEqual([undefined, undefined]);
  expect((await context.cookies()).filter(({ name }) => name === "session")).toEqual([]);
  await expect(readMe(server.url, account)).rejects.toThrow("401");
  // The next page doesn't show the notification again.
  await page.getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL("/faq");
  await expect(page.getByRole("button", { name: "Account menu" })).toHaveCount(0);
  await waitForScripts(page);
  await expect(page.getByText("Your account has been successfully deleted")).toHaveCount(0);
});

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" }).click();

test("the edit form has its documented fields, shows errors before it sends anything, and saves or clears each field", async ({
  page,
  server,
}) => {
  const account = await start(page, server, "/profile/edit");
  const name = page.getByLabel("Name", { exact: true });
  const dob = page.getByLabel("Date of Birth");
  const distance = page.getByRole("slider", { name: "Maximum Match Distance" });
  const noLimit = page.getByLabel("No limit");
  const [low, high] = [page.getByLabel("Minimum age"), page.getByLabel("Maximum age")];
  await expect(page.getByPlaceholder("Tell us about yourself...")).toHaveAttribute("rows", "4");
  await expect(dob).toHaveAttribute("min", "1900-01-01");
  await expect(dob).toHaveAttribute("max", new Date().toISOString().slice(0, 10));
  await expect(distance).toHaveValue("50");
  await expect(distance).toHaveAttribute("aria-valuetext", "No limit");
  // If there is no limit, the slider is dimmed and no distance is shown.
  await expect(distance.locator("..")).toHaveCSS("opacity", "0.45");
  await expect(page.getByText("50 km", { exact: true })).toHaveCount(0);
  await noLimit.uncheck();
  await expect(distance.locator("..")).toHaveCSS("opacity", "1");
  await expect(page.getByText("50 km", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Get Current Location" })).toBeEnabled();
  await expect(page.getByLabel("Location", { exact: true })).toHaveAttribute("readonly");
  await expect(page.getByLabel("Timezone")).toHaveAttribute("readonly");

  // Moving the slider of the distance by keyboard sets a limit.
  await noLimit.check();
  await distance.focus();
  await page.keyboard.press("ArrowRight");
  await expect(distance).toHaveValue("55");
  await expect(distance).toHaveAttribute("aria-valuetext", "55 km");
  await page.keyboard.press("Home");
  await expect(distance).toHaveValue("5");
  await page.keyboard.press("End");
  await expect(distance).toHaveValue("300");
  // The two ages always differ by at least a year.
  await low.focus();
  await page.keyboard.press("End");
  await expect(low).toHaveValue("79");
  await high.focus();
  await page.keyboard.press("Home");
  await expect(high).toHaveValue("80");

  // A click with the mouse moves the nearer of the two sliders.
  await page.getByRole("group", { name: "Preferred Age Range" }).scrollIntoViewIfNeeded();
  const box = await low.boundingBox();
  if (!box) throw new Error("the slider is not there");
  const y = box.y + box.height / 2;
  await page.mouse.click(box.x + box.width * 0.25, y);
  const lowest = Number(await low.inputValue());
  expect(lowest).toBeGreaterThan(28);
  expect(lowest).toBeLessThan(38);
  await page.mouse.click(box.x + box.width * 0.75, y);
  const highest = Number(await high.inputValue());
  expect(highest).toBeGreaterThan(58);
  expect(highest).toBeLessThan(70);
  expect(Number(await low.inputValue())).toBe(lowest);

  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await name.fill("");
  await dob.fill("2015-01-01");
  await save(page);
  await expect(page.getByText("Name is required")).toBeVisible();
  await expect(page.getByText("You must be at least 18 years old")).toBeVisible();
  await expect(name).toBeFocused();
  expect(sent.filter((url) => url.includes("/profile/edit"))).toEqual([]);

  await name.fill("  Iris  Quill ");
  await page.getByLabel("Bio").fill("Two lines,\nand no more.");
  await dob.fill("1988-02-29");
  await page.getByLabel("Gender", { exact: true }).selectOption("Female");
  await page.getByLabel("Preferred Match Gender").selectOption("Non-Binary");
  await distance.fill("120");
  await low.fill("25");
  await high.fill("41");
  await expect(noLimit).not.toBeChecked();
  await save(page);
  await expect(page).toHaveURL(`${server.url}/profile`);
  await expect(page.getByRole("status")).toContainText("Profile updated successfully");
  await expect(fact(page, "Maximum Match Distance")).toHaveText("120 km");
  await expect(fact(page, "Preferred Age Range")).toHaveText("25 - 41 years");
  expect(await readMe(server.url, account)).toMatchObject({
    bio: "Two lines,\nand no more.",
    dob: "1988-02-29",
    gender: "Female",
    preferred_match_gender: "Non-Binary",
    distance_preference: 120,
    minimum_age_preference: 25,
    maximum_age_preference: 41,
  });

  await page.getByRole("link", { name: "Edit Profile" }).click();
  await page.getByLabel("Bio").fill("");
  await page.getByLabel("Gender", { exact: true }).selectOption("prefer-not-to-say");
  await page.getByLabel("Preferred Match Gender").selectOption("surprise-me");
  await noLimit.check();
  await save(page);
  await expect(page).toHaveURL(`${server.url}/profile`);
  expect(await readMe(server.url, account)).toMatchObject({
    bio: null,
    gender: null,
    preferred_match_gender: null,
    distance_preference: null,
  });
});

test("the edit form asks before unsaved changes are lost, and only then", async ({
  page,
  server,
}) => {
  await start(page, server, "/profile/edit");
  await page.getByLabel("Bio").fill("Half a thought");
  const question = page.waitForEvent("dialog");
  const isPicked = pickFromMenu(page, "Profile");
  expect((await question).message()).toContain("Leave without saving?");
  await (await question).dismiss();
  await isPicked;
  await expect(page).toHaveURL(`${server.url}/profile/edit`);
  await expect(page.getByLabel("Bio")).toHaveValue("Half a thought");

  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    if (dialog.type() === "confirm") questions.push(dialog.message());
    void dialog.accept();
  });
  // Sends the event itself, because a browser leaves a page without asking if the page is busy for longer than a
  // second.
  const wouldAsk = () =>
    page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await wouldAsk()).toBe(true);
  await page.reload();
  await waitForScripts(page);

  // Nothing has changed on the form, so the page doesn't ask.
  expect(await wouldAsk()).toBe(false);
  await pickFromMenu(page, "Profile");
  await expect(page).toHaveURL(`${server.url}/profile`);
  await page.getByRole("link", { name: "Edit Profile" }).click();
  await page.getByLabel("Bio").fill("Half a thought");
  await pickFromMenu(page, "Profile");
  await expect(page).toHaveURL(`${server.url}/profile`);
  expect(questions).toHaveLength(1);
  await expect(fact(page, "Bio")).toHaveText("No bio available");

  // The page doesn't ask after Cancel or Save Changes.
  for (const [button, bio] of [
    ["Cancel", "No bio available"],
    ["Save Changes", "A whole one"],
  ] as const) {
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await page.getByLabel("Bio").fill("A whole one");
    await page.getByRole("button", { name: button }).click();
    await expect(page).toHaveURL(`${server.url}/profile`);
    await expect(fact(page, "Bio")).toHaveText(bio);
  }
  expect(questions).toHaveLength(1);
});

test("the browser's location is saved at once with its name and time zone; if the browser refuses it, the error comes into view", async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(["geolocation"], { origin: server.url });
  await context.setGeolocation({ latitude: 52.52, longitude: 13.405 });
  const account = await start(page, server, "/profile/edit");
  const ask = page.getByRole("button", { name: "Get Current Location" });
  await page.getByLabel("Bio").fill("Still here");
  await ask.click();
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue(/^Berlin, .*Germany$/);
  await expect(page.getByLabel("Timezone")).toHaveValue(/^UTC\+0[12]:00 \(/);
  await expect(page.getByLabel("Bio")).toHaveValue("Still here");
  await expect(ask).toBeEnabled();
  const me = await readMe(server.url, account);
  expect([me.latitude, me.longitude]).toEqual([52.5, 13.4]);
  expect(me.location).toMatch(/^Berlin/);

  // At a point far from every place, the form chooses the listed time zone nearest to the browser's offset. The offset
  // here, -02:30 as in Newfoundland in summer, is halfway between the listed -02:00 and -03:00.
  await context.setGeolocation({ latitude: 30, longitude: -40 });
  await page.evaluate(() => {
    Date.prototype.getTimezoneOffset = () => 150;
  });
  await ask.click();
  await expect(page.getByLabel("Timezone")).toHaveValue(/^UTC-03:00 \(/);
  expect(await readMe(server.url, account)).toMatchObject({
    latitude: 30,
    longitude: -40,
    timezone: "UTC-03:00",
  });

  await page.setViewportSize({ width: 390, height: 500 });
  await context.clearPermissions();
  await ask.click();
  await expect(page.getByRole("alert")).toHaveText(
    "Location access denied. Please enable location permissions in your browser settings.",
  );
  await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
  // The button that saves is always in view, and Cancel is before it.
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeInViewport({ ratio: 1 });
  const cancelBox = await page.getByRole("button", { name: "Cancel" }).boundingBox();
  const saveBox = await page.getByRole("button", { name: "Save Changes" }).boundingBox();
  expect(cancelBox?.y).toBe(saveBox?.y);
  expect(cancelBox?.x ?? 0).toBeLessThan(saveBox?.x ?? 0);
});

test("a city can be searched and chosen by keyboard, even after a failed and an aborted search", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(/ERR_FAILED/);
  // The response to the search for "Osl" begins, but never ends.
  await page.addInitScript(() => {
    const fetchWhole = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await fetchWhole(input, init);
      if (!answer.url.includes("query=Osl")) return answer;
      const body = new ReadableStream({
        start: (stream) =>
          init?.signal?.addEventListener("abort", () => stream.error(init.signal?.reason)),
      });
      return new Response(body, answer);
    };
  });
  const account = await start(page, server, "/profile/edit");
  await page.getByLabel("Bio").fill("Long words that nobody wants to lose");
  const field = page.getByLabel("Or choose a city");
  const cities = page.getByRole("list", { name: "Cities" });
  await page.route("**/profile/cities?**", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await field.pressSequentially("Reyk");
  await failed;
  await page.unrouteAll();
  const begun = page.waitForResponse(/query=Osl/);
  await field.fill("Osl");
  await begun;

  await field.fill("Kyot");
  await field.press("Enter");
  await expect(cities.getByRole("button", { name: /^Kyoto/ }).first()).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/profile/edit`);
  // While found cities are listed, the row of buttons is not sticky, so it doesn't cover the list. In this low window,
  // `save` is then off screen.
  const save = page.getByRole("button", { name: "Save Changes" });
  await expect(save).not.toBeInViewport();
  await field.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue(/^Kyoto/);
  await expect(save).toBeInViewport();
  await expect(field).toHaveValue("");
  await expect(cities).toHaveCount(0);
  await expect(page.getByLabel("Bio")).toHaveValue("Long words that nobody wants to lose");
  expect(await readMe(server.url, account)).toMatchObject({ timezone: "UTC+09:00" });
});

async function fillPasswords(page: Page, current: string, next: string, confirmation = next) {
  await page.getByLabel("Current Password").fill(current);
  await page.getByLabel("New Password", { exact: true }).fill(next);
  await page.getByLabel("Confirm New Password").fill(confirmation);
}
const updatePassword = (page: Page) =>
  page.getByRole("button", { name: "Update Password" }).click();

test("a failed change of password shows a notification and a banner, and a successful one is sent once and ends other sessions", async ({
  page,
  server,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  consoleWatch.expect(/ERR_FAILED/);
  const account = await start(page, server, "/profile/reset-password");
  const elsewhere = await logIn(server.url, account);
  const banner = page.getByRole("main").getByRole("alert");
  await fillPasswords(page, "not this one", "a new evening");
  await updatePassword(page);
  await expect(banner).toHaveText("Current password is incorrect");
  await expect(page.getByRole("alert")).toHaveCount(2);

  for (const [next, confirmation, words] of [
    ["another one", "yet another", "New passwords do not match"],
    ["short", "short", "New password must be at least 6 characters"],
  ] as const) {
    await fillPasswords(page, account.password, next, confirmation);
    await updatePassword(page);
    await expect(page.getByRole("alert")).toHaveText([words, words]);
  }

  const sending = "**/profile/reset-password.data*";
  await page.route(sending, (route) => route.abort());
  await fillPasswords(page, account.password, "a new evening");
  await updatePassword(page);
  await expect(banner).toHaveText("An error occurred while resetting your password");
  await expect(page.getByLabel("Current Password")).toHaveValue(account.password);
  await page.unrouteAll();

  // While the form is being sent, pressing its button or Enter again doesn't send it a second time.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route(sending, async (route) => {
    sent += 1;
    await isReleased;
    await route.continue();
  });
  const button = page.getByRole("button", { name: "Update Password" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toBeDisabled();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await expect(button).toBeFocused();
  await button.click({ force: true });
  await button.press("Enter");
  await page.getByLabel("Current Password").press("Enter");
  release();
  await expect(page).toHaveURL(`${server.url}/profile`);
  expect(sent).toBe(1);
  await expect(page.getByRole("status")).toContainText("Password updated successfully");
  // The change of the password has ended all earlier sessions, and has given the page a new token.
  for (const token of [account.token, elsewhere.token]) {
    await expect(readMe(server.url, { ...account, token })).rejects.toThrow("401");
  }
  const stored = () => page.evaluate(() => String(localStorage.authToken));
  await expect.poll(stored).not.toBe(account.token);
  const renewed = { ...account, token: await stored() };
  expect((await readMe(server.url, renewed)).email).toBe(account.email);
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("without scripts, a member can edit the profile, end sessions, change the password and delete the account", async ({
    page,
    server,
    consoleWatch,
  }) => {
    consoleWatch.expect(REFUSED);
    const account = await enterNew(page, server, "Iris Penn");
    // What was typed stays during a search and after an error.
    await page.goto("/profile/edit");
    await page.getByLabel("Bio").fill("Not saved yet");
    await page.getByLabel("Or choose a city").fill("Lisbo");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByLabel("Bio")).toHaveValue("Not saved yet");
    await page
      .getByRole("button", { name: /^Lisbon/ })
      .first()
      .click();
    await expect(page.getByLabel("Location", { exact: true })).toHaveValue(/^Lisbon/);
    await expect(page.getByLabel("Bio")).toHaveValue("Not saved yet");
    expect((await readMe(server.url, account)).timezone).toBe("UTC+00:00");

    await expect(page.getByRole("button", { name: "Get Current Location" })).toBeHidden();
    await page.getByRole("spinbutton", { name: "Maximum Match Distance" }).fill("75");
    await page.getByRole("spinbutton", { name: "Minimum age" }).fill("30");
    await page.getByLabel("No limit").uncheck();
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Name is required")).toBeVisible();
    await expect(page.getByLabel("Bio")).toHaveValue("Not saved yet");

    await page.getByLabel("Name", { exact: true }).fill("Iris Quill");
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await expect(page).toHaveURL(`${server.url}/profile`);
    await expect(page.getByText("Profile updated successfully")).toBeVisible();
    expect(await readMe(server.url, account)).toMatchObject({
      name: "Iris Quill",
      bio: "Not saved yet",
      distance_preference: 75,
      minimum_age_preference: 30,
      maximum_age_preference: null,
    });

    // A form that leads to no other page shows its notification once.
    await logIn(server.url, account);
    await page.goto("/settings#sessions");
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect(page.getByRole("status")).toContainText(
      "You have been signed out everywhere else",
    );
    await expect(page.getByText("Another device")).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
    await expect(page.getByRole("status")).toHaveCount(0);

    await page.goto("/profile/reset-password");
    await fillPasswords(page, account.password, "another one", "yet another");
    await updatePassword(page);
    await expect(page.getByText("New passwords do not match")).toBeVisible();
    await fillPasswords(page, account.password, "another one");
    await updatePassword(page);
    await expect(page.getByText("Password updated successfully")).toBeVisible();

    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toBeInViewport();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Delete Account" }).click();
    await confirmDeletion(page, "another one");
    await expect(page.getByText("Your account has been successfully deleted")).toBeVisible();
    await expect(logIn(server.url, { ...account, password: "another one" })).rejects.toThrow("401");
  });
});
