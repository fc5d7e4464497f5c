import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendMessageSchema } from "~/core/conversation/schemas";
import { normalizeText, plainText } from "~/core/shared/code-points";

describe("plain text", () => {
  it.each([
    ["one\r\ntwo\rthree\nfour", "one\ntwo\nthree\nfour"],
    ["one\u000btwo\u000cthree\u0085four", "onetwothreefour"],
    ["be\u0007ll, \u0000nothing, \u009fsomething", "bell, nothing, something"],
    ["a\ttab stays, and so does 👩‍🚀", "a\ttab stays, and so does 👩‍🚀"],
  ])("the plain text of %j is %j", (given, plain) => {
    expect(plainText(given)).toBe(plain);
  });

  it("plain text with a letter is never refused as a message", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 50 }), (given) => {
        const content = normalizeText(plainText(`${given}a`));
        expect(sendMessageSchema.safeParse({ content }).success).toBe(true);
      }),
    );
  });
});
