import * as bcrypt from "bcrypt-ts/browser";

/*
 * Replaces bcrypt in the Worker's tests. At its real cost, the passwords of a thousand members take
 * half of the suite's time. tests/unit/accounts/passwords.test.ts checks the real cost.
 */
export const { compare, hash } = bcrypt;
export const genSaltSync = () => bcrypt.genSaltSync(4);
