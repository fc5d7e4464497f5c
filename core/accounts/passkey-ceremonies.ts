import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { BRAND } from "~/core/shared/brand";
import { PASSKEY_CHALLENGE_MS } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import { newSecret } from "~/core/shared/random";

/** A passkey's public half, as it is stored. */
export interface PasskeyCredential {
  /** Base64url, as are the challenges and the key. */
  credentialId: string;
  publicKey: string;
  /** Uses counted by the authenticator; always 0 if it does not count. */
  counter: number;
  /** Ways from the browser to the authenticator. */
  transports: string[];
}

/** Facts that an authenticator states with each use of a passkey. */
interface PasskeyState {
  counter: number;
  /** Whether its keeper has copies of it on other devices. */
  isBackedUp: boolean;
}

/** Request to a browser's authenticator: JSON of the WebAuthn standard. */
export type PasskeyOptions = Record<string, unknown>;

/** An authenticator's answer, in the shape of `core/accounts/schemas.ts`. */
export interface PasskeyAnswer {
  id: string;
  response: { clientDataJSON: string };
}

/**
 * The two ceremonies of WebAuthn. The authenticator always verifies its owner (by finger, face or PIN) and never
 * reveals its make.
 */
export interface PasskeyCeremonies {
  /** 32 random bytes. */
  newChallenge(): string;
  /** The challenge that an answer names; null if it names none. */
  challengeOf(answer: PasskeyAnswer): string | null;
  /** @param site the origin of the request; a deployment's own address takes precedence */
  registrationOptions(
    site: string,
    ask: {
      challenge: string;
      member: { id: string; email: string; name: string };
      /** The member's passkeys so far, so that no authenticator makes a second one. */
      known: Pick<PasskeyCredential, "credentialId" | "transports">[];
    },
  ): Promise<PasskeyOptions>;
  /** @param ask.known the passkeys that are accepted; without it any passkey that the browser has for this site */
  assertionOptions(
    site: string,
    ask: { challenge: string; known: Pick<PasskeyCredential, "credentialId" | "transports">[] },
  ): Promise<PasskeyOptions>;
  /** Null if the answer does not prove that a passkey was made for this site and challenge. */
  verifyRegistration(
    site: string,
    challenge: string,
    answer: PasskeyAnswer,
  ): Promise<(PasskeyCredential & PasskeyState) | null>;
  /** Null if this credential did not give the answer for this site, challenge and member, or its count went back. */
  verifyAssertion(
    site: string,
    challenge: string,
    credential: PasskeyCredential & { memberId: string },
    answer: PasskeyAnswer,
  ): Promise<PasskeyState | null>;
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

// The transports are not checked, because browsers ignore unknown ones.
const toDescriptors = (known: Known[]) =>
  known.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports as NonNullable<RegistrationResponseJSON["response"]["transports"]>,
  }));

/**
 * WebAuthn by `@simplewebauthn/server`.
 * @param origin the deployment's own; without it, as on the local server, the site is that of the request
 */
export function createPasskeys(origin: string | undefined): PasskeyCeremonies {
  const siteOf = (asked: string): Site => {
    const expectedOrigin = origin ?? asked;
    return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
  };
  return {
    newChallenge: newSecret,

    challengeOf({ response }) {
      try {
        const text = atob(response.clientDataJSON.replaceAll("-", "+").replaceAll("_", "/"));
        return parseJson(clientDataSchema, text).challenge;
      } catch {
        return null;
      }
    },

    async registrationOptions(site, { challenge, member, known }) {
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

    async assertionOptions(site, { challenge, known }) {
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

    verifyRegistration: (site, challenge, answer) =>
      verifyRegistration(siteOf(site), challenge, answer),
    verifyAssertion: (site, challenge, credential, answer) =>
      verifyAssertion(siteOf(site), challenge, credential, answer),
  };
}

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
