import { createHmac, hkdfSync } from "node:crypto";
import type { Keyed } from "~/db/conversation/kept-words";

/** Digests and encrypted texts of the previous secret stay valid (docs/rules.md#secrets). */
export interface RecordSecrets {
  recordSecret: string;
  previousRecordSecret: string | undefined;
}

export type RecordPurpose = "email" | "member" | "unsubscribe" | "unsubscribe_reminders";

const derive = (secret: string, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", secret, "", `happenstance ${purpose}`, bytes));

function digestWith(secret: string, purpose: RecordPurpose, value: string): Keyed {
  const hmac = createHmac("sha256", derive(secret, purpose, 32));
  return {
    digest: hmac.update(`${purpose}:${value}`).digest("hex"),
    keyId: derive(secret, "key id", 4).toString("hex"),
  };
}

const listSecrets = ({ recordSecret, previousRecordSecret: previous }: RecordSecrets) =>
  previous ? [recordSecret, previous] : [recordSecret];

export const keyedDigest = (secrets: RecordSecrets, purpose: RecordPurpose, value: string) =>
  digestWith(secrets.recordSecret, purpose, value);

/** One digest per secret, because the stored digest may have been made with either. */
export const keyedDigests = (secrets: RecordSecrets, purpose: RecordPurpose, value: string) =>
  listSecrets(secrets).map((secret) => digestWith(secret, purpose, value));

const AES = "AES-GCM";

const deriveCipher = (secret: string) =>
  crypto.subtle.importKey("raw", derive(secret, "cipher", 32), AES, false, ["encrypt", "decrypt"]);

export async function encryptRecord({ recordSecret }: RecordSecrets, text: string) {
  const iv = crypto.getRandomValues(Buffer.alloc(12));
  const cipher = await deriveCipher(recordSecret);
  const sealed = await crypto.subtle.encrypt({ name: AES, iv }, cipher, Buffer.from(text));
  return `${iv.toString("base64")}.${Buffer.from(sealed).toString("base64")}`;
}

export async function decryptRecord(secrets: RecordSecrets, text: string): Promise<string | null> {
  const [iv = "", sealed = ""] = text.split(".");
  const how = { name: AES, iv: Buffer.from(iv, "base64") };
  for (const secret of listSecrets(secrets)) {
    const cipher = await deriveCipher(secret);
    try {
      const plain = await crypto.subtle.decrypt(how, cipher, Buffer.from(sealed, "base64"));
      return Buffer.from(plain).toString();
    } catch {
      // The text was encrypted by another key, or altered.
    }
  }
  return null;
}
