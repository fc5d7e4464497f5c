import type { Page } from "@playwright/test";
import { callApi, enterNew, logIn, pickFromMenu, readMe, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { enlarge } from "./fixtures/layout";
import { type Member, register, submitSignIn } from "./fixtures/members";
import type { Server } from "./fixtures/server";
import { holdRequests } from "./fixtures/slow-line";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

/** Opens a page as a new member. */
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

/** The landing page, which loads as a new document after a deletion. */
const isHome = ({ pathname }: URL) => pathname === "/";

/** The value beside a term of the profile. */
const fact = (page: Page, term: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator("dd");

test.describe("own profile", () => {
  test("the profile shows a fallback for each empty field", async ({ page, server }) => {
    const account = await start(page, server, "/profile");
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
    await expect(page.getByRole("link", { name: "Edit Profile" })).toHaveAttribute(
      "href",
      "/profile/edit",
    );
    await expect(page.getByRole("link", { name: "Reset Password" })).toHaveAttribute(
      "href",
      "/profile/reset-password",
    );
    await page.getByRole("button", { name: "Back to Home" }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  });

  test("the profile lists blocked members, and can unblock them", async ({ page, server }) => {
    const account = await start(page, server, "/profile");
    // Never paired with the other, so the list has no name.
    const other = await register(server, "Otto Grim");
    await callApi(server.url, "POST", `/api/blocks/${other.id}`, { token: account.token });
    await page.reload();
    await waitForScripts(page);
    await page.getByRole("button", { name: "Unblock A member" }).click();
    await expect(page.getByText("You have not blocked anyone.")).toBeVisible();
    expect(await callApi(server.url, "GET", "/api/blocks", { token: account.token })).toEqual([]);
  });

  test("the member's data can be downloaded as one file", async ({ page, server }) => {
    const account = await start(page, server, "/settings");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download my data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^happenstance-data-\d{4}-\d\d-\d\d\.json$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const exported = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    expect(exported.profile.email).toBe(account.email);
  });

  test("a download after the session has ended leads to sign-in, and back to the settings", async ({
    page,
    server,
  }) => {
    const account = await start(page, server, "/settings");
    await callApi(server.url, "POST", "/api/auth/logout", { token: account.token });
    await page.getByRole("link", { name: "Download my data" }).click();
    await expect(page).toHaveURL(`${server.url}/login?next=%2Fsettings`);
    await submitSignIn(page, account);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Account");
  });
});

test("the own card shows a place only by its name, and no e-mail address", async ({
  page,
  server,
}) => {
  const account = await start(page, server, "/profile");
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
  await callApi(server.url, "PUT", "/api/users/profile", {
    token: account.token,
    // The name of the state is the city's.
    body: { location: "Porto, Porto, Portugal" },
  });
  await page.reload();
  await expect(card.getByText("Porto, Portugal", { exact: true })).toBeVisible();
});

test("the settings lead to their pages, and each page leads back", async ({ page, server }) => {
  await start(page, server, "/profile");
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL(`${server.url}/settings`);
  // Standing is not shown while it is good.
  await expect(page.getByRole("link", { name: "Your standing" })).toHaveCount(0);
  for (const [name, path, title] of [
    ["Notifications", "/profile/notifications", "Notifications"],
    ["E-mail", "/profile/email", "E-mail"],
    ["Passkeys", "/profile/passkeys", "Passkeys"],
  ] as const) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.getByRole("link", { name: "Back to Account" }).click();
    await expect(page).toHaveURL(`${server.url}/settings`);
  }
  await page.getByRole("link", { name: "Back to Profile" }).click();
  await page.getByRole("button", { name: "Back to Home" }).click();
  await expect(page.getByRole("link", { name: "View Today's Match" })).toBeVisible();
});

async function confirmDeletion(page: Page, { password }: Member): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Delete Account" }).click();
}

test("the settings list the sessions, and can end all others", async ({ page, server }) => {
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
});

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("without scripts a form that stays on its page shows its notification once", async ({
    page,
    server,
  }) => {
    const account = await enterNew(page, server, "Iris Penn");
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
  });
});

