import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkify, type Piece } from "~/app/features/conversation/linkify";
import { measureLeastTime } from "~/tests/support/least-time";

const shown = (piece: Piece) =>
  piece.kind === "text" ? piece.text : piece.before + piece.host + piece.after;
const links = (text: string) => linkify(text).filter((piece) => piece.kind === "link");

describe("links in a message", () => {
  it.each([
    ["see https://example.com.", ["https://example.com"]],
    ["(https://example.com/a_(b))", ["https://example.com/a_(b)"]],
    [
      "https://a.example/x?y=1&z=2#w, and http://b.example!",
      ["https://a.example/x?y=1&z=2#w", "http://b.example"],
    ],
    ["HTTPS://EXAMPLE.com/Path", ["https://example.com/Path"]],
    ["https://example.com:8443/", ["https://example.com:8443"]],
    ["no link: example.com, ftp://example.com, javascript:alert(1)", []],
    ["https://localhost/ and https://", []],
    ["\nwww.example.org.", ["www.example.org"]],
    ["(see WWW.Example.org/a_(b)?c=1)", ["www.example.org/a_(b)?c=1"]],
    ["no link: www.example, www., www..org, x.www.example.org, éwww.example.org, /www.a.b", []],
    ["www.bank.example@evil.example, https://bank.example@evil.example", []],
    [
      "Ada <ada.l+x@mail.example.org>, bo@example.com!",
      ["ada.l+x@mail.example.org", "bo@example.com"],
    ],
    ["no link: a@b, @ada@example.org, müa@example.org, a@b.example@c.example, a@example.orgé", []],
    ["no link: a%40b@example.org, a@exаmple.org, a@example.\u212Aim, ftp://a@b.example", []],
    ["no link: a@example.org\u202E, \u202Ea@example.org, \u200Bwww.example.org", []],
    [`no link: ${"a".repeat(65)}@example.org, a@${"b".repeat(64)}.example`, []],
    ["https://example.com/docs（中文）了解", ["https://example.com/docs"]],
    [
      "看https://a.example/b，或者https://b.example。再见",
      ["https://a.example/b", "https://b.example"],
    ],
    [
      "詳しくはhttps://example.comを見て、www.example.orgも",
      ["https://example.com", "www.example.org"],
    ],
    ["ดูที่https://example.com/ดีมาก", ["https://example.com"]],
    [
      "https://example.com/a、https://example.com/b।",
      ["https://example.com/a", "https://example.com/b"],
    ],
    [
      "انظر https://example.com/a، أو https://example.com/b؟",
      ["https://example.com/a", "https://example.com/b"],
    ],
    [
      "https://example.com/a։ https://example.com/b። https://example.com/c😀",
      ["https://example.com/a", "https://example.com/b", "https://example.com/c"],
    ],
    ["「https://example.com/a」『www.example.org』", ["https://example.com/a", "www.example.org"]],
    [
      "https://ru.example.org/wiki/Москва, https://例え.jp/a",
      ["https://ru.example.org/wiki/Москва", "https://xn--r8jz45g.jp/a"],
    ],
    ["邮箱ada@example.org，谢谢", ["ada@example.org"]],
  ])("the links in %j are %j", (text, expected) => {
    expect(links(text).map(shown)).toEqual(expected);
  });

  it.each([
    ["www.example.org/x", "https://www.example.org/x"],
    ["ada@Example.org", "mailto:ada@Example.org"],
    ["www.аррӏе.com", "https://www.xn--80ak6aa92e.com/"],
  ])("a link typed as %j opens %j", (text, href) => {
    expect(links(text)).toMatchObject([{ href }]);
  });

  it("a link with a look-alike host shows the host that opens, in ASCII, not the typed one", () => {
    const [link] = links("https://аррӏе.com/login");
    expect(link).toMatchObject({ host: "xn--80ak6aa92e.com", after: "/login" });
  });

  it("a link shows a character that changes the reading direction only in its escaped form", () => {
    const [link] = links("https://example.com/%E2%80%AEgpj.exe");
    expect(link).toMatchObject({ after: "/%E2%80%AEgpj.exe" });
  });

  it.each([
    "www.",
    "a@",
    "a@b.",
    "a.",
    "a-",
    ")",
    "(",
    ".)",
    "https://a.b/)",
    "www.a.b)",
    "www.a.b ",
    "a@b.cd ",
    "了",
    "https://a.b了",
    "www.了",
    "\u202E",
  ])("linkify takes less than 100 ms for an attacker's 4,000 characters of %j", async (word) => {
    for (const text of [
      word.repeat(4_000 / word.length),
      `https://a.b/${word.repeat(4_000 / word.length)}x`,
      `www.a.b/${word.repeat(4_000 / word.length)}`,
      `a@${word.repeat(4_000 / word.length)}`,
    ]) {
      const { ms } = await measureLeastTime(100, async () => linkify(text));
      expect(ms).toBeLessThan(100);
    }
  });

  it("linkify adds no text around links, and each link shows the host that it opens", () => {
    const word = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.webUrl({
        validSchemes: ["http", "https"],
        withFragments: true,
        withQueryParameters: true,
      }),
      fc.domain().map((domain) => `www.${domain}`),
      fc.emailAddress(),
      fc.stringMatching(/^[wa@.:/()-]{0,30}$/),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const text = words.join(" ");
        const pieces = linkify(text);
        let rest = text;
        for (const piece of pieces) {
          if (piece.kind === "link") {
            const { protocol, host, pathname } = new URL(piece.href);
            expect(protocol).toMatch(/^(https?|mailto):$/);
            expect(protocol === "mailto:" ? pathname.split("@")[1] : host).toBe(piece.host);
            continue;
          }
          const at = rest.indexOf(piece.text);
          expect(at).toBeGreaterThanOrEqual(0);
          rest = rest.slice(at + piece.text.length);
        }
        if (pieces.every((piece) => piece.kind === "text")) {
          expect(pieces.map(shown).join("")).toBe(text);
        }
      }),
    );
  });
});
