import { afterEach, describe, expect, it, vi } from "vitest";
import { initialsOf } from "~/app/components/avatar";

afterEach(() => vi.restoreAllMocks());

describe("the initials of a name", () => {
  it.each([
    ["ada lovelace", "AL"],
    ["  Otto   van Grim ", "OV"],
    ["Plain", "P"],
    ["🇳🇱 van 🇧🇪", "🇳🇱V"],
    ["👩‍👩‍👧 e\u0301ric", "👩‍👩‍👧É".normalize("NFD")],
    ["ﬁona ﬂint", "FF"],
    ["ßeta", "S"],
    ["นี้ กำ", "นี้กำ"],
    ["", "?"],
    [null, "?"],
  ])("the initials of %s are %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it("initials are the same in a Turkish browser as on the server", () => {
    vi.spyOn(String.prototype, "toLocaleUpperCase").mockReturnValue("İ");
    expect(initialsOf("ilker irmak")).toBe("II");
  });
});
