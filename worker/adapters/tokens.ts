import { jwtVerify, SignJWT } from "jose";
import type { TokenClaims, TokenSigner } from "~/core/ports";
import { toHex } from "~/core/shared/digest-token";
import type { Config } from "../env";

const ISSUER = "happenstance";

interface Keys {
  signing: Uint8Array;
  /** Newest first: a rotation leaves the tokens of the previous secret valid. */
  verifying: Uint8Array[];
  /** In the same order. */
  digesting: CryptoKey[];
}

/** The secrets that sign and digest. */
type Secrets = Pick<Config, "signingSecret" | "previousSigningSecret">;

async function importKeys(config: Secrets): Promise<Keys> {
  const encode = (secret: string) => Uint8Array.from(new TextEncoder().encode(secret));
  const signing = encode(config.signingSecret);
  const previous = config.previousSigningSecret;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const verifying = previous ? [signing, encode(previous)] : [signing];
  const toKey = (secret: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.importKey("raw", secret, algorithm, false, ["sign"]);
  return { signing, verifying, digesting: await Promise.all(verifying.map(toKey)) };
}

/** HS256 tokens that name a session: revoking the session kills the token. */
export function createTokenSigner(config: Secrets): TokenSigner {
  let keys: Promise<Keys> | undefined;
  const load = () => {
    keys ??= importKeys(config);
    return keys;
  };
  return {
    async sign({ memberId, sessionId, expiresAt }) {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuer(ISSUER)
        .setSubject(memberId)
        .setIssuedAt()
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign((await load()).signing);
    },
    async verify(token) {
      for (const key of (await load()).verifying) {
        const claims = await verifyWith(token, key);
        if (claims) return claims;
      }
      return null;
    },
    async digest(value) {
      const [current] = (await load()).digesting;
      return digestWith(current as CryptoKey, value);
    },
    async digests(value) {
      return Promise.all((await load()).digesting.map((key) => digestWith(key, value)));
    },
  };
}

async function digestWith(key: CryptoKey, value: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(value));
  return toHex(mac);
}

async function verifyWith(token: string, key: Uint8Array): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], issuer: ISSUER });
    const { sub, sid, exp } = payload;
    if (typeof sub !== "string" || typeof sid !== "string" || typeof exp !== "number") return null;
    return { memberId: sub, sessionId: sid, expiresAt: exp * 1000 };
  } catch {
    // Whatever is wrong with a token, to its bearer it is simply no token.
    return null;
  }
}
