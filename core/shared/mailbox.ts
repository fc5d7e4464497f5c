/** See docs/rules.md#text. Has no imports, because `npm run admin` loads this file without a build. */

/** At least two ASCII labels, of which the last has a letter. */
const HOST_NAME =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[\d-]*[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Converts a domain to ASCII by UTS 46. Null if the result is no host name. */
function toAsciiDomain(domain: string): string | null {
  // A URL would end its host at these characters, or decode them.
  if (/[\s/?#%:@\\[\]]/u.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  return HOST_NAME.test(hostname) ? hostname : null;
}

export function hasHostName(email: string): boolean {
  return HOST_NAME.test(email.slice(email.lastIndexOf("@") + 1));
}

/**
 * The form in which addresses are stored and compared: lower case and NFC, with the domain in ASCII, so that both
 * spellings of an international domain belong to one account.
 */
export function normalizeEmail(email: string): string {
  // Lower case comes first, because it can produce letters that NFC then joins into one ('J̌' to 'ǰ').
  const plain = email.trim().toLowerCase().normalize("NFC");
  const at = plain.lastIndexOf("@") + 1;
  const domain = at > 0 ? toAsciiDomain(plain.slice(at)) : null;
  return domain === null ? plain : plain.slice(0, at) + domain;
}

/**
 * The address without the part from `+` to `@`. Bans, kept digests and mail limits apply to the mailbox, because one
 * mailbox has any number of addresses with `+`.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf("@");
  const plus = address.indexOf("+", 1);
  return plus === -1 || plus > at ? address : address.slice(0, plus) + address.slice(at);
}
