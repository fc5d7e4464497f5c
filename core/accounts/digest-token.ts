export const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * SHA-256 in hexadecimal, for storing. A token of 128 random bits or more needs no key and no salt, so it stays valid
 * when a secret is rotated.
 */
export async function digestToken(token: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));
}
