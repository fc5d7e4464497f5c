import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeEmail } from "~/core/auth/normalize-email";
import { emailSchema } from "~/core/auth/schemas";

describe("an e-mail address", () => {
  it.each([
    [" Ada@Example.ORG ", "ada@example.org"],
    ["Zoe\u0308@example.org", "zo\u00eb@example.org"],
    // There is no capital ǰ: only the small letter and its hook are one.
    ["J\u030cx@example.org", "\u01f0x@example.org"],
    ["\u01f0x@example.org", "\u01f0x@example.org"],
    ["H\u0331i@example.org", "\u1e96i@example.org"],
  ])("%j is stored as %j", (given, stored) => {
    expect(normalizeEmail(given)).toBe(stored);
    expect(emailSchema.parse(given)).toBe(stored);
  });

  it("is in one form, whatever was typed", () => {
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
