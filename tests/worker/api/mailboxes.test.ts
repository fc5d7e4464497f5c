import { expect, it } from "vitest";
import { callApi, createMember, grantAdmin } from "../../support/api";

const PROFILE = {
  name: "Ada",
  password: "a fine day for tea",
  dob: "1990-01-01",
  gender: "Female",
  preferred_match_gender: "Male",
};
const register = (email: string) =>
  callApi<{ user: { id: string } }>("POST", "/api/auth/register", {
    body: { ...PROFILE, email },
  });

it("both spellings of an international domain are one account, shown in ASCII", async () => {
  const email = "x@bücher.example";
  const ascii = "x@xn--bcher-kva.example";
  expect(await register(email)).toMatchObject({ status: 201, body: { user: { email: ascii } } });
  expect((await register(ascii)).status).toBe(409);
  for (const one of [email, ascii]) {
    const body = { email: one, password: PROFILE.password };
    expect((await callApi("POST", "/api/auth/login", { body })).status).toBe(200);
  }
  expect((await register("x+1@bücher.example")).status).toBe(201);
});

it("a ban bars a mailbox from registering, whatever its spelling", async () => {
  const admin = await createMember();
  await grantAdmin(admin);
  const email = "ada+first@bücher.example";
  const { body } = await register(email);
  const ban = { kind: "ban", reason: "harassment", text: "No." };
  const path = `/api/admin/members/${body.user.id}/actions`;
  expect((await callApi("POST", path, { token: admin.token, body: ban })).status).toBe(201);
  for (const one of [email, "Ada@xn--bcher-kva.example", "ada+x@bücher.example"]) {
    expect(await register(one)).toMatchObject({
      status: 403,
      body: { code: "registration_refused" },
    });
  }
  expect((await register("+ada@bücher.example")).status).toBe(201);
});
