import { jwtVerify, SignJWT } from "jose";

const ISSUER = "happenstance";

export interface TokenClaims {
  memberId: string;
  sessionId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Secrets {
  signingSecret: string;
  previousSigningSecret: string | undefined;
}

const VERIFIED_MAX = 4_096;
/** A cache, because most requests repeat a recently verified token. */
let verified = { secrets: [] as unknown[], claims: new Map<string, TokenClaims>() };

function verifiedWith({ signingSecret, previousSigningSecret }: Secrets) {
  const secrets = [signingSecret, previousSigningSecret];
  if (secrets.some((secret, i) => secret !== verified.secrets[i])) {
    verified = { secrets, claims: new Map() };
  }
  return verified.claims;
}

const encode = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

/** Signs with HS256. The token names a session, so revoking the session revokes the token. */
export function signToken(
  { signingSecret }: Secrets,
  { memberId, sessionId, expiresAt }: TokenClaims,
): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(ISSUER)
    .setSubject(memberId)
    .setIssuedAt()
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(encode(signingSecret));
}

/**
 * After a rotation, tokens of the previous secret stay valid.
 * @returns null for a forged or expired token, and for any other text
 */
export async function verifyToken(secrets: Secrets, token: string): Promise<TokenClaims | null> {
  const known = verifiedWith(secrets);
  const found = known.get(token);
  if (found) return found.expiresAt > Date.now() ? found : null;
  for (const secret of [secrets.signingSecret, secrets.previousSigningSecret]) {
    const claims = secret ? await verifyWith(token, encode(secret)) : null;
    if (!claims) continue;
    if (known.size >= VERIFIED_MAX) known.clear();
    known.set(token, claims);
    return claims;
  }
  return null;
}

async function verifyWith(token: string, key: Uint8Array): Promise<TokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], issuer: ISSUER });
    const { sub, sid, exp } = payload;
    if (typeof sub !== "string" || typeof sid !== "string" || typeof exp !== "number") return null;
    return { memberId: sub, sessionId: sid, expiresAt: exp * 1000 };
  } catch {
    return null;
  }
}
