import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { updateProfileSchema } from "~/core/profile/schemas";
import { countCodePoints, normalizeText, plainText } from "~/core/shared/code-points";
import type { MemberDto, MessageDto } from "~/core/shared/contract";
import { hasInvisible } from "~/core/shared/text";
import { callApi, grantAdmin } from "../../support/api";
import { apiCalls } from "../../support/api-calls";
import { createPair, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";

/*
 * `callApi` checks each answer against the OpenAPI document and the error envelope, and the set-up
 * fails the test on any logged fault. `npm test -- --only fuzz` makes more requests.
 */

const RUNS = Number(env.FUZZ_RUNS);
/** The short run makes the same requests each time, and the long run makes new ones. */
const seed = RUNS > 200 ? Date.now() : 20_261_121;
const TIMEOUT_MS = 30_000 + RUNS * 200;

let one: SeededMember;
let other: SeededMember;
let admin: SeededMember;
let open: string;
let past: string;

beforeAll(async () => {
  ({ one, other, conversationId: open } = await createPair());
  past = await pairMembers(one, other, -1);
  admin = await seedMember();
  await grantAdmin(admin);
});

const nasty = fc.constantFrom(
  "",
  " ",
  "\0",
  "\ud800",
  "\udfff\ud800",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "toString",
  "' or 1=1 --",
  '"; drop table members; --',
  "%00",
  "%",
  "../../etc",
  "<script>alert(1)</script>",
  "\u202eabc",
  "İ",
  "ﬃ",
  "a\u0300".repeat(100),
  "9".repeat(400),
  "1e999",
  "-0",
  "NaN",
  "2026-02-30",
  "1899-12-31",
  "2008-02-29T00:00:00Z",
  "UTC+05:30",
  "UTC−05:00",
);

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ maxLength: 3_000 }),
  nasty,
);

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 5, 17, 18, 50, 80, 81, 300, 1e308, 5e-324, 2 ** 53, -90.0000001, 180),
);

const anyValue = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 3, arbitrary: anyNumber },
  fc.constantFrom(null, true, false, [], {}, [[]], { toString: 1 }),
  fc.jsonValue({ maxDepth: 4 }),
);

const keysOf = (schema: z.ZodType | undefined) =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Every field that some call accepts, and some that no call accepts. */
const FIELDS = [
  ...new Set(apiCalls.flatMap(({ body }) => keysOf(body))),
  "__proto__",
  "is_admin",
  "id",
];
const PARAMETERS = [...new Set(apiCalls.flatMap(({ query }) => keysOf(query)))];

/** The fields of a valid body. `spoilt` replaces or adds up to four fields. */
const GOOD: Record<string, unknown> = {
  name: "Somebody",
  dob: "1990-01-01",
  gender: null,
  preferred_match_gender: "surprise-me",
  content: "hello",
  reason: "other",
  status: "resolved",
  latitude: 1.5,
  longitude: 2.5,
  timezone: "UTC+01:00",
};

const anyBody = fc.oneof(
  { weight: 6, arbitrary: spoilt() },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "[".repeat(30_000),
      `{"name":${"[".repeat(9_000)}${"]".repeat(9_000)}}`,
      `{"a":"${"x".repeat(66_000)}"}`,
      '{"name":1e400}',
      '{"name":"\\ud800"}',
      '{"name":"a","name":"b"}',
      "\ufeff{}",
    ),
  },
);

function spoilt(): fc.Arbitrary<string> {
  return fc
    .dictionary(fc.constantFrom(...FIELDS), anyValue, { maxKeys: 4 })
    .map((wrong) => JSON.stringify({ ...GOOD, ...wrong }));
}

const calls = apiCalls
  .filter(({ path }) => !/account|logout|trigger-pairings|reset-password$/.test(path))
  .map(({ method, path }) => ({ method, path }));

const anyRequest = fc.record({
  call: fc.constantFrom(...calls),
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"),
  ),
  who: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("one", "admin") },
    fc.constantFrom("nobody", "garbage"),
  ),
  id: fc.oneof(fc.constantFrom("own", "other", "open", "past"), anyText),
  query: fc.dictionary(
    fc.oneof(fc.constantFrom(...PARAMETERS), anyText),
    fc.oneof(anyText, anyNumber.map(String)),
    { maxKeys: 3 },
  ),
  tail: fc.oneof(
    { weight: 9, arbitrary: fc.constant("") },
    fc.constantFrom("/", "//", "/x", "%", "?", "?a=1&a=2", "?limit=1&limit=2"),
  ),
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constant("application/json") },
    fc.constantFrom(
      "",
      "text/plain",
      "application/json; charset=latin1",
      "multipart/form-data",
      "a;;;=/",
    ),
  ),
  body: anyBody,
});

