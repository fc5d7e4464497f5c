import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailSchema } from "~/core/accounts/schemas";
import { mailboxOf, normalizeEmail } from "~/core/shared/mailbox";

describe("an e-mail address", () => {
  it.each([
    [" Ada@Example.ORG ", "ada@example.org"],
    ["Zoe\u0308@example.org", "zo\u00eb@example.org"],
    // Unicode has no capital ǰ, so `J` and its caron are one character only after lowercasing.
    ["J\u030cx@example.org", "\u01f0x@example.org"],
    ["\u01f0x@example.org", "\u01f0x@example.org"],
    ["H\u0331i@example.org", "\u1e96i@example.org"],
    ["ada@example。org", "ada@example.org"],
    ["x@bücher.example", "x@xn--bcher-kva.example"],
    ["x@XN--BCHER-KVA.example", "x@xn--bcher-kva.example"],
    ["用户@例子.广告", "用户@xn--fsqu00a.xn--4rr70v"],
    ["ada+tag@mail.example.co.uk", "ada+tag@mail.example.co.uk"],
    ["o'hara@x.ie", "o'hara@x.ie"],
  ])("the e-mail address %j is stored as %j", (given, stored) => {
    expect(normalizeEmail(given)).toBe(stored);
    expect(emailSchema.parse(given)).toBe(stored);
  });

  it.each([
    ...["x@example/other.org", "x@-example.com", "x@example-.com", "x@example.com?subject=x"],
    ...[`x@${"a".repeat(64)}.com`, "x@example", "x@example.com#a", "x@ex%61mple.com", "x@10.0.0.1"],
    ...["a@example..com", "a@.example.com", "a@example.com.", "a@b@example.com"],
    // Unicode's NFKC form of these is another address.
    ...["ａ@example.org", "ada@exampⅼe.com", "ﬁ@example.org", "ⓐ@example.org"],
    ...[
      "x@example.123",
      "x@a_b.com",
      "x@example.com:25",
      `x@${"ü".repeat(30)}.${"ü.".repeat(60)}org`,
    ],
  ])("%s is no e-mail address", (given) => {
    expect(emailSchema.safeParse(given).success).toBe(false);
  });

  it.each([
    ["ada+1@bücher.example", "ada@xn--bcher-kva.example"],
    ["Ada+a+b@Example.org", "ada@example.org"],
    ["+ada@example.org", "+ada@example.org"],
    ["+ada+x@example.org", "+ada@example.org"],
    ["a.d.a@example.org", "a.d.a@example.org"],
  ])("the mailbox of %s is %s", (given, mailbox) => {
    expect(mailboxOf(given)).toBe(mailbox);
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
