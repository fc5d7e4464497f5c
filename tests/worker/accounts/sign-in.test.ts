import { describe, expect, it } from "vitest";
import { callApi, createMember, register, type TestMember } from "../../support/api";

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  callApi("POST", "/api/auth/login", { body: { email, password }, headers });

const reset = (member: TestMember, currentPassword: string, newPassword = "another fine day") =>
  callApi("POST", "/api/auth/reset-password", {
    token: member.token,
    body: { currentPassword, newPassword },
  });

const from = (address: string) => ({ "cf-connecting-ip": address });

function statuses(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("failed sign-ins", () => {
  it("after ten failed sign-ins, even the right password gets 429 with the time to wait", async () => {
    const { email, password } = await createMember();
    for (let i = 0; i < 10; i++) {
      expect(await login(email, `wrong ${i}`)).toMatchObject({
        status: 401,
        body: { message: "Invalid email or password", code: "invalid_credentials" },
      });
    }
    const refused = await login(email, password);
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(590);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(refused.body.message).toBe(
      "Too many failed sign-in attempts. Please try again in 10 minutes.",
    );
    // Failures are counted per network.
    expect((await login(email, password, from("203.0.113.9"))).status).toBe(200);
  });

  it("failed sign-ins are counted in the same way for an unknown e-mail", async () => {
    const answers = [];
    for (let i = 0; i < 11; i++) answers.push(await login("nobody@example.org", `wrong ${i}`));
    expect(statuses(answers)).toEqual({ 401: 10, 429: 1 });
    expect(answers[0]?.body).toEqual({
      code: "invalid_credentials",
      message: "Invalid email or password",
    });
  });

  it("a sign-in with an invalid body does not count as a failed one", async () => {
    const { email } = await createMember();
    const bad = [
      { email, password: "" },
      { email: ` ${email.toUpperCase()} ` },
      { email, password: 7 },
    ];
    for (const body of [...bad, ...bad, ...bad, ...bad]) {
      expect((await callApi("POST", "/api/auth/login", { body })).status).toBe(400);
    }
    for (let i = 0; i < 10; i++) expect((await login(email, `wrong ${i}`)).status).toBe(401);
    expect((await login(email, "wrong")).status).toBe(429);
  });

  it("a successful sign-in resets the count of failed ones", async () => {
    const { email, password } = await createMember();
    for (let i = 0; i < 9; i++) await login(email, "wrong");
    expect((await login(email, password)).status).toBe(200);
    for (let i = 0; i < 9; i++) await login(email, "wrong");
    expect((await login(email, password)).status).toBe(200);
  });

  it("of 25 parallel guesses, ten get 401 and the others get 429", async () => {
    const { email } = await createMember();
    expect(statuses(await times(25, (i) => login(email, `wrong ${i}`)))).toEqual({
      401: 10,
      429: 15,
    });
  });

  it("parallel successful sign-ins do not count as failed ones", async () => {
    const { email, password } = await createMember();
    expect(statuses(await times(15, () => login(email, password)))).toEqual({ 200: 15 });
  });

  it("wrong current passwords count as failed sign-ins, and after ten even the right password gets 429", async () => {
    const member = await createMember();
    for (let i = 0; i < 9; i++) {
      expect(await reset(member, `wrong ${i}`)).toMatchObject({
        status: 400,
        body: { message: "Current password is incorrect" },
      });
    }
    expect((await login(member.email, "wrong")).status).toBe(401);
    const refused = await reset(member, member.password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await login(member.email, member.password)).status).toBe(429);
  });

  it("all addresses of an IPv6 network count as one client for failed sign-ins", async () => {
    const { email, password } = await createMember();
    for (let i = 0; i < 10; i++) await login(email, "wrong", from(`2001:db8:1:2::${i + 1}`));
    expect((await login(email, password, from("2001:0DB8:1:2:ffff::9"))).status).toBe(429);
    expect((await login(email, password, from("2001:db8:1:3::1"))).status).toBe(200);
  });
});

it("a sign-in accepts an e-mail in any case and any Unicode form", async () => {
  const end = `${crypto.randomUUID()}@example.org`;
  const { password, user } = await createMember({ email: `J\u030c${end}` });
  expect(user.email).toBe(`\u01f0${end}`);
  for (const email of [`\u01f0${end}`, `j\u030c${end}`, `J\u030c${end.toUpperCase()}`]) {
    expect((await login(email, password)).status).toBe(200);
  }
});

