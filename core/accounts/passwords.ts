import { compare, genSaltSync, hash } from "bcrypt-ts";
import { isHashablePassword } from "~/core/shared/text";

/** 2^10 rounds: OWASP's minimum for bcrypt, and all that a Worker's CPU time allows. */
const ROUNDS = 10;

/** The hash of 32 random bytes that nobody kept, with the same number of rounds. */
const DUMMY_HASH = "$2b$10$G74zdp50ogtgW8TyXK.0NOD2zbXCFBafe6/ssMwTI/PmoI/UUNb9y";

export const passwords = {
  hash: (password: string) => hash(password, genSaltSync(ROUNDS)),
  /**
   * `stored` is missing if the e-mail has no account. The call then takes as long as with an account, and returns
   * false.
   */
  async verify(password: string, stored = DUMMY_HASH) {
    const matches = await compare(password, stored);
    // bcrypt ignores bytes beyond the 72nd. The length is checked last, so that every verification takes the same time.
    return matches && isHashablePassword(password);
  },
};
