import { afterEach, expect, it, vi } from "vitest";
import type { z } from "zod";
import { addPasskeySchema, emailSchema, nameSchema } from "~/core/accounts/schemas";
import {
  addressSchema,
  answerSchema,
  messagesQuerySchema,
  sendMessageSchema,
} from "~/core/conversation/schemas";
import {
  actionSchema,
  appealSchema,
  membersQuerySchema,
  reportSchema,
} from "~/core/moderation/schemas";
import { subscribeSchema } from "~/core/notices/schemas";
import { citiesQuerySchema, updateProfileSchema } from "~/core/profile/schemas";
import { hasInvisible } from "~/core/shared/text";

afterEach(() => vi.restoreAllMocks());

const FIELDS: [string, z.ZodType, (text: string) => unknown, number][] = [
  ["name", nameSchema, (text) => text, 80],
  ["email", emailSchema, (text) => text, 254],
  ["name", addPasskeySchema, (name) => ({ name }), 80],
  ["bio", updateProfileSchema, (bio) => ({ bio }), 1_000],
  ["location", updateProfileSchema, (location) => ({ location }), 120],
  ["dob", updateProfileSchema, (dob) => ({ dob }), 200],
  ["query", citiesQuerySchema, (query) => ({ query }), 120],
  ["content", sendMessageSchema, (content) => ({ content }), 2_000],
  ["client_id", sendMessageSchema, (client_id) => ({ content: "x", client_id }), 200],
  ["before", messagesQuerySchema, (before) => ({ before }), 200],
  ["address", addressSchema, (address) => ({ address }), 200],
  ["answer", answerSchema, (answer) => ({ answer }), 500],
  ["details", reportSchema, (details) => ({ reason: "spam", details }), 1_000],
  ["message_id", reportSchema, (message_id) => ({ reason: "spam", message_id }), 200],
  ["text", appealSchema, (text) => ({ text }), 2_000],
  ["note", actionSchema, (note) => ({ kind: "warn", reason: "spam", text: "x", note }), 2_000],
  ["query", membersQuerySchema, (query) => ({ query }), 254],
  ["label", subscribeSchema, (label) => ({ label }), 60],
];
const MARKS = "\u0345".repeat(15_500) + "\u0334".repeat(15_500);

it.each(FIELDS)(
  "%s: a text far over the limit is refused before it is normalised",
  (_, schema, of, max) => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    for (const text of [`a${MARKS}`, "\ufe0f".repeat(21_500), "a".repeat(4 * max + 65)]) {
      expect(schema.safeParse(of(text)).success).toBe(false);
    }
    const longest = Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length));
    expect(longest).toBeLessThanOrEqual(4 * max + 64);
    expect(normalize.mock.contexts.filter((text) => String(text).length > 4 * max)).toEqual([]);
  },
);

it.each(FIELDS.filter(([name]) => !/_id|before|dob/.test(name)))(
  "%s: more than 30 marks in a row are refused before they are normalised",
  (_, schema, of) => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    expect(schema.safeParse(of(`a${"\u0301".repeat(31)}`)).success).toBe(false);
    expect(normalize.mock.contexts.filter((text) => String(text).length > 30)).toEqual([]);
  },
);

it("thirty combining marks in a row are accepted in a message", () => {
  expect(sendMessageSchema.safeParse({ content: `a${"\u0316".repeat(30)}` }).success).toBe(true);
});

it("control characters in a message, bio, answer or address are removed, and line breaks become \\n", () => {
  const given = "one\u000btwo\u0000\u0085\r\nthree\rfour\tfive";
  const plain = "onetwo\nthree\nfour\tfive";
  expect(sendMessageSchema.parse({ content: given }).content).toBe(plain);
  expect(updateProfileSchema.parse({ bio: given }).bio).toBe(plain);
  expect(answerSchema.parse({ answer: given }).answer).toBe(plain);
  expect(addressSchema.parse({ address: "a\u000bb" }).address).toBe("ab");
});

it.each(["\t", "\n", "\u000b", "\u0085", "\u0000", "\u2028", "\u2029"])(
  "%j is refused inside a name, e-mail or location, and trimmed at the ends of a name if JavaScript calls it white space",
  (one) => {
    expect(nameSchema.safeParse(`A${one}da`).success).toBe(false);
    expect(emailSchema.safeParse(`a${one}da@example.org`).success).toBe(false);
    expect(updateProfileSchema.safeParse({ location: `Par${one}is` }).success).toBe(false);
    if (one.trim() === "") expect(nameSchema.parse(`${one}Ada${one}`)).toBe("Ada");
  },
);

it("hasInvisible is false for an emoji followed by 200,000 variation selectors", () => {
  expect(hasInvisible(`👩${"\ufe0f".repeat(200_000)}`)).toBe(false);
});
