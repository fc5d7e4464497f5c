import type { Page } from "@playwright/test";
import { expectPaintedFirst, register, waitForScripts } from "./fixtures/api";
import { invent, type Person } from "./fixtures/members";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

const GENDERS = "Please select your gender and preferred match gender";

async function fillSignUp(page: Page, person: Person, confirmation = person.password) {
  await page.getByLabel("Full Name").fill(person.name);
  await page.getByLabel("Email Address").fill(person.email);
  await page.getByLabel("Date of Birth").fill(person.dob);
  await page.getByLabel("Gender", { exact: true }).selectOption("Female");
  await page.getByLabel("Preferred Match Gender").selectOption("surprise-me");
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm Password").fill(confirmation);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("sign-up says what is wrong, each thing once, then creates the account", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const person = invent("Sign Up");
      await page.goto("/signup?next=%2Fprofile");
      if (javaScriptEnabled) await waitForScripts(page);
      await page.getByRole("button", { name: "Create Account" }).click();
      for (const words of ["Name is required", "Email is required", "Password is required"]) {
        await expect(page.getByText(words, { exact: true })).toHaveCount(1);
      }
      await expect(page.getByText(GENDERS)).toHaveCount(1);
      for (const label of ["Gender", "Preferred Match Gender"]) {
        await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(GENDERS);
      }

      // One that is chosen is right, and is not marked with the other.
      await page.getByLabel("Gender", { exact: true }).selectOption("Female");
      await page.getByRole("button", { name: "Create Account" }).click();
      const preferred = page.getByLabel("Preferred Match Gender", { exact: true });
      await expect(preferred).toHaveAccessibleDescription(GENDERS);
      await expect(preferred).toHaveAttribute("aria-invalid", "true");
      const gender = page.getByLabel("Gender", { exact: true });
      await expect(gender).not.toHaveAttribute("aria-invalid", "true");
      await expect(page.getByText("choosing is your consent")).toHaveCount(1);
      await expect(page.getByText(/in the next draw, at midnight UTC/)).toHaveCount(1);

      await fillSignUp(page, { ...person, dob: "2020-02-29" }, `${person.password}x`);
      await page.getByRole("button", { name: "Create Account" }).click();
      await expect(page.getByText("You must be at least 18 years old")).toBeVisible();
      await expect(page.getByText("Passwords do not match")).toHaveCount(1);
      await expect(page.getByText(GENDERS)).toHaveCount(0);
      await expect(page.getByLabel("Full Name")).toHaveValue(person.name);
      await expect(page).toHaveURL(/\/signup\?next=/);

      await fillSignUp(page, person);
      await page.getByRole("button", { name: "Create Account" }).click();
      await expect(page).toHaveURL(`${server.url}/profile`);
      await expect(page.getByRole("status")).toHaveText("Account created successfully!");
    });

    test("an e-mail that is taken is refused in the form, and no password comes back", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const known = await register(server.url, "Known Already");
      await page.goto("/signup");
      if (javaScriptEnabled) await waitForScripts(page);
      await fillSignUp(page, { ...known, name: "Somebody Else" });
      let answer = "";
      await page.route("**/signup*", async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        const response = await route.fetch();
        answer = await response.text();
        await route.fulfill({ response });
      });
      await page.getByRole("button", { name: "Create Account" }).click();
      await expect(page.getByRole("alert")).toHaveText("An account with this email already exists");
      expect(answer).toContain("An account with this email already exists");
      expect(answer).not.toContain(known.password);
      await expect(page.getByLabel("Email Address")).toHaveValue(known.email);
    });

    test("sign-in refuses, then leads to where one was going", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const known = await register(server.url, "Signs In");
      await page.goto("/login?next=%2Fprofile%2Fedit");
      if (javaScriptEnabled) await waitForScripts(page);
      const submit = page.getByRole("button", { name: "Sign In" });
      await submit.click();
      await expect(page.getByText("Email is required")).toBeVisible();
      await expect(page.getByText("Password is required")).toBeVisible();
      await page.getByLabel("Email Address").fill("no address");
      await page.getByLabel("Password", { exact: true }).fill("wrong one");
      await submit.click();
      await expect(page.getByText("Please enter a valid email address")).toBeVisible();
      await page.getByLabel("Email Address").fill(known.email);
      await page.getByLabel("Password", { exact: true }).fill("wrong one");
      await submit.click();
      await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
      await page.getByLabel("Password", { exact: true }).fill(known.password);
      await submit.click();
      await expect(page).toHaveURL(`${server.url}/profile/edit`);
      await expect(page.getByRole("status")).toHaveText("Successfully logged in!");
    });

    test("the way back survives the detour between the two pages", async ({ page, server }) => {
      await page.goto("/login?next=%2Fprofile");
      await page.getByRole("link", { name: "Don't have an account?" }).click();
      await expect(page).toHaveURL(`${server.url}/signup?next=%2Fprofile`);
      await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
      await expect(page).toHaveURL(`${server.url}/login?next=%2Fprofile`);
    });
  });
}

