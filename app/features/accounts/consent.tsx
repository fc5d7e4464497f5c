import { ActionButton } from "~/app/components/action-button";
import { LocalTime } from "~/app/components/local-time";
import type { ConsentDto } from "~/core/accounts/consents";
import { CONSENT_WORDS } from "~/core/shared/consent";

export const GIVE_CONSENT_INTENT = "give-consent";
export const WITHDRAW_CONSENT_INTENT = "withdraw-consent";
export const CONSENT_FAILED = "Your consent could not be stored";

export function Consent({ consent }: { consent: ConsentDto | null }) {
  const isGiven = consent?.kind === "given";
  const intent = isGiven ? WITHDRAW_CONSENT_INTENT : GIVE_CONSENT_INTENT;
  return (
    <>
      <p className="max-w-measure text-ink-soft">{CONSENT_WORDS}</p>
      <p className="mt-3 max-w-measure text-ink-soft">
        {consent ? <State consent={consent} /> : null}{" "}
        <a href="/privacy#sensitive" className="text-link">
          More about it
        </a>
      </p>
      <ActionButton intent={intent} action="/settings" offline={CONSENT_FAILED} className="mt-4">
        {isGiven ? "Withdraw consent and delete my gender and preference" : "I agree"}
      </ActionButton>
    </>
  );
}

function State({ consent }: { consent: ConsentDto }) {
  const date = <LocalTime instant={consent.created_at} />;
  if (consent.kind === "withdrawn") return <>You withdrew your consent on {date}.</>;
  if (consent.kind === "notified") {
    return <>You registered on {date} through an app that may not have shown you these words.</>;
  }
  return <>You agreed to this on {date}.</>;
}
