const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** 130 random bits. */
export function newId(): string {
  let id = "";
  // Five bits of each byte choose one of 32 letters, so all letters are equally likely.
  for (const byte of crypto.getRandomValues(new Uint8Array(26))) id += ALPHABET[byte & 31];
  return id;
}

/** 256 random bits in base64url. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
}
