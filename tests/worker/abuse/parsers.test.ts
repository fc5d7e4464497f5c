import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { safeNext } from "~/app/lib/safe-next";
import { readSessionCookie } from "~/app/lib/session-cookie.server";
import { readToast } from "~/app/lib/toast.server";
import { parsePartnerCard } from "~/db/pairing/partner-card";
import { measureLeastTime } from "../../support/least-time";
import { createPair } from "../../support/pairs";
import type { SeededMember } from "../../support/seed";

/*
 * The worst known input of every parser. Most cases take a few milliseconds, and hashing a password
 * some tens. workerd can't measure processor time, so on a busy machine a case can take ten times
 * as long. Work that grows with the square of the bytes would take minutes.
 */

const ORIGIN = "http://happenstance.test";
const MOST_MS = 2_000;
/** An answer quotes only a short part of the refused input. */
const MOST_BYTES = 8_192;
const BODY_BYTES = 60_000;

let member: SeededMember;
let conversationId: string;
beforeAll(async () => {
  const pair = await createPair();
  member = pair.one;
  conversationId = pair.conversationId;
});

async function measure(path: string, init: RequestInit = {}) {
  const { ms, value } = await measureLeastTime(MOST_MS, async () => {
    const response = await exports.default.fetch(new Request(ORIGIN + path, init));
    const { length } = await response.text();
    return { status: response.status, length };
  });
  return { ...value, ms };
}

const repeat = (text: string, bytes = BODY_BYTES) => text.repeat(Math.floor(bytes / text.length));

const NESTED = "[".repeat(BODY_BYTES / 2) + "]".repeat(BODY_BYTES / 2);
const BODIES: [string, string][] = [
  ["brackets within brackets", NESTED],
  ["objects within objects", `${repeat('{"a":', BODY_BYTES - 6_000)}1`],
  ["brackets in a field", `{"email":${NESTED},"password":"x"}`],
  ["as many fields as fit", `{${repeat('"a":1,')}"b":1}`],
  ["different fields", `{${Array.from({ length: 6_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ["one array of numbers", `{"email":[${repeat("1,")}1],"password":"x"}`],
  ["a number of all digits", `{"email":"a@b.c","password":${repeat("9")}}`],
  ["an e-mail of dots", `{"email":"a@${repeat("a.")}","password":"x"}`],
  ["an e-mail of signs", `{"email":"${repeat("@a")}","password":"x"}`],
  ["a text of spaces", `{"email":"a${repeat(" ")}a@b.c","password":"x"}`],
  [
    "a text of combining marks",
    `{"email":"a${repeat("\u0301", BODY_BYTES / 2)}@b.c","password":"x"}`,
  ],
  ["escapes", `{"email":"${repeat("\\u0041")}","password":"x"}`],
  ["a prototype", `{"__proto__":{"email":"a@b.c"},"constructor":{"prototype":1}}`],
];

describe("JSON", () => {
  it.each(BODIES)("JSON is parsed in bounded time: %s", async (_name, body) => {
    for (const path of ["/api/auth/login", "/api/auth/register"]) {
      const headers = { "content-type": "application/json" };
      const { status, length, ms } = await measure(path, { method: "POST", headers, body });
      expect([400, 401, 413]).toContain(status);
      expect(length).toBeLessThan(MOST_BYTES);
      expect(ms).toBeLessThan(MOST_MS);
    }
  });

  it.each([
    ["a location of numbers", { location: repeat("1 ", 110) }],
    ["a location of degrees", { location: `${repeat("5°1'", 100)}x` }],
    ["a bio of line breaks", { bio: "\n".repeat(1_000) }],
    ["a name of emoji", { name: "👩‍👩‍👧‍👦".repeat(11) }],
  ])("a profile is checked in bounded time: %s", async (_name, profile) => {
    const { ms, length } = await measure("/api/users/profile", {
      method: "PUT",
      headers: { "content-type": "application/json", authorization: `Bearer ${member.token}` },
      body: JSON.stringify(profile),
    });
    expect(ms).toBeLessThan(MOST_MS);
    expect(length).toBeLessThan(MOST_BYTES);
  });
});

describe("parts of a request other than its body", () => {
  const MOST_HEADER = 8_000;
  it.each([
    ["a parameter 3,000 times", `?${repeat("limit=1&", MOST_HEADER)}`],
    ["different parameters", `?${Array.from({ length: 900 }, (_, i) => `p${i}=x`).join("&")}`],
    ["brackets", `?${repeat("before[0]", MOST_HEADER)}=x`],
    ["percent signs", `?before=${repeat("%25", MOST_HEADER)}`],
    ["broken percent signs", `?before=${repeat("%", MOST_HEADER)}`],
    ["a long cursor", `?before=${"x".repeat(MOST_HEADER)}`],
  ])("a query is parsed in bounded time: %s", async (_name, query) => {
    const path = `/api/pairings/conversation/${conversationId}/messages${query}`;
    const headers = { authorization: `Bearer ${member.token}` };
    const { status, length, ms } = await measure(path, { headers });
    expect([200, 400]).toContain(status);
    expect(length).toBeLessThan(MOST_BYTES);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it.each([
    ["authorization", `Bearer ${"a.".repeat(MOST_HEADER / 2)}`],
    ["authorization", `Bearer ${" ".repeat(MOST_HEADER)}x`],
    ["authorization", `Bearer ${"=".repeat(MOST_HEADER)}!`],
    ["accept-language", "en-".repeat(MOST_HEADER / 3)],
    ["accept-language", "en;q=0.1,".repeat(MOST_HEADER / 9)],
    ["content-type", `application/json${";a=b".repeat(MOST_HEADER / 4)}`],
  ])("the header %s is parsed in bounded time", async (name, value) => {
    const { status, ms } = await measure("/api/users/me", { headers: { [name]: value } });
    expect(status).toBe(401);
    expect(ms).toBeLessThan(MOST_MS);
  });

  it("a path of many parts is parsed in bounded time", async () => {
    for (const path of ["/api", "/socket.io", ""]) {
      const { status, length, ms } = await measure(path + repeat("/a", MOST_HEADER));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(length).toBeLessThan(MOST_BYTES);
      expect(ms).toBeLessThan(MOST_MS);
    }
  });

  it.each([
    ["one name, over and over", "session=a; ".repeat(700)],
    ["the notification, over and over", "toast=%22; ".repeat(700)],
    ["semicolons without a value", ";".repeat(MOST_HEADER)],
    ["spaces", `session${" ".repeat(MOST_HEADER)}=x`],
    ["brackets within brackets", `toast=${"[".repeat(MOST_HEADER)}`],
    ["percent signs", `toast=${"%25".repeat(MOST_HEADER / 3)}`],
  ])("cookies are parsed in bounded time: %s", async (_name, cookie) => {
    const request = new Request(ORIGIN, { headers: { cookie } });
    const { ms } = await measureLeastTime(MOST_MS, async () => {
      for (let i = 0; i < 100; i++) {
        readSessionCookie(request);
        readToast(request);
      }
    });
    expect(ms).toBeLessThan(MOST_MS);
  });

  it("`safeNext` refuses an address that is longer than the address of any page", () => {
    for (const next of ["/".repeat(8_000), `/${"a/".repeat(4_000)}`, `/${"%2f".repeat(2_000)}`]) {
      expect(safeNext(next, "/else")).toBe("/else");
    }
  });
});

it("a stored partner card whose JSON has another shape is ignored", () => {
  for (const json of ["{}", "[]", "null", '{"name":1}', '{"name":"a","age":"old"}']) {
    expect(parsePartnerCard(json)).toBeNull();
  }
});
