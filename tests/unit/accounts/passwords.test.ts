import { expect, it, vi } from "vitest";

const { compare } = vi.hoisted(() => ({ compare: vi.fn(async () => false) }));
vi.mock("bcrypt-ts", async (load) => ({ ...(await load<object>()), compare }));
const { passwords } = await import("~/core/accounts/passwords");

it("a password is hashed by 2^10 rounds of bcrypt, and an address without an account costs the same", async () => {
  expect(await passwords.hash("a fine day for tea")).toMatch(/^\$2b\$10\$/);
  await passwords.verifyDummy("a fine day for tea");
  expect(compare).toHaveBeenCalledWith(
    "a fine day for tea",
    expect.stringMatching(/^\$2b\$10\$[./\w]{53}$/),
  );
});
