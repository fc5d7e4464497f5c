import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { BRAND } from "~/core/shared/brand";
import { PASSKEY_CHALLENGE_MS } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";

/** `credentialId` and `publicKey` are base64url. */
interface PasskeyCredential {
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
const loadLibrary = () => import("@simplewebauthn/server");

const toBytes = (base64url: string) => Buffer.from(base64url, "base64url");

type Known = Pick<PasskeyCredential, "credentialId" | "transports">;

// The cast: stored transports aren't checked, because browsers ignore unknown ones.
const toDescriptors = (known: Known[]) =>
  known.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports as NonNullable<RegistrationResponseJSON["response"]["transports"]>,
  }));

const hostOf = (origin: string) => new URL(origin).hostname;

export function challengeOf({ response }: PasskeyAnswer): string | null {
  try {
    return parseJson(clientDataSchema, toBytes(response.clientDataJSON).toString()).challenge;
  } catch {
    return null;
  }
}

/** @param ask.known the member's passkeys, so that an authenticator with one of them makes no second one */
export async function registrationOptions(
  origin: string,
  {
    challenge,
    member,
    known,
  }: { challenge: string; member: { id: string; email: string; name: string }; known: Known[] },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: BRAND.name,
    rpID: hostOf(origin),
    // The passkey returns this id at every use. The id reveals nothing about the member.
    userID: Buffer.from(member.id),
    userName: member.email,
    userDisplayName: member.name,
    challenge: toBytes(challenge),
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: toDescriptors(known),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/** @param ask.known the accepted passkeys; if empty, the browser offers all its passkeys for this site */
export async function assertionOptions(
  origin: string,
  { challenge, known }: { challenge: string; known: Known[] },
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(origin),
    challenge: toBytes(challenge),
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
  const { verifyRegistrationResponse } = await loadLibrary();
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
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

/** Null unless this passkey answered for this origin, challenge and member, and its counter didn't go back. */
export async function verifyAssertion(
  expectedOrigin: string,
  expectedChallenge: string,
  { memberId, ...stored }: PasskeyCredential & { memberId: string },
  answer: PasskeyAnswer,
) {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const response = toResponse<AuthenticationResponseJSON>(answer);
  const { userHandle } = response.response;
  const handle = Buffer.from(memberId).toString("base64url");
  if (userHandle !== undefined && userHandle !== handle) return null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID: hostOf(expectedOrigin),
    credential: {
      id: stored.credentialId,
      publicKey: toBytes(stored.publicKey),
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
