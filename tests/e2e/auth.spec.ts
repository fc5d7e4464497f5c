import type { Page } from "@playwright/test";
import { waitForScripts } from "./fixtures/api";
import { fillSignUp, invent, register, submitSignIn } from "./fixtures/members";
import { holdRequests } from "./fixtures/slow-line";
import { expect, REFUSED, startAlone, test } from "./fixtures/test";

startAlone();

const GENDERS = "Please select your gender and preferred match gender";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with scripts ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("sign-up shows each error once, and creates the account when all are corrected", async ({
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

      // Once one of the two genders is chosen, only the other field shows the error.
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
      await page.getByLabel("Gender", { exact: true }).selectOption("Female");
      await page.getByRole("button", { name: "Create Account" }).click();
      await expect(page).toHaveURL(`${server.url}/profile`);
      await expect(page.getByRole("status")).toHaveText("Account created successfully!");
    });

    test("sign-up with a taken e-mail shows an error in the form, and the response doesn't contain the password", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const known = await register(server, "Known Already");
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
      const email = page.getByLabel("Email Address");
      await expect(email).toHaveValue(known.email);
      if (!javaScriptEnabled) return;
      await expect(email).toBeFocused();
      await expect(email).toHaveAccessibleDescription("An account with this email already exists");
      await email.fill("another@example.org");
      await expect(page.getByRole("alert")).toHaveCount(0);
    });

    test("sign-in shows its errors, and leads to the requested page even after a detour to sign-up", async ({
      page,
      server,
      consoleWatch,
    }) => {
      consoleWatch.expect(REFUSED);
      const known = await register(server, "Signs In");
      await page.goto("/login?next=%2Fprofile%2Fedit");
      await page.getByRole("link", { name: "Don't have an account?" }).click();
      await expect(page).toHaveURL(`${server.url}/signup?next=%2Fprofile%2Fedit`);
      await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
      await expect(page).toHaveURL(`${server.url}/login?next=%2Fprofile%2Fedit`);
      if (javaScriptEnabled) await waitForScripts(page);
      const submit = page.getByRole("button", { name: "Sign In" });
      await submit.click();
      await expect(page.getByText("Email is required")).toBeVisible();
      await expect(page.getByText("Password is required")).toBeVisible();
      await submitSignIn(page, { email: "no address", password: "wrong one" });
      await expect(page.getByText("Please enter a valid email address")).toBeVisible();
      await submitSignIn(page, { ...known, password: "wrong one" });
      await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
      await page.getByLabel("Password", { exact: true }).fill(known.password);
      await submit.click();
      await expect(page).toHaveURL(`${server.url}/profile/edit`);
      await expect(page.getByRole("status")).toHaveText("Successfully logged in!");
    });
  });
}

test("signing in never leads to another host", async ({ request, server }) => {
  const { email, password } = await register(server, "Stays Here");
  for (const next of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
  ]) {
    const answer = await request.post(`/login?next=${encodeURIComponent(next)}`, {
      form: { email, password },
      headers: { origin: server.url },
      maxRedirects: 0,
    });
    expect([next, answer.status(), answer.headers().location]).toEqual([next, 302, "/"]);
  }
});

test("a refused new password shows one error, and the form's schemas load only when the form is filled in", async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  const schemas: string[] = [];
  page.on("request", (file) => file.url().includes("/schemas-") && schemas.push(file.url()));
  await page.goto("/signup");
  // On this server, new members needn't confirm their address, so the page doesn't ask for a confirmation.
  await expect(page.getByText("Fill this in, and you are in the next draw")).toBeVisible();
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

test("a sign-up form that is filled in before its scripts run keeps its text, and can be sent", async ({
  page,
  server,
}) => {
  // Presses a key at the worst moment: React already listens for keys, but hasn't hydrated the form yet.
  await page.addInitScript(() => {
    const listen = document.addEventListener.bind(document);
    document.addEventListener = (type: string, ...how: [EventListener, boolean]) => {
      listen(type, ...how);
      const field = document.querySelector("main form input");
      const press = () => field?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true }));
      if (type === "keydown") queueMicrotask(press);
    };
  });
  const sendScripts = await holdRequests(page, "**/assets/*.js");
  await page.goto("/signup", { waitUntil: "domcontentloaded" });
  const person = invent("Early Bird");
  await fillSignUp(page, person);
  sendScripts();
  await waitForScripts(page);
  await expect(page.getByLabel("Full Name")).toHaveValue(person.name);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

async function expectRequired(page: Page, count: number): Promise<void> {
  const form = page.locator("main form");
  await expect(form.locator("input:not([type=hidden]), select")).toHaveCount(count);
  await expect(form.locator("[aria-required=true]")).toHaveCount(count);
}

test("a refused form focuses its first wrong field, and an error disappears once its field is filled in", async ({
  page,
}) => {
  await page.goto("/signup");
  await waitForScripts(page);
  await expectRequired(page, 7);
  await page.getByRole("button", { name: "Create Account" }).click();
  const name = page.getByLabel("Full Name");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/A first name is enough\./);
  // The field's border is red because of the error, but its focus ring has the colour of the text.
  const ink = await page.locator("body").evaluate((body) => getComputedStyle(body).color);
  await expect(name).toHaveCSS("outline-color", ink);
  await expect(name).not.toHaveCSS("border-top-color", ink);
  await name.fill("Mended");
  await expect(page.getByText("Name is required")).toHaveCount(0);
});

test("a button shows and hides the password, and the label Password finds only the field", async ({
  page,
}) => {
  await page.goto("/login");
  await waitForScripts(page);
  await expectRequired(page, 2);
  // Not `exact`, to check that the label finds only the field, and not the button that shows the password.
  const field = page.getByLabel("Password");
  await field.fill("a secret");
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("the button Sign In is disabled and busy during a sign-in, and the e-mail address stays if the network fails", async ({
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(REFUSED);
  consoleWatch.expect(/ERR_FAILED/);
  const release = await holdRequests(page, "**/login.data*");
  await page.goto("/login");
  await waitForScripts(page);
  await submitSignIn(page, { email: "nobody@happenstance.example", password: "wrong one" });
  const button = page.getByRole("button", { name: "Sign In" });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
  await expect(button).toBeEnabled();
  await page.route("**/login.data*", (route) => route.abort());
  await submitSignIn(page, { email: "nobody@happenstance.example", password: "wrong one" });
  await expect(page.getByRole("alert")).toHaveText("An error occurred during login");
  await expect(page.getByLabel("Email Address")).toHaveValue("nobody@happenstance.example");
});
