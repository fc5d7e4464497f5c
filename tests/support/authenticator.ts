import { isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import type { PasskeyOptions } from "~/core/accounts/passkey-ceremonies";

/** A software authenticator with one passkey, which answers like a browser. */
export interface Authenticator {
  credentialId: string;
  register(options: PasskeyOptions): Promise<string>;
  prove(options: PasskeyOptions, lie?: Lie): Promise<string>;
}

export interface Lie {
  origin?: string;
  counter?: number;
  userHandle?: string;
  /** The authenticator did not verify its owner by finger, face or PIN. */
  unverified?: boolean;
  key?: CryptoKey;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

const encode = isoBase64URL.fromBuffer;
const utf8 = (text: string) => new TextEncoder().encode(text);
const sha256 = async (bytes: BufferSource) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const concat = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Converts an ECDSA signature from WebCrypto's form (r and s side by side) to WebAuthn's (DER). */
function toDer(signature: Uint8Array) {
  const integer = (bytes: Uint8Array) => {
    const trimmed = bytes.slice(bytes.findIndex((byte) => byte !== 0));
    const value = (trimmed[0] ?? 0) > 0x7f ? concat(new Uint8Array(1), trimmed) : trimmed;
    return concat(Uint8Array.of(0x02, value.length), value);
  };
  const both = concat(integer(signature.slice(0, 32)), integer(signature.slice(32)));
  return concat(Uint8Array.of(0x30, both.length), both);
}

export const newKey = () =>
  crypto.subtle.generateKey(ES256, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;

export async function createAuthenticator(origin: string): Promise<Authenticator> {
  const { publicKey, privateKey } = await newKey();
  const id = crypto.getRandomValues(new Uint8Array(16));
  const credentialId = encode(id);
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, { challenge }: PasskeyOptions, at = origin) =>
    utf8(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));

  async function authenticatorData(rpId: string, flags: number, count: number) {
    const counted = new Uint8Array(4);
    new DataView(counted.buffer).setUint32(0, count);
    return concat(await sha256(utf8(rpId)), Uint8Array.of(flags), counted);
  }

  const answer = (response: Record<string, string | undefined>) =>
    JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: "public-key",
      clientExtensionResults: {},
      response,
    });

  return {
    credentialId,
    async register(options) {
      handle = (options.user as { id: string }).id;
      const { x, y } = (await crypto.subtle.exportKey("jwk", publicKey)) as JsonWebKey;
      // The public key in COSE: elliptic curve, ES256, P-256, both coordinates.
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, isoBase64URL.toBuffer(x ?? "")],
          [-3, isoBase64URL.toBuffer(y ?? "")],
        ]),
      );
      const { rp } = options as { rp: { id: string } };
      const authData = concat(
        await authenticatorData(rp.id, USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL, counter),
        new Uint8Array(16),
        Uint8Array.of(0, id.length),
        id,
        key,
      );
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, never>()],
        ["authData", authData],
      ]);
      return answer({
        clientDataJSON: encode(clientData("webauthn.create", options)),
        attestationObject: encode(isoCBOR.encode(attestation)),
      });
    },
    async prove(options, lie = {}) {
      counter += 1;
      const flags = lie.unverified ? USER_PRESENT : USER_PRESENT | USER_VERIFIED;
      const rpId = String(options.rpId);
      const data = await authenticatorData(rpId, flags, lie.counter ?? counter);
      const client = clientData("webauthn.get", options, lie.origin);
      const signed = concat(data, await sha256(client));
      const signature = await crypto.subtle.sign(ES256, lie.key ?? privateKey, signed);
      return answer({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(toDer(new Uint8Array(signature))),
        userHandle: lie.userHandle ?? handle,
      });
    },
  };
}
