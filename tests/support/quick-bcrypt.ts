import * as bcrypt from "bcrypt-ts/browser";

/*
 * Replaces bcrypt in the Worker's tests: at its real cost, the passwords of a thousand members take half of the suite's time. The
 * real cost is held by tests/unit/accounts/passwords.test.ts.
 */
export const { compare, hash } = bcrypt;
export const genSaltSync = () => bcrypt.genSaltSync(4);
