/** A passkey's public half, as it is stored. */
export interface PasskeyCredential {
  /** Base64url, as are the challenges and the key. */
  credentialId: string;
  publicKey: string;
  /** Uses as the authenticator counts them; always 0 if it does not count. */
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

/** An authenticator's answer, of the shape that `core/auth/schemas.ts` lets through. */
export interface PasskeyAnswer {
  id: string;
  response: { clientDataJSON: string };
}

/**
 * The two ceremonies of WebAuthn. The authenticator always verifies its owner (by finger, face or PIN) and never tells
 * what it is.
 */
export interface PasskeyCeremonies {
  /** 32 random bytes. */
  newChallenge(): string;
  /** The challenge that an answer names; null if it names none. */
  challengeOf(answer: PasskeyAnswer): string | null;
  /** @param site the origin that the request came to; a deployment's own address overrules it */
  registrationOptions(
    site: string,
    ask: {
      challenge: string;
      member: { id: string; email: string; name: string };
      /** The member's passkeys so far: no authenticator makes a second one. */
      known: Pick<PasskeyCredential, "credentialId" | "transports">[];
    },
  ): Promise<PasskeyOptions>;
  /** @param ask.known whose passkeys will do; none for whichever the browser has for this site */
  assertionOptions(
    site: string,
    ask: { challenge: string; known: Pick<PasskeyCredential, "credentialId" | "transports">[] },
  ): Promise<PasskeyOptions>;
  /** Null for an answer that does not prove the making of a passkey for this site and challenge. */
  verifyRegistration(
    site: string,
    challenge: string,
    answer: PasskeyAnswer,
  ): Promise<(PasskeyCredential & PasskeyState) | null>;
  /** Null for an answer that this credential did not give for this site, challenge and member, or with a count that went back. */
  verifyAssertion(
    site: string,
    challenge: string,
    credential: PasskeyCredential & { memberId: string },
    answer: PasskeyAnswer,
  ): Promise<PasskeyState | null>;
}
