import { describe, expect, it } from "vitest";
import { isOlder } from "~/app/features/shell/session-store";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (iat: unknown, sid = "a") => `${encode({ alg: "HS256" })}.${encode({ iat, sid })}.x`;

describe("which of two sign-ins is the later one", () => {
  it("follows from when their tokens were issued", () => {
    expect(isOlder(token(1), token(2))).toBe(true);
    expect(isOlder(token(2), token(1))).toBe(false);
    // Signed in twice within one second: the page's is alive, for the server has just said so.
    expect(isOlder(token(1, "a"), token(1, "b"))).toBe(true);
    expect(isOlder(token(1), token(1))).toBe(false);
  });

  it("is not known of what is no token", () => {
    for (const other of ["", "x", "a.b.c", `x.${encode([])}.y`, token(null), token("1")]) {
      expect(isOlder(other, token(2))).toBe(false);
      expect(isOlder(token(2), other)).toBe(false);
    }
  });
});
