import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { BRAND } from "~/core/shared/brand";
import { PASSKEY_CHALLENGE_MS } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import { newSecret } from "~/core/shared/random";

/** A passkey's public half, as it is stored. */
interface PasskeyCredential {
  /** Base64url, as are the challenges and the key. */
  credentialId: string;
  publicKey: string;
  /** Uses counted by the authenticator; always 0 if it does not count. */
  counter: number;
  /** Ways from the browser to the authenticator. */
  transports: string[];
}

/** Request to a browser's authenticator: JSON of the WebAuthn standard. */
export type PasskeyOptions = Record<string, unknown>;

/** An authenticator's answer, in the shape of `core/accounts/schemas.ts`. */
export interface PasskeyAnswer {
  id: string;
  response: { clientDataJSON: string };
}

const clientDataSchema = z.object({ challenge: z.string() });

/** Loads the library at the first ceremony, because most requests have none. */
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

// The transports are not checked, because browsers ignore unknown ones.
const toDescriptors = (known: Known[]) =>
  known.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports as NonNullable<RegistrationResponseJSON["response"]["transports"]>,
  }));

/**
 * The two ceremonies of WebAuthn, by `@simplewebauthn/server`. The authenticator always verifies its owner (by finger,
 * face or PIN) and never reveals its make. A `site` is the request's origin.
 * @param origin the deployment's own; without it, as on the local server, the site is that of the request
 */
export function createPasskeys(origin: string | undefined) {
  const siteOf = (asked: string): Site => {
    const expectedOrigin = origin ?? asked;
    return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
  };
  return {
    newChallenge: newSecret,

    /** The challenge that an answer names; null if it names none. */
    challengeOf({ response }: PasskeyAnswer): string | null {
      try {
        const text = atob(response.clientDataJSON.replaceAll("-", "+").replaceAll("_", "/"));
        return parseJson(clientDataSchema, text).challenge;
      } catch {
        return null;
      }
    },

    /** @param ask.known the member's passkeys so far, so that no authenticator makes a second one */
    async registrationOptions(
      site: string,
      { challenge, member, known }: RegistrationAsk,
    ): Promise<PasskeyOptions> {
      const { generateRegistrationOptions, isoBase64URL, isoUint8Array } = await loadLibrary();
      const options = await generateRegistrationOptions({
        rpName: BRAND.name,
        rpID: siteOf(site).expectedRPID,
        // The id comes back with each proof, and reveals nothing about the member if it leaks.
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

    /** @param ask.known the passkeys that are accepted; without one any that the browser has for this site */
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

    /** Null if the answer does not prove that a passkey was made for this site and challenge. */
    verifyRegistration: (site: string, challenge: string, answer: PasskeyAnswer) =>
      verifyRegistration(siteOf(site), challenge, answer),
    /** Null if this credential did not give the answer for this site, challenge and member, or its count went back. */
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
    // Whether its keeper has copies of it on other devices.
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
