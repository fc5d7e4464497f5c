import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkify, type Piece } from "~/app/features/conversation/linkify";

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
  ])("in %j are %j", (text, expected) => {
    expect(links(text).map(shown)).toEqual(expected);
  });

  it("shows what opens, not what was typed: a look-alike host in ASCII", () => {
    const [link] = links("https://аррӏе.com/login");
    expect(link).toMatchObject({ host: "xn--80ak6aa92e.com", after: "/login" });
  });

  it("leaves an address with a name in front of its host as text", () => {
    expect(links("https://bank.example@evil.example/")).toEqual([]);
  });

  it("never shows a path that turns the reading direction", () => {
    const [link] = links("https://example.com/%E2%80%AEgpj.exe");
    expect(link).toMatchObject({ after: "/%E2%80%AEgpj.exe" });
  });

  it("loses and makes up no word around the links", () => {
    const word = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.webUrl({
        validSchemes: ["http", "https"],
        withFragments: true,
        withQueryParameters: true,
      }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const text = words.join(" ");
        const pieces = linkify(text);
        let rest = text;
        for (const piece of pieces) {
          if (piece.kind === "link") {
            expect(new URL(piece.href).protocol).toMatch(/^https?:$/);
            expect(new URL(piece.href).host).toBe(piece.host);
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