test.describe("deleting the account", () => {
  test("deleting the account asks for confirmation and the password, and ends the session", async ({
    page,
    server,
    consoleWatch,
  }) => {
    const account = await start(page, server, "/profile");
    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("alertdialog");
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
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Delete Account" })).toBeFocused();

    await page.getByRole("button", { name: "Delete Account" }).click();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();

    await page.getByRole("button", { name: "Delete Account" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    consoleWatch.expect(REFUSED);
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Current password is incorrect");
    await confirmDeletion(page, account);
    await expect(page.getByText("Your account has been successfully deleted")).toHaveCount(1);
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Good-bye.");
    await expect(page.getByText("all your conversations are gone")).toBeVisible();
    await expectAccessible(page, "good-bye");
    await expect
      .poll(() => page.evaluate(() => [localStorage.authToken, localStorage.authUser]))
      .toEqual([undefined, undefined]);
    expect((await page.context().cookies()).filter(({ name }) => name === "session")).toEqual([]);
    await expect(readMe(server.url, account)).rejects.toThrow("401");
    // The next page doesn't show the notification again.
    await page.getByRole("link", { name: "FAQ" }).click();
    await expect(page).toHaveURL("/faq");
    await expect(page.getByRole("button", { name: "Account menu" })).toHaveCount(0);
    await waitForScripts(page);
    await expect(page.getByText("Your account has been successfully deleted")).toHaveCount(0);
  });

  test("a page that deletes the account loads no data when another tab signs out", async ({
    page,
    context,
    server,
  }) => {
    const account = await start(page, server, "/profile");
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
      // The page that is being left gets the event, and has the time of two calls to load data.
      await otherTab.evaluate(async () => {
        localStorage.removeItem("authToken");
        for (const _ of [1, 2]) await (await fetch("/healthz")).text();
      });
      await route.fallback();
    });
    await page.getByRole("button", { name: "Delete Account" }).click();
    await confirmDeletion(page, account);
    await expect(page.getByText("Your account has been successfully deleted")).toHaveCount(1);
    expect([isHeld, asked]).toEqual([true, 0]);
    await expect(page).toHaveURL("/");
  });

  test.describe("with scripts off", () => {
    test.use({ javaScriptEnabled: false });

    test("deleting the account works without scripts", async ({ page, server }) => {
      const account = await enterNew(page, server, "Iris Penn");
      await page.goto("/profile");
      await page.getByRole("button", { name: "Delete Account" }).click();
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toBeInViewport();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole("button", { name: "Delete Account" }).click();
      await confirmDeletion(page, account);
      await expect(page.getByText("Your account has been successfully deleted")).toBeVisible();
      await expect(readMe(server.url, account)).rejects.toThrow("401");
    });
  });
});

