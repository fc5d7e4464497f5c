import { expect, it } from "vitest";
import { judgeGrant } from "~/scripts/lib/statements";

const email = "ada@example.org";

it("a member with an unconfirmed address can become an admin only on the local database", () => {
  const [confirmed, unconfirmed] = [{ is_verified: 1 }, { is_verified: 0 }];
  expect(judgeGrant(unconfirmed, { email, isRemote: true })).toMatch(
    /^ada@example.org is not confirmed/,
  );
  expect(judgeGrant(unconfirmed, { email, isRemote: false })).toBeNull();
  for (const isRemote of [true, false]) {
    expect(judgeGrant(confirmed, { email, isRemote })).toBeNull();
    expect(judgeGrant(undefined, { email, isRemote })).toMatch(
      /the e-mail address ada@example.org/,
    );
  }
});
