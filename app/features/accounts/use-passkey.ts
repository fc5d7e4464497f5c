import { useLocation, useSubmit } from "@remix-run/react";
import type {
  PublicKeyCredentialRequestOptionsJSON as AuthenticationOptions,
  PublicKeyCredentialCreationOptionsJSON as RegistrationOptions,
} from "@simplewebauthn/browser";
import { useState } from "react";
import { useHydrated } from "~/app/components/use-hydrated";
import { useForm } from "~/app/lib/form";

type PasskeyPurpose = "sign_in" | "register" | "confirm";

const FAILED = "The passkey could not be used. Please try again.";
const WORDS: Record<string, string> = {
  NotAllowedError: "No passkey was used.",
  AbortError: "No passkey was used.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys don’t work at this address.",
};

class Refused extends Error {}

/**
 * @returns the authenticator's answer as JSON text, which is the value of the form field `passkey`
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

interface PasskeyForm {
  /** The intent of the form in which the authenticator's answer is sent. */
  intent?: string;
  offline: string;
}

/**
 * The returned `ask` posts the authenticator's answer, and the fields `more`, to the action of the current page.
 */
export function usePasskey(purpose: PasskeyPurpose, { intent = "", offline }: PasskeyForm) {
  const form = useForm({ intent, offline });
  const isHydrated = useHydrated();
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function ask(more?: Record<string, string>) {
    setAsking(true);
    setError(null);
    try {
      const passkey = await askAuthenticator(purpose);
      submit({ ...more, intent, passkey }, { method: "post", action: pathname + search });
    } catch (thrown) {
      setError(toWords(thrown));
    } finally {
      setAsking(false);
    }
  }
  const isSupported = isHydrated && "PublicKeyCredential" in window;
  return {
    isSupported,
    isBusy: isAsking || form.isBusy,
    error: error ?? Object.values(form.errors)[0],
    ask,
  };
}

/** The WebAuthn library wraps the browser's error, but keeps the error's name. */
function toWords(thrown: unknown): string {
  if (thrown instanceof Refused) return thrown.message;
  return (thrown instanceof Error && WORDS[thrown.name]) || FAILED;
}
