import { webcrypto } from "node:crypto";

/*
 * The browser's side of Web Push, written only from the RFCs and without any code of the sending
 * side.
 */

const { subtle } = webcrypto;
const text = (value: string) => new TextEncoder().encode(value);
export const fromBase64Url = (value: string) => Uint8Array.from(Buffer.from(value, "base64url"));
export const toBase64Url = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes as Uint8Array).toString("base64url");

export interface BrowserKeys {
  p256dh: string;
  auth: string;
  /** The private key, in base64url (a JWK's `d`). */
  d: string;
}

export async function createBrowserKeys(): Promise<BrowserKeys> {
  const pair = await subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
    "deriveBits",
  ]);
  const { d = "" } = await subtle.exportKey("jwk", pair.privateKey);
  const point = await subtle.exportKey("raw", pair.publicKey);
  const auth = webcrypto.getRandomValues(new Uint8Array(16));
  return { p256dh: toBase64Url(point), auth: toBase64Url(auth), d };
}

const jwkOf = (point: Uint8Array) => ({
  kty: "EC",
  crv: "P-256",
  x: toBase64Url(point.subarray(1, 33)),
  y: toBase64Url(point.subarray(33, 65)),
});

async function derive(ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) {
  const key = await subtle.importKey("raw", ikm, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await subtle.deriveBits(algorithm, key, 8 * length));
}

/** Decrypts a message's body (RFC 8291 §3.4, RFC 8188 §2). Throws if it is incomplete or not for this browser. */
export async function decryptPush(body: Uint8Array, keys: BrowserKeys): Promise<string> {
  const salt = body.subarray(0, 16);
  const recordSize = new DataView(body.buffer, body.byteOffset).getUint32(16);
  const idLength = body[20] ?? 0;
  const serverPoint = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > recordSize) throw new Error("more than one record");

  const own = fromBase64Url(keys.p256dh);
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const privateKey = await subtle.importKey("jwk", { ...jwkOf(own), d: keys.d }, curve, false, [
    "deriveBits",
  ]);
  const serverKey = await subtle.importKey("raw", serverPoint, curve, false, []);
  const secret = await subtle.deriveBits({ name: "ECDH", public: serverKey }, privateKey, 256);
  const keyInfo = Buffer.concat([text("WebPush: info\0"), own, serverPoint]);
  const ikm = await derive(new Uint8Array(secret), fromBase64Url(keys.auth), keyInfo, 32);
  const contentKey = await derive(ikm, salt, text("Content-Encoding: aes128gcm\0"), 16);
  const iv = await derive(ikm, salt, text("Content-Encoding: nonce\0"), 12);

  const aes = await subtle.importKey("raw", contentKey, "AES-GCM", false, ["decrypt"]);
  const padded = new Uint8Array(await subtle.decrypt({ name: "AES-GCM", iv }, aes, record));
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) {
    throw new Error("no end of the last record");
  }
  return Buffer.from(padded.subarray(0, end)).toString("utf8");
}

/**
 * Reads the claims of a signature (RFC 8292). Throws if the named key has not made the signature.
 */
export async function readVapid(
  authorization: string,
): Promise<{ key: string; aud: string; exp: number; sub: string }> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", payload = "", signature = ""] = token.split(".");
  const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
  const publicKey = await subtle.importKey("jwk", jwkOf(fromBase64Url(key)), ecdsa, false, [
    "verify",
  ]);
  const isRight = await subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    publicKey,
    fromBase64Url(signature),
    text(`${head}.${payload}`),
  );
  const header = JSON.parse(Buffer.from(head, "base64url").toString());
  if (!isRight || header.alg !== "ES256") throw new Error("a wrong signature");
  return { key, ...JSON.parse(Buffer.from(payload, "base64url").toString()) };
}
