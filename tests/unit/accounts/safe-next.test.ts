import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeNext } from "~/app/lib/safe-next";

describe("the page after signing in", () => {
  it.each([
    ["/", "/"],
    ["/profile/edit", "/profile/edit"],
    ["/conversations?before=x#top", "/conversations?before=x#top"],
    ["/a/../profile", "/profile"],
  ])("%s is accepted as a path of this site", (next, path) => {
    expect(safeNext(next)).toBe(path);
  });

  it.each([
    null,
    "",
    "profile",
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "/.//elsewhere.example",
    "/a/..//elsewhere.example",
    "/%2e//elsewhere.example",
    "/./\\elsewhere.example",
  ])("safeNext returns the home page instead of %j", (next) => {
    expect(safeNext(next)).toBe("/");
  });

  it("safeNext never leads to another host", () => {
    const part = fc.constantFrom(
      "/",
      ".",
      "..",
      "\\",
      "%2e",
      "%2f",
      "a",
      "@",
      ":",
      "?",
      "#",
      "\t",
      "//",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = safeNext(`/${parts.join("")}elsewhere.example`);
        expect(new URL(path, "https://own.example").origin).toBe("https://own.example");
      }),
      { numRuns: 2_000 },
    );
  });
});
