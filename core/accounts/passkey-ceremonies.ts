import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { BRAND } from "~/core/shared/brand";
import { PASSKEY_CHALLENGE_MS } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import { newSecret } from "~/core/shared/random";

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

/**
 * WebAuthn's two ceremonies. The authenticator always verifies its user (fingerprint, face or PIN) and never reveals
 * its model. A `site` is the request's origin.
 * @param origin the deployment's; undefined on the local server, which uses the request's origin
 */
export function createPasskeys(origin: string | undefined) {
  const siteOf = (asked: string): Site => {
    const expectedOrigin = origin ?? asked;
    return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
  };
  return {
    newChallenge: newSecret,

    challengeOf({ response }: PasskeyAnswer): string | null {
      try {
        const text = atob(response.clientDataJSON.replaceAll("-", "+").replaceAll("_", "/"));
        return parseJson(clientDataSchema, text).challenge;
      } catch {
        return null;
      }
    },

    /** @param ask.known the member's passkeys, so that no authenticator makes a second one */
    async registrationOptions(
      site: string,
      { challenge, member, known }: RegistrationAsk,
    ): Promise<PasskeyOptions> {
      const { generateRegistrationOptions, isoBase64URL, isoUint8Array } = await loadLibrary();
      const options = await generateRegistrationOptions({
        rpName: BRAND.name,
        rpID: siteOf(site).expectedRPID,
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
    },

    /** @param ask.known the accepted passkeys; if empty, any that the browser has for this site */
    async assertionOptions(
      site: string,
      { challenge, known }: { challenge: string; known: Known[] },
    ): Promise<PasskeyOptions> {
      const { generateAuthenticationOptions, isoBase64URL } = await loadLibrary();
      const options = await generateAuthenticationOptions({
        rpID: siteOf(site).expectedRPID,
        challenge: isoBase64URL.toBuffer(challenge),
        timeout: PASSKEY_CHALLENGE_MS,
        allowCredentials: toDescriptors(known),
        userVerification: "required",
      });
      return { ...options };
    },

    /** Null unless the answer proves that a passkey was made for this site and challenge. */
    verifyRegistration: (site: string, challenge: string, answer: PasskeyAnswer) =>
      verifyRegistration(siteOf(site), challenge, answer),
    /** Null unless this credential answered for this site, challenge and member, and its counter didn't go back. */
    verifyAssertion: (
      site: string,
      challenge: string,
      credential: PasskeyCredential & { memberId: string },
      answer: PasskeyAnswer,
    ) => verifyAssertion(siteOf(site), challenge, credential, answer),
  };
}

export type PasskeyCeremonies = ReturnType<typeof createPasskeys>;

interface Site {
  expectedOrigin: string;
  expectedRPID: string;
}

async function verifyRegistration(site: Site, expectedChallenge: string, answer: PasskeyAnswer) {
  const { verifyRegistrationResponse, isoBase64URL } = await loadLibrary();
  const response = toResponse<RegistrationResponseJSON>(answer);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    ...site,
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

async function verifyAssertion(
  site: Site,
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
    ...site,
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