describe("passwords", () => {
  it("a password is taken exactly as given, neither trimmed nor normalised", async () => {
    const password = " e\u0301 spaces kept  ";
    const { email } = await createMember({ password });
    expect((await login(email, password)).status).toBe(200);
    expect((await login(email, password.trim())).status).toBe(401);
    expect((await login(email, password.normalize("NFC"))).status).toBe(401);
  });

  it("a password of 72 bytes is not cut, and a longer one is refused", async () => {
    const password = `${"ä".repeat(35)}zz`;
    const { email } = await createMember({ password });
    expect((await login(email, password)).status).toBe(200);
    expect((await login(email, `${password}tail`)).status).toBe(401);
    expect(await register({ password: `${password}x` })).toMatchObject({
      status: 400,
      body: { message: "Password must be at most 72 bytes long" },
    });
  });

  it("a password that would hash like the right one does not sign in", async () => {
    const plain = await createMember({ password: "nulled" });
    // bcrypt repeats its key after a zero byte, so 'x' and 'x NUL x' would have the same hash.
    expect((await login(plain.email, "nulled\0nulled")).status).toBe(401);
    expect((await register({ password: "nulled\0nulled" })).status).toBe(400);
    // Encoding a lone surrogate would turn it into U+FFFD.
    const replaced = await createMember({ password: "odd\ufffdword" });
    expect((await login(replaced.email, "odd\ud800word")).status).toBe(401);
    expect((await login(replaced.email, "odd\ufffdword")).status).toBe(200);
    expect((await register({ password: "odd\ud800word" })).status).toBe(400);
  });

  it("common passwords are refused at registration and as a new password", async () => {
    const member = await createMember();
    const words = "This password is too common. Please choose another.";
    for (const common of ["123456", "Password", "Qwerty123", "happenstance", "Password Tester"]) {
      expect(await register({ name: "Password Tester", password: common })).toMatchObject({
        status: 400,
        body: { message: words },
      });
      if (common === "Password Tester") continue;
      expect(await reset(member, member.password, common)).toMatchObject({
        status: 400,
        body: { message: words, errors: [{ path: "newPassword", message: words }] },
      });
    }
    const own = [member.user.name, member.email.toUpperCase()];
    for (const common of own) {
      expect((await reset(member, member.password, common)).body.message).toBe(words);
    }
    // A sign-in accepts a common password, because an older account may have one.
    expect(await login(member.email, "123456")).toMatchObject({
      status: 401,
      body: { message: "Invalid email or password" },
    });
  });

  it("changing the password ends every other session and keeps this one", async () => {
    const member = await createMember();
    const second = await login(member.email, member.password);
    expect(await reset(member, member.password)).toMatchObject({
      status: 200,
      body: { message: "Password updated successfully" },
    });
    const me = (token: unknown) => callApi("GET", "/api/users/me", { token: String(token) });
    expect((await me(member.token)).status).toBe(200);
    expect((await me(second.body.token)).status).toBe(401);
    expect((await login(member.email, member.password)).status).toBe(401);
    expect((await login(member.email, "another fine day")).status).toBe(200);
  });

  it("of five parallel changes of a password, one succeeds", async () => {
    const member = await createMember();
    const answers = await times(5, (i) => reset(member, member.password, `new password ${i}`));
    expect(statuses(answers)).toEqual({ 200: 1, 400: 4 });
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await login(member.email, `new password ${winner}`)).status).toBe(200);
  });
});

describe("sessions", () => {
  it("signing out ends the session, and its token gets 401", async () => {
    const { token } = await createMember();
    expect((await callApi("POST", "/api/auth/logout", { token })).status).toBe(200);
    for (const call of ["GET /api/users/me", "POST /api/auth/logout"]) {
      const [method = "", path = ""] = call.split(" ");
      expect(await callApi(method, path, { token })).toMatchObject({
        status: 401,
        body: { code: "unauthenticated", message: "Authentication required" },
      });
    }
  });

  it("a session's token is valid for at most 30 days", async () => {
    const { token } = await createMember();
    const { exp, iat } = JSON.parse(atob(token.split(".")[1] ?? ""));
    expect(exp - iat).toBeLessThanOrEqual(30 * 86_400);
    expect(exp - iat).toBeGreaterThan(29 * 86_400);
  });

  it("a sign-in with the old password during a password change leaves no valid session", async () => {
    const member = await createMember();
    const [changed, ...signIns] = await Promise.all([
      reset(member, member.password),
      ...Array.from({ length: 6 }, () => login(member.email, member.password)),
    ]);
    expect(changed?.status).toBe(200);
    for (const { status, body } of signIns) {
      if (status !== 200) continue;
      const me = await callApi("GET", "/api/users/me", { token: String(body.token) });
      expect(me.status).toBe(401);
    }
  });
});
