import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asAnyone, defineForms, guestForm } from "~/app/lib/forms.server";
import { AppError } from "~/core/shared/errors";
import { readPageRequest } from "~/worker/http/page-request";
import { measureLeastTime } from "../../support/least-time";

const ORIGIN = "https://happenstance.test";
const FORM = "application/x-www-form-urlencoded";

function post(body: string | FormData, type: string | null = FORM, path = "/login"): Request {
  const headers = new Headers();
  if (typeof body === "string" && type !== null) headers.set("content-type", type);
  const sent = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return new Request(ORIGIN + path, { method: "POST", body: sent, headers });
}

const refusalOf = (request: Request) =>
  readPageRequest(request).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

const encoded = encodeURIComponent;
const MOST_MS = 2_000;

describe("a form that no page has", () => {
  it.each([
    ["an index that would make 30,000,001 elements", `${encoded("name[30000000]")}=x`],
    ["the greatest index", `${encoded("name[4294967294]")}=x`],
    ["a path of 20,000 names", `a${".b".repeat(20_000)}=x`],
    ["brackets within brackets", `${encoded(`a${"[0]".repeat(2_000)}`)}=x`],
    [
      "an intent as form libraries send it",
      `__intent__=${encoded('{"type":"update","payload":{"index":9e9}}')}`,
    ],
    ["a prototype", "__proto__=x"],
    ["no name", "=x"],
    ["one name 30,000 times", "a&".repeat(30_000)],
    ["one name twice", "email=a&email=b"],
    ["33 names", Array.from({ length: 33 }, (_, i) => `field${i}=x`).join("&")],
    ["a name of 41 letters", `${"a".repeat(41)}=x`],
  ])("a form that no page has is refused within two seconds: %s", async (_name, body) => {
    const { ms, value } = await measureLeastTime(MOST_MS, () => refusalOf(post(body)));
    expect(value).toBe("invalid_input");
    expect(ms).toBeLessThan(MOST_MS);
  });

  it("a form with a file, or of a type that no form has, is refused", async () => {
    const file = new FormData();
    file.set("email", new File(["x"], "x.txt"));
    expect(await refusalOf(post(file))).toBe("invalid_input");
    for (const type of ["text/plain", "application/json", "multipart/form-data", null]) {
      expect([type, await refusalOf(post("email=x", type))]).toEqual([type, "invalid_input"]);
    }
  });

  it("a form over 64 KiB is refused", async () => {
    expect(await refusalOf(post(`email=${"x".repeat(64 * 1024)}`))).toBe("body_too_large");
  });
});

it("an empty body of any type is read as an empty form", async () => {
  for (const type of [FORM, "multipart/form-data; boundary=x", "text/plain", null]) {
    const request = await readPageRequest(post("", type));
    expect([...(await request.formData()).keys()]).toEqual([]);
  }
  const bodiless = new Request(`${ORIGIN}/login`, { method: "POST" });
  expect([...(await (await readPageRequest(bodiless)).formData()).keys()]).toEqual([]);
});

it("each field is passed on as it was sent, with either type of form", async () => {
  const fields = { email: "ada+b@example.org", password: " ünï=&%\r\n" };
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  for (const body of [new URLSearchParams(fields).toString(), multipart]) {
    const form = await (await readPageRequest(post(body))).formData();
    expect(Object.fromEntries(form)).toEqual(fields);
  }
});

const action = defineForms(
  { words: { "": { fallback: "Failed" }, other: { fallback: "Failed" } }, guard: asAnyone },
  {
    "": guestForm({
      bound: "fence",
      schema: z.object({ email: z.string(), password: z.string().optional() }),
      run: async ({ value }) => Response.json(value),
    }),
    other: guestForm({
      bound: "fence",
      schema: z.object({ token: z.string() }),
      run: async ({ value }) => Response.json(value),
    }),
  },
);

/** Sends a form to the action. @returns the status of the answer */
async function statusOf(body: string): Promise<number | undefined> {
  const request = await readPageRequest(post(body));
  const args = { request, context: {}, params: {} } as unknown as Parameters<typeof action>[0];
  const answer = await action(args).catch((thrown: unknown) => thrown);
  if (answer instanceof Response) return answer.status;
  return (answer as { init: ResponseInit }).init.status;
}

it("a form with a field of another form is answered with 400", async () => {
  expect(await statusOf("email=a&password=b")).toBe(200);
  expect(await statusOf("email=a&token=b")).toBe(400);
  expect(await statusOf("intent=other&token=b")).toBe(200);
  expect(await statusOf("intent=other&token=b&email=a")).toBe(400);
});

it("an intent that no form of the page has is answered with 400", async () => {
  for (const intent of ["unknown", "Other", "constructor", "__proto__", "toString"]) {
    expect([intent, await statusOf(`intent=${intent}`)]).toEqual([intent, 400]);
  }
});

it("the `_data` parameter of the framework's earlier protocol is dropped, and the rest of the address stays", async () => {
  const address = `${ORIGIN}/login?_data=routes%2Flogin&next=%2Fprofile`;
  for (const request of [
    new Request(address),
    post("", FORM, "/login?_data=root&next=%2Fprofile"),
  ]) {
    expect((await readPageRequest(request)).url).toBe(`${ORIGIN}/login?next=%2Fprofile`);
  }
});
