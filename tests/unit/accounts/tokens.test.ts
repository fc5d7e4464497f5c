import { afterEach, expect, it, vi } from "vitest";
import { signToken, verifyToken } from "~/core/accounts/tokens";

const OLD = "the-old-secret-of-these-tests-0123456789";
const NEW = "the-new-secret-of-these-tests-0123456789";
const claims = { memberId: "ann", sessionId: "session1", expiresAt: Date.UTC(2031, 2, 1) };
const of = (signingSecret: string, previousSigningSecret?: string) => ({
  signingSecret,
  previousSigningSecret,
});

afterEach(() => vi.useRealTimers());

it("a token that was verified before is refused once it has expired", async () => {
  vi.useFakeTimers({ now: claims.expiresAt - 1 });
  const token = await signToken(of(OLD), claims);
  expect(await verifyToken(of(OLD), token)).toEqual(claims);
  vi.setSystemTime(claims.expiresAt);
  expect(await verifyToken(of(OLD), token)).toBeNull();
});

it("a token that was verified before is refused once its secret is gone", async () => {
  const token = await signToken(of(OLD), claims);
  expect(await verifyToken(of(NEW, OLD), token)).toEqual(claims);
  expect(await verifyToken(of(NEW), token)).toBeNull();
  expect(await verifyToken(of(OLD), token)).toEqual(claims);
});

it("a forged token is refused each time, and the real token is accepted after it", async () => {
  const token = await signToken(of(OLD), claims);
  const forged = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
  for (let i = 0; i < 2; i++) expect(await verifyToken(of(OLD), forged)).toBeNull();
  expect(await verifyToken(of(OLD), token)).toEqual(claims);
});
