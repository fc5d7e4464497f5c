import type { Random } from "~/core/ports";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ids are 128 random bits in 26 characters of Crockford's base 32, lower case. */
export const cryptoRandom: Random = {
  id() {
    let id = "";
    // Five bits of each byte choose one of 32 letters, so no letter is more likely than another.
    for (const byte of crypto.getRandomValues(new Uint8Array(26))) id += ALPHABET[byte & 31];
    return id;
  },
  secret() {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const base64 = btoa(String.fromCharCode(...bytes));
    return base64.replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
  },
};
