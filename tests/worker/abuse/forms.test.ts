import { describe, expect, it } from "vitest";
import { z } from "zod";
import { editFields } from "~/app/features/profile/edit-schema";
import { readForm, refuse } from "~/app/lib/form";
import { AppError } from "~/core/shared/errors";
import { readPageRequest } from "~/worker/http/page-request";
import { askPage, ORIGIN, pageActions } from "../../support/page-actions";
import { seedMember } from "../../support/seed";

const FORM = "application/x-www-form-urlencoded";

function post(body: string | FormData, type: string | null = FORM, path = "/login"): Request {
  const headers = new Headers();
  if (typeof body === "string" && type !== null) headers.set("content-type", type);
  const sent = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return new Request(ORIGIN + path, { method: "POST", body: sent, headers });
}

/** @returns the form, or the refusal's status */
async function read(request: Request, schema: Parameters<typeof readForm>[1] = editFields) {
  try {
    return await readForm(await readPageRequest(request), schema);
  } catch (error) {
    return error instanceof AppError || error instanceof Response ? error.status : error;
  }
}

const encoded = encodeURIComponent;

/** Bodies that no page sends. A parser that builds lists and objects from field names would build very large ones. */
const HOSTILE = [
  ["the greatest index", `${encoded("email[4294967290]")}=x`],
  ["an index that would make a million elements", `${encoded("languages[1000000]")}=x`],
  ["a path of 20,000 names", `a${".a".repeat(20_000)}=x`],
  ["brackets within brackets", `${encoded(`a${"[0]".repeat(2_000)}`)}=x`],
  ["a prototype", "__proto__=x"],
  ["a constructor", `${encoded("constructor[prototype]")}=x`],
  ["no name", "=x"],
  ["one name 30,000 times", "password=&".repeat(6_000)],
  ["200,000 fields", Array.from({ length: 200_000 }, (_, i) => `f${i}=x`).join("&")],
  ["another intent", "intent=constructor"],
  ["an intent of a form library", `__intent__=${encoded('{"type":"update","payload":9e9}')}`],
] as const;

describe.each(Object.keys(pageActions))("the form of %s", (route) => {
  it("a body that no page sends is answered with 4xx", async () => {
    const { token } = await seedMember({ is_admin: 1 });
    for (const [name, body] of HOSTILE) {
      const action = pageActions[route] as (typeof pageActions)[string];
      const { status } = await askPage(action, { path: "/form", token, body });
      expect([name, status]).toEqual([name, body.length > 64 * 1024 ? 413 : 400]);
    }
  });
});

describe("readForm", () => {
  it("a list field accepts at most 20 texts, and no other field accepts a list", async () => {
    const names = ["languages[0]", "languages[4]", "languages[19]"];
    const fields = names.map((name) => `${encoded(name)}=de`).join("&");
    expect(await read(post(fields))).toMatchObject({ fields: { languages: ["de", "de", "de"] } });
    for (const name of ["languages[20]", "languages[00]", "languages[-1]", "name[0]", "[0]"]) {
      expect([name, await read(post(`${encoded(name)}=de`))]).toEqual([name, 400]);
    }
  });

  it("on a page with a single form, the form is refused if it has an intent, an unknown field or a repeated field", async () => {
    const schema = z.object({ email: z.string() });
    expect(await read(post("email=a"), schema)).toMatchObject({ fields: { email: "a" } });
    for (const body of ["email=a&token=b", "email=a&email=b", "intent=other&email=a"]) {
      expect([body, await read(post(body), schema)]).toEqual([body, 400]);
    }
  });

  it("each form of a page accepts only its own fields", async () => {
    const forms = { save: z.object({ email: z.string() }), end: z.object({}) };
    expect(await read(post("intent=save&email=a"), forms)).toMatchObject({ intent: "save" });
    for (const body of ["intent=end&email=a", "email=a", "intent=toString", "intent=__proto__"]) {
      expect([body, await read(post(body), forms)]).toEqual([body, 400]);
    }
  });

  it("a form with a file, or with a content type that no form has, is refused", async () => {
    const file = new FormData();
    file.set("name", new File(["x"], "x.txt"));
    expect(await read(post(file))).toBe(400);
    for (const type of ["text/plain", "application/json", "multipart/form-data", null]) {
      expect([type, await read(post("name=x", type))]).toEqual([type, 400]);
    }
  });

  it("a form over 64 KiB is refused", async () => {
    expect(await read(post(`name=${"x".repeat(64 * 1024)}`))).toBe(413);
  });

  it("an empty body of any type is read as an empty form", async () => {
    for (const type of [FORM, "multipart/form-data; boundary=x", "text/plain", null]) {
      expect(await read(post("", type))).toMatchObject({ typed: {} });
    }
    const bodiless = new Request(`${ORIGIN}/login`, { method: "POST" });
    expect(await read(bodiless)).toMatchObject({ typed: {} });
  });

  it("each field is read as it was sent, whether the form is URL-encoded or multipart", async () => {
    const fields = { name: "ada+b@example.org", bio: " ünï=&%\r\n" };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    for (const body of [new URLSearchParams(fields).toString(), multipart]) {
      expect(await read(post(body))).toMatchObject({ typed: fields });
    }
  });
});

it("a refused form shows the typed text and the errors of its fields, but no password", async () => {
  const typed = {
    email: "ann@example.org",
    password: "secret",
    confirmPassword: "secret",
    currentPassword: "secret",
    newPassword: "secret",
    passkey: "secret",
    proof: "secret",
  };
  const errors = [
    { path: "email", message: "first" },
    { path: "unsent", message: "third" },
  ];
  const refusal = { status: 400, message: "first", errors };
  const { data, init } = refuse({ intent: "save", typed }, refusal);
  expect(init).toEqual({ status: 400 });
  expect(data).toEqual({
    intent: "save",
    typed: { email: "ann@example.org" },
    errors: { email: "first" },
  });
  const whole = refuse({ intent: "save", typed }, { ...refusal, errors: [] });
  expect(whole.data.errors).toEqual({ "": "first" });
});

it("the `_data` parameter of Remix's earlier protocol is removed, and the rest of the address stays", async () => {
  const address = `${ORIGIN}/login?_data=routes%2Flogin&next=%2Fprofile`;
  for (const request of [
    new Request(address),
    post("", FORM, "/login?_data=root&next=%2Fprofile"),
  ]) {
    expect((await readPageRequest(request)).url).toBe(`${ORIGIN}/login?next=%2Fprofile`);
  }
});
