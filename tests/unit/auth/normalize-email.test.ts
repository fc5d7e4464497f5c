import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeEmail } from "~/core/auth/normalize-email";
import { emailSchema } from "~/core/auth/schemas";

describe("an e-mail address", () => {
  it.each([
    [" Ada@Example.ORG ", "ada@example.org"],
    ["Zoe\u0308@example.org", "zo\u00eb@example.org"],
    // No capital ǰ exists: letter and hook are one character only after lowercasing.
    ["J\u030cx@example.org", "\u01f0x@example.org"],
    ["\u01f0x@example.org", "\u01f0x@example.org"],
    ["H\u0331i@example.org", "\u1e96i@example.org"],
  ])("the e-mail address %j is stored as %j", (given, stored) => {
    expect(normalizeEmail(given)).toBe(stored);
    expect(emailSchema.parse(given)).toBe(stored);
  });

  it("a normalized address is in NFC, and normalizing it again changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const email = normalizeEmail(text);
        expect(email).toBe(email.normalize("NFC"));
        expect(normalizeEmail(email)).toBe(email);
      }),
      { numRuns: 1_000 },
    );
  });
});
