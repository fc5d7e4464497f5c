import { toHex } from "~/core/accounts/digest-token";
import type { Keyed } from "~/db/conversation/kept-words";

export type RecordPurpose = "email" | "member" | "unsubscribe" | "unsubscribe_reminders";

const KEY_ID_BITS = 32;
const HMAC = { name: "HMAC", hash: "SHA-256", length: 256 } as const;

const encode = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
const hkdf = (info: string) =>
  ({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encode(info) }) as const;

const AES = { name: "AES-GCM", length: 256 } as const;
const IV_BYTES = 12;

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

const deriveCipher = async (secret: string) => {
  const base = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveKey"]);
  const usages: KeyUsage[] = ["encrypt", "decrypt"];
  return crypto.subtle.deriveKey(hkdf("happenstance cipher"), base, AES, false, usages);
};

async function encryptWith(secret: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: AES.name, iv },
    await deriveCipher(secret),
    encode(text),
  );
  const bytes = new Uint8Array(sealed);
  let base64 = "";
  // A multiple of three bytes at a time, so that the base64 texts can be joined. All bytes at once are too many
  // arguments for one call.
  for (let i = 0; i < bytes.length; i += 3_000) base64 += toBase64(bytes.subarray(i, i + 3_000));
  return `${toBase64(iv)}.${base64}`;
}

async function decryptWith(secret: string, text: string): Promise<string | null> {
  const [iv = "", sealed = ""] = text.split(".");
  try {
    const cipher = { name: AES.name, iv: fromBase64(iv) };
    const key = await deriveCipher(secret);
    return new TextDecoder().decode(await crypto.subtle.decrypt(cipher, key, fromBase64(sealed)));
  } catch {
    // Encrypted by another key, or altered.
    return null;
  }
}

/** One key per purpose, by HKDF (RFC 5869). The key's id is derived too, and reveals nothing about the secret. */
function deriveKeys(secret: string) {
  const base = crypto.subtle.importKey("raw", encode(secret), "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const deriveId = async () =>
    toHex(await crypto.subtle.deriveBits(hkdf("happenstance key id"), await base, KEY_ID_BITS));
  const derive = async (purpose: RecordPurpose) =>
    crypto.subtle.deriveKey(hkdf(`happenstance ${purpose}`), await base, HMAC, false, ["sign"]);
  let id: Promise<string> | undefined;
  const derived = new Map<RecordPurpose, Promise<CryptoKey>>();
  return {
    id: () => {
      id ??= deriveId();
      return id;
    },
    sign: async (purpose: RecordPurpose, text: string) => {
      const key = derived.get(purpose) ?? derive(purpose);
      derived.set(purpose, key);
      return toHex(await crypto.subtle.sign("HMAC", await key, encode(text)));
    },
  };
}

/**
 * Keys for digests and texts that outlive sessions. The current key signs, and the previous one still verifies
 * (docs/rules.md#secrets).
 */
export function createRecordKeys(config: {
  recordSecret: string;
  previousRecordSecret: string | undefined;
}) {
  const { recordSecret: secret, previousRecordSecret: previous } = config;
  const secrets = previous && previous !== secret ? [secret, previous] : [secret];
  let known: ReturnType<typeof deriveKeys>[] | undefined;
  const keys = () => {
    known ??= secrets.map(deriveKeys);
    return known;
  };
  const digestBy = async (
    key: ReturnType<typeof deriveKeys>,
    purpose: RecordPurpose,
    value: string,
  ) => ({
    digest: await key.sign(purpose, `${purpose}:${value}`),
    keyId: await key.id(),
  });
  const digests = (purpose: RecordPurpose, value: string): Promise<Keyed[]> =>
    Promise.all(keys().map((key) => digestBy(key, purpose, value)));
  return {
    async digest(purpose: RecordPurpose, value: string): Promise<Keyed> {
      const [key] = keys();
      if (!key) throw new Error("no record key");
      return digestBy(key, purpose, value);
    },
    /** One digest per key, the current key's first. A stored digest may be any of them. */
    digests,
    encrypt: (text: string) => encryptWith(secret, text),
    /** @returns null if no key fits */
    async decrypt(text: string): Promise<string | null> {
      for (const one of secrets) {
        const plain = await decryptWith(one, text);
        if (plain !== null) return plain;
      }
      return null;
    },
  };
}

export type RecordKeys = ReturnType<typeof createRecordKeys>;