for (const next of ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example"]) {
  test(`signing in never leads to ${next}`, async ({ page, server }) => {
    const known = await register(server.url, "Stays Here");
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel("Email Address").fill(known.email);
    await page.getByLabel("Password", { exact: true }).fill(known.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  });
}

test("what is wrong with a password is said once, and zod comes with the first focus", async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  const schemas: string[] = [];
  page.on("request", (file) => file.url().includes("/schemas-") && schemas.push(file.url()));
  await page.goto("/signup");
  await waitForScripts(page);
  expect(schemas).toEqual([]);
  const create = page.getByRole("button", { name: "Create Account" });
  await fillSignUp(page, { ...invent("Short Password"), password: "abc" });
  await create.click();
  await expect(page.getByText("Password must be at least 6 characters")).toHaveCount(1);
  await expect(page.getByText("Confirm password must be")).toHaveCount(0);
  await fillSignUp(page, { ...invent("Common Password"), password: "123456" });
  await create.click();
  await expect(page.getByText("This password is too common")).toHaveCount(1);
  expect(schemas).toHaveLength(1);
});

test("what a visitor fills in is painted before it asks for its scripts", async ({ page }) => {
  for (const path of ["/login", "/signup", "/forgot"]) await expectPaintedFirst(page, path);
});

test("a sign-up that is filled in before its scripts come survives them", async ({
  page,
  server,
}) => {
  // A key in the very moment in which scripts take the page over, and are not ready for one.
  await page.addInitScript(() => {
    const listen = document.addEventListener.bind(document);
    document.addEventListener = (type: string, ...how: [EventListener, boolean]) => {
      listen(type, ...how);
      const field = document.querySelector("main form input");
      const press = () => field?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true }));
      if (type === "keydown") queueMicrotask(press);
    };
  });
  let sendScripts = () => {};
  const mayCome = new Promise<void>((resolve) => {
    sendScripts = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto("/signup", { waitUntil: "domcontentloaded" });
  const person = invent("Early Bird");
  await fillSignUp(page, person);
  sendScripts();
  await waitForScripts(page);
  await expect(page.getByLabel("Full Name")).toHaveValue(person.name);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test("errors go as soon as they are mended, and the first one takes the focus", async ({
  page,
}) => {
  await page.goto("/signup");
  await waitForScripts(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  const name = page.getByLabel("Full Name");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/A first name is enough\./);
  // The ring of the focus is ink, and only what is wrong is red.
  const ink = await page.locator("body").evaluate((body) => getComputedStyle(body).color);
  await expect(name).toHaveCSS("outline-color", ink);
  await expect(name).not.toHaveCSS("border-top-color", ink);
  await name.fill("Mended");
  await expect(page.getByText("Name is required")).toHaveCount(0);
});

test("what must be filled in says so to a screen reader", async ({ page }) => {
  for (const [path, count] of [
    ["/login", 2],
    ["/signup", 7],
  ] as const) {
    await page.goto(path);
    const fields = page.locator("main form").locator("input:not([type=hidden]), select");
    await expect(fields).toHaveCount(count);
    await expect(page.locator("main form [aria-required=true]")).toHaveCount(count);
  }
});

test("a password can be shown, and no two fields bear one name", async ({ page }) => {
  await page.goto("/login");
  await waitForScripts(page);
  // Not exact: the button must not be found by the field's label.
  const field = page.getByLabel("Password");
  await field.fill("a secret");
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("while it is under way the button spins and is disabled", async ({ page, consoleWatch }) => {
  consoleWatch.expect(REFUSED);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/login.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login");
  await waitForScripts(page);
  await page.getByLabel("Email Address").fill("nobody@happenstance.example");
  await page.getByLabel("Password", { exact: true }).fill("wrong one");
  const button = page.getByRole("button", { name: "Sign In" });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");
  letGo();
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await expect(button).toBeEnabled();
});

test("a broken line keeps the form and what is in it", async ({ page, consoleWatch }) => {
  consoleWatch.expect(/ERR_FAILED/);
  await page.goto("/login");
  await waitForScripts(page);
  await page.route("**/login.data*", (route) => route.abort());
  await page.getByLabel("Email Address").fill("nobody@happenstance.example");
  await page.getByLabel("Password", { exact: true }).fill("wrong one");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("An error occurred during login");
  await expect(page.getByLabel("Email Address")).toHaveValue("nobody@happenstance.example");
});
