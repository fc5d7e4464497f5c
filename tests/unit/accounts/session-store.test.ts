import { describe, expect, it } from "vitest";
import { isOlder } from "~/app/features/shell/session-store";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (iat: unknown, sid = "a") => `${encode({ alg: "HS256" })}.${encode({ iat, sid })}.x`;

describe("the later one of two sign-ins", () => {
  it("a sign-in is older than another if its token was issued earlier", () => {
    expect(isOlder(token(1), token(2))).toBe(true);
    expect(isOlder(token(2), token(1))).toBe(false);
    // If the two sign-ins were in the same second, the page keeps its own session, which the server
    // has just confirmed.
    expect(isOlder(token(1, "a"), token(1, "b"))).toBe(true);
    expect(isOlder(token(1), token(1))).toBe(false);
  });

  it("isOlder is false if one of the texts is not a token", () => {
    for (const other of ["", "x", "a.b.c", `x.${encode([])}.y`, token(null), token("1")]) {
      expect(isOlder(other, token(2))).toBe(false);
      expect(isOlder(token(2), other)).toBe(false);
    }
  });
});
