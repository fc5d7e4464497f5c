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
