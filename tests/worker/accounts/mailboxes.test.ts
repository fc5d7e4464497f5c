import { expect, it } from "vitest";
import { callApi, createMember, grantAdmin, register } from "../../support/api";

it("an address with an international domain has one account in both spellings, and is shown in ASCII", async () => {
  const email = "x@bücher.example";
  const ascii = "x@xn--bcher-kva.example";
  expect(await register({ email })).toMatchObject({
    status: 201,
    body: { user: { email: ascii } },
  });
  expect((await register({ email: ascii })).status).toBe(409);
  for (const one of [email, ascii]) {
    const body = { email: one, password: "a fine day for tea" };
    expect((await callApi("POST", "/api/auth/login", { body })).status).toBe(200);
  }
  expect((await register({ email: "x+1@bücher.example" })).status).toBe(201);
});

it("a ban keeps a mailbox from registering, however its address is spelled", async () => {
  const admin = await createMember();
  await grantAdmin(admin);
  const email = "ada+first@bücher.example";
  const { body } = await register({ email });
  const ban = { kind: "ban", reason: "harassment", text: "No." };
  const path = `/api/admin/members/${body.user.id}/actions`;
  expect((await callApi("POST", path, { token: admin.token, body: ban })).status).toBe(201);
  for (const one of [email, "Ada@xn--bcher-kva.example", "ada+x@bücher.example"]) {
    expect(await register({ email: one })).toMatchObject({
      status: 403,
      body: { code: "registration_refused" },
    });
  }
  expect((await register({ email: "+ada@bücher.example" })).status).toBe(201);
});

it("the desk shows the other accounts of a member's mailbox", async () => {
  const admin = await createMember();
  await grantAdmin(admin);
  const addresses = [
    "bo@mail.example",
    "bo+1@mail.example",
    "bo+1+2@mail.example",
    // These addresses belong to other mailboxes.
    "bo@mail2.example",
    "bo+1@mail2.example",
    "boo@mail.example",
    "+bo@mail.example",
  ];
  const ids: string[] = [];
  for (const email of addresses) ids.push((await register({ email })).body.user.id);
  const sameAs = async (id: string | undefined) => {
    const { body } = await callApi<{ same_mailbox: { user_id: string }[] }>(
      "GET",
      `/api/admin/members/${id}`,
      { token: admin.token },
    );
    return body.same_mailbox.map(({ user_id }) => user_id).sort();
  };
  const [one, two, three, ...others] = ids;
  expect(await sameAs(one)).toEqual([two, three].sort());
  expect(await sameAs(two)).toEqual([one, three].sort());
  expect(await sameAs(others[0])).toEqual([others[1]]);
  expect(await sameAs(others[2])).toEqual([]);
  expect(await sameAs(others[3])).toEqual([]);
});