test.describe("edit profile", () => {
  const save = (page: Page) => page.getByRole("button", { name: "Save Changes" }).click();

  test("the edit form saves every field", async ({ page, server }) => {
    const account = await start(page, server, "/profile/edit");
    await page.getByLabel("Name", { exact: true }).fill("  Iris  Quill ");
    await page.getByLabel("Bio").fill("Two lines,\nand no more.");
    await page.getByLabel("Date of Birth").fill("1988-02-29");
    await page.getByLabel("Gender", { exact: true }).selectOption("Female");
    await page.getByLabel("Preferred Match Gender").selectOption("Non-Binary");
    await page.getByLabel("Maximum Match Distance").fill("120");
    await page.getByLabel("Minimum age").fill("25");
    await page.getByLabel("Maximum age").fill("41");
    await expect(page.getByLabel("No limit")).not.toBeChecked();
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
  });

  test("the edit form clears fields that may be empty", async ({ page, server }) => {
    const account = await start(page, server, "/profile");
    await callApi(server.url, "PUT", "/api/users/profile", {
      token: account.token,
      body: {
        bio: "Words",
        gender: "Male",
        preferred_match_gender: "Male",
        distance_preference: 50,
      },
    });
    await page.goto("/profile/edit");
    await waitForScripts(page);
    await page.getByLabel("Bio").fill("");
    await page.getByLabel("Gender", { exact: true }).selectOption("prefer-not-to-say");
    await page.getByLabel("Preferred Match Gender").selectOption("surprise-me");
    await page.getByLabel("No limit").check();
    await save(page);
    await expect(page).toHaveURL(`${server.url}/profile`);
    expect(await readMe(server.url, account)).toMatchObject({
      bio: null,
      gender: null,
      preferred_match_gender: null,
      distance_preference: null,
    });
  });

  test("the edit form shows errors before it sends anything", async ({ page, server }) => {
    await start(page, server, "/profile/edit");
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
    await page.getByLabel("Name", { exact: true }).fill("");
    await page.getByLabel("Date of Birth").fill("2015-01-01");
    await save(page);
    await expect(page.getByText("Name is required")).toBeVisible();
    await expect(page.getByText("You must be at least 18 years old")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    expect(sent.filter((url) => url.includes("/profile/edit"))).toEqual([]);
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
    // A browser that has waited a second for a busy page leaves it without a question.
    const wouldAsk = () =>
      page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await wouldAsk()).toBe(true);
    await page.reload();
    await waitForScripts(page);

    // Nothing is changed, so nothing is asked.
    expect(await wouldAsk()).toBe(false);
    await pickFromMenu(page, "Profile");
    await expect(page).toHaveURL(`${server.url}/profile`);
    await page.getByRole("link", { name: "Edit Profile" }).click();
    await page.getByLabel("Bio").fill("Half a thought");
    await pickFromMenu(page, "Profile");
    await expect(page).toHaveURL(`${server.url}/profile`);
    expect(questions).toHaveLength(1);
    await expect(fact(page, "Bio")).toHaveText("No bio available");

    // Cancel and Save Changes don't ask.
    for (const [button, bio] of [
      ["Cancel", "No bio available"],
      ["Save Changes", "A whole one"],
    ] as const) {
      await page.goto("/profile/edit");
      await waitForScripts(page);
      await page.getByLabel("Bio").fill("A whole one");
      await page.getByRole("button", { name: button }).click();
      await expect(page).toHaveURL(`${server.url}/profile`);
      await expect(fact(page, "Bio")).toHaveText(bio);
    }
    expect(questions).toHaveLength(1);
  });

  test("the fields of the edit form are as in docs/rules.md#screens", async ({ page, server }) => {
    await start(page, server, "/profile/edit");
    const bio = page.getByPlaceholder("Tell us about yourself...");
    await expect(bio).toHaveAttribute("rows", "4");
    const dob = page.getByLabel("Date of Birth");
    await expect(dob).toHaveAttribute("min", "1900-01-01");
    await expect(dob).toHaveAttribute("max", new Date().toISOString().slice(0, 10));
    const distance = page.getByRole("slider", { name: "Maximum Match Distance" });
    await expect(distance).toHaveValue("50");
    await expect(distance).toHaveAttribute("aria-valuetext", "No limit");
    // Without a limit the slider is dimmed, and no distance is shown.
    await expect(distance.locator("..")).toHaveCSS("opacity", "0.45");
    await expect(page.getByText("50 km", { exact: true })).toHaveCount(0);
    await page.getByLabel("No limit").uncheck();
    await expect(distance.locator("..")).toHaveCSS("opacity", "1");
    await expect(page.getByText("50 km", { exact: true })).toBeVisible();
    await expect(page.getByRole("group", { name: "Preferred Age Range" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Get Current Location" })).toBeEnabled();
    await expect(page.getByLabel("Location", { exact: true })).toHaveAttribute("readonly");
    await expect(page.getByLabel("Timezone")).toHaveAttribute("readonly");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(`${server.url}/profile`);
  });

  test("the sliders work by keyboard, and the two ages stay a year apart", async ({
    page,
    server,
  }) => {
    await start(page, server, "/profile/edit");
    const distance = page.getByLabel("Maximum Match Distance");
    await distance.focus();
    await page.keyboard.press("ArrowRight");
    await expect(distance).toHaveValue("55");
    await expect(distance).toHaveAttribute("aria-valuetext", "55 km");
    await page.keyboard.press("Home");
    await expect(distance).toHaveValue("5");
    await page.keyboard.press("End");
    await expect(distance).toHaveValue("300");
    const [low, high] = [page.getByLabel("Minimum age"), page.getByLabel("Maximum age")];
    await low.focus();
    await page.keyboard.press("End");
    await expect(low).toHaveValue("79");
    await high.focus();
    await page.keyboard.press("Home");
    await expect(high).toHaveValue("80");
  });

  test("the sliders of the ages follow the mouse", async ({ page, server }) => {
    await start(page, server, "/profile/edit");
    const group = page.getByRole("group", { name: "Preferred Age Range" });
    await group.scrollIntoViewIfNeeded();
    const box = await page.getByLabel("Minimum age").boundingBox();
    if (!box) throw new Error("the slider is not there");
    const y = box.y + box.height / 2;
    await page.mouse.click(box.x + box.width * 0.25, y);
    const low = Number(await page.getByLabel("Minimum age").inputValue());
    expect(low).toBeGreaterThan(28);
    expect(low).toBeLessThan(38);
    await page.mouse.click(box.x + box.width * 0.75, y);
    const high = Number(await page.getByLabel("Maximum age").inputValue());
    expect(high).toBeGreaterThan(58);
    expect(high).toBeLessThan(70);
    expect(Number(await page.getByLabel("Minimum age").inputValue())).toBe(low);
  });

  test.describe("with scripts off", () => {
    test.use({ javaScriptEnabled: false });

    test("without scripts the edit form keeps its text during a city search and after an error, and saves", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const account = await enterNew(page, server, "Iris Penn");
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
    });
  });
});

test.describe("location", () => {
  const cities = (page: Page) => page.getByRole("list", { name: "Cities" });

  test("the browser's location is saved immediately, with its name and time zone", async ({
    page,
    server,
  }) => {
    await page.context().grantPermissions(["geolocation"], { origin: server.url });
    await page.context().setGeolocation({ latitude: 52.52, longitude: 13.405 });
    const account = await start(page, server, "/profile/edit");
    await page.getByLabel("Bio").fill("Still here");
    await page.getByRole("button", { name: "Get Current Location" }).click();
    await expect(page.getByLabel("Location", { exact: true })).toHaveValue(/^Berlin, .*Germany$/);
    await expect(page.getByLabel("Timezone")).toHaveValue(/^UTC\+0[12]:00 \(/);
    await expect(page.getByLabel("Bio")).toHaveValue("Still here");
    await expect(page.getByRole("button", { name: "Get Current Location" })).toBeEnabled();
    const me = await readMe(server.url, account);
    expect([me.latitude, me.longitude]).toEqual([52.5, 13.4]);
    expect(me.location).toMatch(/^Berlin/);
  });

  test("far from every place the time zone is the one nearest to the browser's own offset", async ({
    page,
    server,
  }) => {
    await page.context().grantPermissions(["geolocation"], { origin: server.url });
    await page.context().setGeolocation({ latitude: 30, longitude: -40 });
    const account = await start(page, server, "/profile/edit");
    // Newfoundland's summer time, which is not in the list, is as near to -02:00 as to -03:00.
    await page.evaluate(() => {
      Date.prototype.getTimezoneOffset = () => 150;
    });
    await page.getByRole("button", { name: "Get Current Location" }).click();
    await expect(page.getByLabel("Timezone")).toHaveValue(/^UTC-03:00 \(/);
    expect(await readMe(server.url, account)).toMatchObject({
      latitude: 30,
      longitude: -40,
      timezone: "UTC-03:00",
    });
  });

  test("each failure of the browser's geolocation has its own words", async ({ page, server }) => {
    await start(page, server, "/profile/edit");
    const ask = () => page.getByRole("button", { name: "Get Current Location" }).click();
    await ask();
    await expect(page.getByRole("alert")).toHaveText(
      "Location access denied. Please enable location permissions in your browser settings.",
    );
    for (const [code, words] of [
      [2, "Location unavailable. Please try again later."],
      [3, "Location request timed out. Please try again."],
      [9, "Error getting your location."],
    ] as const) {
      await page.evaluate((failure) => {
        navigator.geolocation.getCurrentPosition = (_done, fail) =>
          fail?.({ code: failure } as unknown as GeolocationPositionError);
      }, code);
      await ask();
      await expect(page.getByRole("alert")).toHaveText(words);
    }
    await page.evaluate(() =>
      Object.defineProperty(Navigator.prototype, "geolocation", { get: () => undefined }),
    );
    await ask();
    await expect(page.getByRole("alert")).toHaveText(
      "Geolocation is not supported by your browser",
    );
  });

  test("a city search that fails leaves the form as it is, and the next search works", async ({
    page,
    server,
    consoleWatch,
  }) => {
    consoleWatch.expect(/ERR_FAILED/);
    await start(page, server, "/profile/edit");
    await page.getByLabel("Bio").fill("Long words that nobody wants to lose");
    await page.route("**/profile/cities?**", (route) => route.abort());
    const failed = page.waitForEvent("requestfailed");
    await page.getByLabel("Or choose a city").pressSequentially("Reyk");
    await failed;
    await page.unrouteAll();
    await page.getByLabel("Or choose a city").fill("Reykjav");
    await expect(cities(page).getByRole("button", { name: /Reykjav/ })).toBeVisible();
    await expect(page.getByLabel("Bio")).toHaveValue("Long words that nobody wants to lose");
  });

  test("a city search that a later one aborts shows no error", async ({ page, server }) => {
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
    await start(page, server, "/profile/edit");
    const begun = page.waitForResponse(/query=Osl/);
    await page.getByLabel("Or choose a city").fill("Osl");
    await begun;
    await page.getByLabel("Or choose a city").fill("Reykjav");
    await expect(cities(page).getByRole("button", { name: /Reykjav/ })).toBeVisible();
  });

  test("a city can be searched and chosen by keyboard, and Enter in the field sends nothing", async ({
    page,
    server,
  }) => {
    const account = await start(page, server, "/profile/edit");
    const field = page.getByLabel("Or choose a city");
    await field.pressSequentially("Kyot");
    await field.press("Enter");
    await expect(
      cities(page)
        .getByRole("button", { name: /^Kyoto/ })
        .first(),
    ).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/profile/edit`);
    // Found cities lie under no other control, however low the window is.
    const save = page.getByRole("button", { name: "Save Changes" });
    await expect(save).not.toBeInViewport();
    await field.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Location", { exact: true })).toHaveValue(/^Kyoto/);
    await expect(save).toBeInViewport();
    await expect(field).toHaveValue("");
    await expect(cities(page)).toHaveCount(0);
    expect(await readMe(server.url, account)).toMatchObject({ timezone: "UTC+09:00" });
  });
});

test.describe("reset password", () => {
  async function fill(page: Page, current: string, next: string, confirmation = next) {
    await page.getByLabel("Current Password").fill(current);
    await page.getByLabel("New Password", { exact: true }).fill(next);
    await page.getByLabel("Confirm New Password").fill(confirmation);
  }
  const submit = (page: Page) => page.getByRole("button", { name: "Update Password" }).click();

  test("each failed change of the password shows a notification and a banner, and a change ends other sessions", async ({
    page,
    server,
    consoleWatch,
  }) => {
    consoleWatch.expect(REFUSED);
    const account = await start(page, server, "/profile/reset-password");
    const elsewhere = await logIn(server.url, account);
    await fill(page, "not this one", "a new evening");
    await submit(page);
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "Current password is incorrect",
    );
    await expect(page.getByRole("alert")).toHaveCount(2);

    for (const [next, confirmation, words] of [
      ["another one", "yet another", "New passwords do not match"],
      ["short", "short", "New password must be at least 6 characters"],
    ] as const) {
      await fill(page, account.password, next, confirmation);
      await submit(page);
      await expect(page.getByRole("alert")).toHaveText([words, words]);
    }

    await fill(page, account.password, "a new evening");
    await submit(page);
    await expect(page).toHaveURL(`${server.url}/profile`);
    await expect(page.getByRole("status")).toContainText("Password updated successfully");
    // All older sessions have ended, and the page has a new token.
    for (const token of [account.token, elsewhere.token]) {
      await expect(readMe(server.url, { ...account, token })).rejects.toThrow("401");
    }
    const stored = () => page.evaluate(() => String(localStorage.authToken));
    await expect.poll(stored).not.toBe(account.token);
    const renewed = { ...account, token: await stored() };
    expect((await readMe(server.url, renewed)).email).toBe(account.email);
  });

  test("both buttons are disabled while the password changes", async ({ page, server }) => {
    const account = await start(page, server, "/profile/reset-password");
    const release = await holdRequests(page, "**/profile/reset-password.data*");
    await fill(page, account.password, "a new evening");
    await submit(page);
    await expect(page.getByRole("button", { name: "Update Password" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
    release();
    await expect(page).toHaveURL(`${server.url}/profile`);
  });

  test("a password change without a network shows an error, and keeps the form", async ({
    page,
    server,
    consoleWatch,
  }) => {
    consoleWatch.expect(/Failed to load resource: net::ERR_FAILED/);
    const account = await start(page, server, "/profile/reset-password");
    await page.route("**/profile/reset-password.data*", (route) => route.abort());
    await fill(page, account.password, "a new evening");
    await submit(page);
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "An error occurred while resetting your password",
    );
    await expect(page.getByLabel("Current Password")).toHaveValue(account.password);
  });

  test.describe("with scripts off", () => {
    test.use({ javaScriptEnabled: false });

    test("the password can be changed without scripts, after an error", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const account = await enterNew(page, server, "Iris Penn");
      await page.goto("/profile/reset-password");
      await fill(page, account.password, "another one", "yet another");
      await submit(page);
      await expect(page.getByText("New passwords do not match")).toBeVisible();
      await fill(page, account.password, "another one");
      await submit(page);
      await expect(page.getByText("Password updated successfully")).toBeVisible();
    });
  });
});

test("the settings cut no word in letters twice as large", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await start(page, server, "/settings#consent");
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

test.describe("a pressed button", () => {
  test("keeps the focus, and hands it on to what takes its place", async ({
    page,
    server,
    consoleWatch,
  }) => {
    // In the hour after midnight a page without a published run says that it is being made, and has no such button.
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

    consoleWatch.expect(REFUSED);
    await button("Delete Account").click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Delete Account" })).toBeFocused();

    await page.goto("/profile/notifications");
    await waitForScripts(page);
    await button("Save").press("Enter");
    await expect(page.getByRole("status")).not.toBeEmpty();
    await expect(button("Save")).toBeFocused();
  });

  test("sends its form once, however often it or Enter is pressed", async ({ page, server }) => {
    const account = await start(page, server, "/profile/reset-password");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sent = 0;
    await page.route("**/profile/reset-password.data*", async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await page.getByLabel("Current Password").fill(account.password);
    await page.getByLabel("New Password", { exact: true }).fill("a new evening");
    await page.getByLabel("Confirm New Password").fill("a new evening");
    const button = page.getByRole("button", { name: "Update Password" });
    await button.click();
    await expect(button).toHaveAttribute("aria-busy", "true");
    await expect(button).toBeFocused();
    await button.click({ force: true });
    await button.press("Enter");
    await page.getByLabel("Current Password").press("Enter");
    release();
    await expect(page).toHaveURL(`${server.url}/profile`);
    expect(sent).toBe(1);
  });
});

test.describe("on a low screen", () => {
  test.use({ viewport: { width: 390, height: 500 } });

  test("the question before a deletion is read from its title, with its buttons in sight", async ({
    page,
    server,
  }) => {
    await start(page, server, "/profile");
    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("heading")).toBeInViewport({ ratio: 1 });
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    await expect(cancel).toBeFocused();
    await expect(cancel).toBeInViewport({ ratio: 1 });
    // The field is reached by keyboard, and isn't behind the buttons.
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Shift+Tab");
    const password = dialog.getByLabel("Password", { exact: true });
    await expect(password).toBeFocused();
    const bottomOf = (box: { y: number; height: number } | null) =>
      (box?.y ?? 0) + (box?.height ?? 0);
    const top = (await cancel.boundingBox())?.y ?? 0;
    expect(bottomOf(await password.boundingBox())).toBeLessThanOrEqual(top);
  });

  test("a refused place comes into view, and Cancel comes before Save", async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (_done, fail) =>
        fail?.({ code: 1 } as unknown as GeolocationPositionError);
    });
    await start(page, server, "/profile/edit");
    await page.getByRole("button", { name: "Get Current Location" }).click();
    await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
    // The way to save is in sight wherever the reader is.
    await expect(page.getByRole("button", { name: "Save Changes" })).toBeInViewport({ ratio: 1 });
    const cancel = await page.getByRole("button", { name: "Cancel" }).boundingBox();
    const save = await page.getByRole("button", { name: "Save Changes" }).boundingBox();
    expect(cancel?.y).toBe(save?.y);
    expect(cancel?.x ?? 0).toBeLessThan(save?.x ?? 0);
  });
});
