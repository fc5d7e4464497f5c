import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { BRAND } from "~/core/shared/brand";
import { PASSKEY_CHALLENGE_MS } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";

interface PasskeyCredential {
  /** Base64url, like the key and the challenges. */
  credentialId: string;
  publicKey: string;
  /** The authenticator's signature counter; 0 if it has none. */
  counter: number;
  transports: string[];
}

export type PasskeyOptions = Record<string, unknown>;

export interface PasskeyAnswer {
  id: string;
  response: { clientDataJSON: string };
}

const clientDataSchema = z.object({ challenge: z.string() });

/** Imported at the first ceremony, because most requests have none. */
const loadLibrary = async () => {
  const [server, { isoBase64URL, isoUint8Array }] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { ...server, isoBase64URL, isoUint8Array };
};

type Known = Pick<PasskeyCredential, "credentialId" | "transports">;

interface RegistrationAsk {
  challenge: string;
  member: { id: string; email: string; name: string };
  known: Known[];
}

// Transports aren't checked: browsers ignore unknown ones.
const toDescriptors = (known: Known[]) =>
  known.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports as NonNullable<RegistrationResponseJSON["response"]["transports"]>,
  }));

const hostOf = (origin: string) => new URL(origin).hostname;

export function challengeOf({ response }: PasskeyAnswer): string | null {
  try {
    const text = atob(response.clientDataJSON.replaceAll("-", "+").replaceAll("_", "/"));
    return parseJson(clientDataSchema, text).challenge;
  } catch {
    return null;
  }
}

/**
 * In both of WebAuthn's ceremonies the authenticator verifies its user (fingerprint, face or PIN), and never reveals
 * its model.
 * @param ask.known the member's passkeys, so that no authenticator makes a second one
 */
export async function registrationOptions(
  origin: string,
  { challenge, member, known }: RegistrationAsk,
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions, isoBase64URL, isoUint8Array } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: BRAND.name,
    rpID: hostOf(origin),
    // Every assertion contains this id. The member's id reveals nothing if it leaks.
    userID: isoUint8Array.fromUTF8String(member.id),
    userName: member.email,
    userDisplayName: member.name,
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: toDescriptors(known),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/** @param ask.known the accepted passkeys; if empty, any that the browser has for this site */
export async function assertionOptions(
  origin: string,
  { challenge, known }: { challenge: string; known: Known[] },
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions, isoBase64URL } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    challenge: isoBase64URL.toBuffer(challenge),
    timeout: PASSKEY_CHALLENGE_MS,
    allowCredentials: toDescriptors(known),
    userVerification: "required",
  });
  return { ...options };
}

/** Null unless the answer proves that a passkey was made for this origin and challenge. */
export async function verifyRegistration(
  expectedOrigin: string,
  expectedChallenge: string,
  answer: PasskeyAnswer,
) {
  const { verifyRegistrationResponse, isoBase64URL } = await loadLibrary();
  const response = toResponse<RegistrationResponseJSON>(answer);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID: hostOf(expectedOrigin),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: isoBase64URL.fromBuffer(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    // Whether the passkey is synced to other devices.
    isBackedUp: credentialBackedUp,
  };
}

/** Null unless this credential answered for this origin, challenge and member, and its counter didn't go back. */
export async function verifyAssertion(
  expectedOrigin: string,
  expectedChallenge: string,
  { memberId, ...stored }: PasskeyCredential & { memberId: string },
  answer: PasskeyAnswer,
) {
  const { verifyAuthenticationResponse, isoBase64URL, isoUint8Array } = await loadLibrary();
  const response = toResponse<AuthenticationResponseJSON>(answer);
  const { userHandle } = response.response;
  const handle = isoBase64URL.fromBuffer(isoUint8Array.fromUTF8String(memberId));
  if (userHandle !== undefined && userHandle !== handle) return null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID: hostOf(expectedOrigin),
    credential: {
      id: stored.credentialId,
      publicKey: isoBase64URL.toBuffer(stored.publicKey),
      counter: stored.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo) return null;
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}

/** The schema has checked the shape. Extensions are neither requested nor read. */
const toResponse = <Response>(answer: PasskeyAnswer) =>
  ({ ...answer, clientExtensionResults: {} }) as Response;
