import { afterAll, expect, it, vi } from "vitest";

// Other test files share these modules, and expect the real ones.
afterAll(() => {
  vi.doUnmock("bcrypt-ts");
  vi.resetModules();
});

it("a password is hashed with 2^10 rounds of bcrypt, even in a sign-in with an unknown e-mail", async () => {
  const compare = vi.fn(async () => false);
  vi.resetModules();
  vi.doMock("bcrypt-ts", async (load) => ({ ...(await load<object>()), compare }));
  const { passwords } = await import("~/core/accounts/passwords");
  expect(await passwords.hash("a fine day for tea")).toMatch(/^\$2b\$10\$/);
  expect(await passwords.verify("a fine day for tea", undefined)).toBe(false);
  expect(compare).toHaveBeenCalledWith(
    "a fine day for tea",
    expect.stringMatching(/^\$2b\$10\$[./\w]{53}$/),
  );
});
