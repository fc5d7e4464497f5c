import { afterEach, expect, it, vi } from "vitest";
import type { z } from "zod";
import { addPasskeySchema, emailSchema, nameSchema } from "~/core/auth/schemas";
import { addressSchema, answerSchema, sendMessageSchema } from "~/core/conversation/schemas";
import { actionSchema, appealSchema, reportSchema } from "~/core/moderation/schemas";
import { subscribeSchema } from "~/core/notifications/schemas";
import { citiesQuerySchema, updateProfileSchema } from "~/core/profile/schemas";
import { hasInvisible } from "~/core/shared/text";

afterEach(() => vi.restoreAllMocks());

/** Every field of text with its limit. */
const FIELDS: [string, z.ZodType, (text: string) => unknown, number][] = [
  ["name", nameSchema, (text) => text, 80],
  ["email", emailSchema, (text) => text, 254],
  ["name", addPasskeySchema, (name) => ({ name }), 80],
  ["bio", updateProfileSchema, (bio) => ({ bio }), 1_000],
  ["location", updateProfileSchema, (location) => ({ location }), 120],
  ["query", citiesQuerySchema, (query) => ({ query }), 120],
  ["content", sendMessageSchema, (content) => ({ content }), 2_000],
  ["address", addressSchema, (address) => ({ address }), 200],
  ["answer", answerSchema, (answer) => ({ answer }), 500],
  ["details", reportSchema, (details) => ({ reason: "spam", details }), 1_000],
  ["text", appealSchema, (text) => ({ text }), 2_000],
  ["note", actionSchema, (note) => ({ kind: "warn", reason: "spam", text: "x", note }), 2_000],
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

it.each(FIELDS)(
  "%s: more than 30 marks in a row are refused before they are normalised",
  (_, schema, of) => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    expect(schema.safeParse(of(`a${"\u0301".repeat(31)}`)).success).toBe(false);
    expect(normalize.mock.contexts.filter((text) => String(text).length > 30)).toEqual([]);
  },
);

it("thirty marks in a row are a message", () => {
  expect(sendMessageSchema.safeParse({ content: `a${"\u0316".repeat(30)}` }).success).toBe(true);
});

it("a joiner is looked for only where one stands", () => {
  expect(hasInvisible(`👩${"\ufe0f".repeat(200_000)}`)).toBe(false);
});
