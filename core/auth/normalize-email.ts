/**
 * An e-mail address as it is stored and compared: lower-cased and Unicode-normalised (docs/rules.md#text). A file without
 * imports, because `npm run admin` loads it as it is.
 */
export function normalizeEmail(email: string): string {
  // In this order: lower case can bring together what NFC then makes one letter ('J̌' to 'ǰ').
  return email.trim().toLowerCase().normalize("NFC");
}
