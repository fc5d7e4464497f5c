import type {
  PublicKeyCredentialRequestOptionsJSON as AuthenticationOptions,
  PublicKeyCredentialCreationOptionsJSON as RegistrationOptions,
} from "@simplewebauthn/browser";
import { useCallback, useState } from "react";
import { useHydrated } from "~/app/components/use-hydrated";

export type PasskeyPurpose = "sign_in" | "register" | "confirm";

const FAILED = "The passkey could not be used. Please try again.";
/** By the name of the error that the browser throws. */
const WORDS: Record<string, string> = {
  NotAllowedError: "No passkey was used.",
  AbortError: "No passkey was used.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys don’t work at this address.",
};

/** A refusal in the server's own words. */
class Refused extends Error {}

/**
 * Has the browser's authenticator make a passkey or prove one. The WebAuthn library is loaded here, and nowhere before.
 * @returns the answer as the JSON text that the server's forms take
 */
async function askAuthenticator(purpose: PasskeyPurpose): Promise<string> {
  const [{ startAuthentication, startRegistration }, response] = await Promise.all([
    import("@simplewebauthn/browser"),
    fetch("/passkeys", { method: "POST", body: new URLSearchParams({ purpose }) }),
  ]);
  const answer: { error?: string; options?: unknown } = await response.json();
  if (!response.ok || !answer.options) throw new Refused(answer.error ?? FAILED);
  const given =
    purpose === "register"
      ? await startRegistration({ optionsJSON: answer.options as RegistrationOptions })
      : await startAuthentication({ optionsJSON: answer.options as AuthenticationOptions });
  return JSON.stringify(given);
}

/** One use of a passkey from a button. */
export function usePasskey(purpose: PasskeyPurpose, onAnswer: (passkey: string) => void) {
  const isHydrated = useHydrated();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const ask = useCallback(async () => {
    setAsking(true);
    setError(null);
    try {
      onAnswer(await askAuthenticator(purpose));
    } catch (thrown) {
      setError(toWords(thrown));
    } finally {
      setAsking(false);
    }
  }, [purpose, onAnswer]);
  return { isSupported: isHydrated && "PublicKeyCredential" in window, isAsking, error, ask };
}

/** The library wraps what the browser throws, and keeps its name. */
function toWords(thrown: unknown): string {
  if (thrown instanceof Refused) return thrown.message;
  return (thrown instanceof Error && WORDS[thrown.name]) || FAILED;
}