type Made = typeof anyRequest extends fc.Arbitrary<infer Value> ? Value : never;

async function send(made: Made) {
  const known = new Map(Object.entries({ own: one.id, other: other.id, open, past }));
  // A URL can't contain a lone surrogate, so a client sends U+FFFD instead.
  const id = encodeURIComponent((known.get(made.id) ?? made.id).toWellFormed()) || "%20";
  const query = new URLSearchParams(made.query).toString();
  const path = made.call.path.replace(/\{\w+\}/, id === "." || id === ".." ? "%20" : id);
  const method = made.method ?? made.call.method.toUpperCase();
  const tokens: Record<string, string | undefined> = {
    one: one.token,
    admin: admin.token,
    garbage: "not.a.token",
  };
  const hasBody = method !== "GET" && method !== "HEAD";
  return callApi(method, `${path}${made.tail || (query && `?${query}`)}`, {
    token: tokens[made.who],
    ...(hasBody ? { body: made.body } : {}),
    headers: { "content-type": made.type },
  });
}

it("the random bodies have every field of the profile, and the random queries have `before`", () => {
  expect(FIELDS).toEqual(expect.arrayContaining(Object.keys(updateProfileSchema.shape)));
  expect(PARAMETERS).toContain("before");
});

it(
  "every random request gets a valid answer, and never a 5xx",
  async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(anyRequest, async (made) => {
        const { status } = await send(made);
        seen.add(status);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: RUNS, seed },
    );
    // The random requests must get past the first checks, or they prove nothing.
    for (const status of [200, 400, 401, 404, 405]) expect([...seen]).toContain(status);
  },
  TIMEOUT_MS,
);

it(
  "a profile stores name and bio as sent, apart from cleaning, trimming and normalising",
  async () => {
    // One of the random requests has perhaps blocked `other`, so this test uses another partner.
    const partner = await seedMember();
    await pairMembers(one, partner);
    const isGood = (text: string, max: number, min = 0) => {
      const stored = normalizeText(text);
      const length = countCodePoints(stored);
      return text.isWellFormed() && length >= min && length <= max;
    };
    const isName = (text: string) =>
      !hasInvisible(text) &&
      !/\p{Cc}/u.test(text.trim()) &&
      /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{DI}\u2800]/u.test(text);
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (name, bio) => {
        const { token } = one;
        const body = { name, bio };
        const put = await callApi<MemberDto>("PUT", "/api/users/profile", { token, body });
        const good = isGood(name, 80, 1) && isName(name) && isGood(plainText(bio), 1_000);
        expect([put.status, good]).toEqual([good ? 200 : 400, good]);
        if (!good) return;
        const { body: me } = await callApi<MemberDto>("GET", "/api/users/me", { token });
        expect([me.name, me.bio]).toEqual([
          normalizeText(name),
          normalizeText(plainText(bio)) || null,
        ]);
        const seen = await callApi("GET", `/api/users/${one.id}`, { token: partner.token });
        expect([seen.body.name, seen.body.bio]).toEqual([me.name, me.bio]);
      }),
      { numRuns: Math.ceil(RUNS / 4), seed },
    );
  },
  TIMEOUT_MS,
);

it(
  "a message is delivered as sent, apart from cleaning, trimming and normalising",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.option(fc.string({ unit: "binary", maxLength: 70 })),
        async (content, key) => {
          const pair = await createPair();
          const path = `/api/pairings/conversation/${pair.conversationId}/messages`;
          const sent = await callApi<MessageDto>("POST", path, {
            token: pair.one.token,
            body: { content, client_id: key },
          });
          const read = await callApi<MessageDto[]>("GET", path, { token: pair.other.token });
          if (sent.status === 201) {
            expect(sent.body.content).toBe(normalizeText(plainText(content)));
            expect(sent.body.client_id).toBe(key);
            expect(read.body).toEqual([{ ...sent.body, client_id: null }]);
          } else {
            expect([sent.status, read.body]).toEqual([400, []]);
          }
        },
      ),
      { numRuns: Math.ceil(RUNS / 8), seed },
    );
  },
  TIMEOUT_MS,
);
