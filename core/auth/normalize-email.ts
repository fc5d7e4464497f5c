/**
 * An e-mail address as it is stored and compared: lower-cased and Unicode-normalised (docs/rules.md#text). The file has
 * no imports, because `npm run admin` loads it without a build.
 */
export function normalizeEmail(email: string): string {
  // The order matters: lower-casing can produce letters that NFC then joins into one ('J̌' to 'ǰ').
  return email.trim().toLowerCase().normalize("NFC");
}
