import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { PasskeyAnswer, PasskeyCeremonies, PasskeyCredential } from "~/core/ports";
import { BRAND } from "~/core/shared/brand";
import { PASSKEY_CHALLENGE_MS } from "~/core/shared/constants";
import { parseJson } from "~/core/shared/parse";
import { cryptoRandom } from "./random";

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
    newChallenge: cryptoRandom.secret,

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
