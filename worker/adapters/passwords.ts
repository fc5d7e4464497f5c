import { compare, genSaltSync, hash } from "bcrypt-ts";
import type { PasswordHasher } from "~/core/ports";
import { isHashablePassword } from "~/core/shared/text";

/** 2^10 rounds: OWASP's least for bcrypt, and what a Worker's CPU time allows. */
const ROUNDS = 10;

/**
 * A hash of the same cost whose password no one knows: 32 random bytes, thrown away. A constant,
 * since one made by the first request would cost that one twice the work, and a promise shared
 * between requests hangs in workerd.
 */
const DUMMY_HASH = "$2b$10$G74zdp50ogtgW8TyXK.0NOD2zbXCFBafe6/ssMwTI/PmoI/UUNb9y";

export const bcryptPasswords: PasswordHasher = {
  hash: (password) => hash(password, genSaltSync(ROUNDS)),
  async verify(password, stored) {
    const matches = await compare(password, stored);
    // Looked at last, so that it costs the same: bcrypt would take these for other passwords.
    return matches && isHashablePassword(password);
  },
  async verifyDummy(password) {
    await compare(password, DUMMY_HASH);
  },
};
