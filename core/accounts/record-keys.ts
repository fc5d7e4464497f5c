import { toHex } from "~/core/accounts/digest-token";
import type { Keyed } from "~/db/conversation/kept-words";

export type RecordPurpose = "email" | "member" | "unsubscribe" | "unsubscribe_reminders";

/** Part of the Worker's configuration. */
export interface RecordSecrets {
  recordSecret: string;
  previousRecordSecret: string | undefined;
}

const KEY_ID_BITS = 32;
const HMAC = { name: "HMAC", hash: "SHA-256", length: 256 } as const;
const AES = { name: "AES-GCM", length: 256 } as const;
const IV_BYTES = 12;

const encode = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Derives a key for each purpose by HKDF (RFC 5869). The derived id reveals nothing about the secret. */
async function deriveKeys(secret: string) {
  const usages: KeyUsage[] = ["deriveKey", "deriveBits"];
  const base = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, usages);
  const hkdf = (purpose: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encode(`happenstance ${purpose}`),
  });
  const derive = (purpose: RecordPurpose) =>
    crypto.subtle.deriveKey(hkdf(purpose), base, HMAC, false, ["sign"]);
  return {
    id: toHex(await crypto.subtle.deriveBits(hkdf("key id"), base, KEY_ID_BITS)),
    signing: {
      email: await derive("email"),
      member: await derive("member"),
      unsubscribe: await derive("unsubscribe"),
      unsubscribe_reminders: await derive("unsubscribe_reminders"),
    },
    cipher: await crypto.subtle.deriveKey(hkdf("cipher"), base, AES, false, ["encrypt", "decrypt"]),
  };
}
type Keys = Awaited<ReturnType<typeof deriveKeys>>;

/** By secret. Holds no promises, because one request must not wait for another request's promise. */
const derived = new Map<string, Keys>();

async function keysOf(secret: string): Promise<Keys> {
  const keys = derived.get(secret) ?? (await deriveKeys(secret));
  derived.set(secret, keys);
  return keys;
}

/** The previous secret's keys still verify and decrypt (docs/rules.md#secrets). */
const allKeys = ({ recordSecret, previousRecordSecret }: RecordSecrets): Promise<Keys[]> =>
  Promise.all([...new Set([recordSecret, previousRecordSecret || recordSecret])].map(keysOf));

async function digestBy({ id, signing }: Keys, purpose: RecordPurpose, value: string) {
  const text = encode(`${purpose}:${value}`);
  return { digest: toHex(await crypto.subtle.sign("HMAC", signing[purpose], text)), keyId: id };
}

export async function keyedDigest(
  { recordSecret }: RecordSecrets,
  purpose: RecordPurpose,
  value: string,
): Promise<Keyed> {
  return digestBy(await keysOf(recordSecret), purpose, value);
}

/** One digest per key, the current key's first. A stored digest may be any of them. */
export async function keyedDigests(
  secrets: RecordSecrets,
  purpose: RecordPurpose,
  value: string,
): Promise<Keyed[]> {
  return Promise.all((await allKeys(secrets)).map((keys) => digestBy(keys, purpose, value)));
}

export async function encryptRecord({ recordSecret }: RecordSecrets, text: string) {
  const { cipher } = await keysOf(recordSecret);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const bytes = new Uint8Array(
    await crypto.subtle.encrypt({ name: AES.name, iv }, cipher, encode(text)),
  );
  let base64 = "";
  // A multiple of three bytes at a time, so that the base64 texts can be joined. All bytes at once are too many
  // arguments for one call.
  for (let i = 0; i < bytes.length; i += 3_000) base64 += toBase64(bytes.subarray(i, i + 3_000));
  return `${toBase64(iv)}.${base64}`;
}

/** @returns null if no key fits */
export async function decryptRecord(secrets: RecordSecrets, text: string): Promise<string | null> {
  const [iv = "", sealed = ""] = text.split(".");
  for (const { cipher } of await allKeys(secrets)) {
    try {
      const how = { name: AES.name, iv: fromBase64(iv) };
      return new TextDecoder().decode(await crypto.subtle.decrypt(how, cipher, fromBase64(sealed)));
    } catch {
      // Encrypted by another key, or altered.
    }
  }
  return null;
}
