import { compare, genSaltSync, hash } from "bcrypt-ts";
import { isHashablePassword } from "~/core/shared/text";

/** 2^10 rounds: OWASP's minimum for bcrypt, and as many as a Worker's CPU time allows. */
const ROUNDS = 10;

/**
 * A hash, with the same cost, of 32 random bytes that were not kept, so no one has its password. It is a constant, because the
 * first request would take twice the work to make one, and a promise that requests share hangs in workerd.
 */
const DUMMY_HASH = "$2b$10$G74zdp50ogtgW8TyXK.0NOD2zbXCFBafe6/ssMwTI/PmoI/UUNb9y";

export const passwords = {
  hash: (password: string) => hash(password, genSaltSync(ROUNDS)),
  async verify(password: string, stored: string) {
    const matches = await compare(password, stored);
    // bcrypt would accept such a password for another one. The check comes last, so that every verification costs the same.
    return matches && isHashablePassword(password);
  },
  /** Takes as long as {@link passwords.verify}, for an address without an account. */
  async verifyDummy(password: string) {
    await compare(password, DUMMY_HASH);
  },
};
