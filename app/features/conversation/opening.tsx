import type { ReactNode } from "react";
import { useRegionStyle } from "~/app/components/local-time";
import { useHydrated } from "~/app/components/use-hydrated";
import { NotHereYet } from "~/app/features/pairing/absence-words";
import { formatLongDate } from "~/app/lib/format-local";
import type { PartnerDto } from "~/core/shared/contract";
import { BothAwake } from "./partner-clock";
import type { ReadableConversation } from "./read-conversation-page.server";

interface OpeningProps
  extends Pick<ReadableConversation, "bio" | "hours" | "metBefore" | "starters"> {
  partner: PartnerDto;
  now: number;
  isOpen: boolean;
  isPartnerHere: boolean;
  expiresAt: number;
  onStarter: (text: string) => void;
  /** Null while the bar under the header shows the question. */
  question: ReactNode;
  address: ReactNode;
}

export function Opening(props: OpeningProps) {
  const { partner, bio, isOpen, isPartnerHere, expiresAt, starters, onStarter, question } = props;
  const { hours, metBefore, now, address } = props;
  const hydrated = useHydrated();
  const style = useRegionStyle();
  const [firstName = ""] = partner.name.split(" ");
  return (
    <section aria-label="Introduction" className="mx-auto mb-4 w-full max-w-measure pt-2">
      <div className="rule-double pt-3">
        <p className="kicker text-accent">
          {/* CSS draws this name, because the page's heading already has the name as text. */}
          Introducing <span data-name={firstName} className="name-before text-ink" />
        </p>
        {bio ? (
          <blockquote
            dir="auto"
            className="drop-cap-2 mt-3 whitespace-pre-line font-serif text-ink text-lede italic [font-variant-ligatures:no-common-ligatures] [overflow-wrap:anywhere]"
          >
            {bio}
          </blockquote>
        ) : (
          <p className="mt-2 font-serif text-ink-soft text-lg italic">
            {isOpen
              ? "Nothing written here yet. Ask away."
              : `You met on ${formatLongDate(expiresAt - 1, "utc", style)}.`}
          </p>
        )}
        {metBefore ? (
          <p className="mt-2 text-ink-muted text-sm">
            You met before, on {formatLongDate(Date.parse(metBefore) - 1, "utc", style)}.
          </p>
        ) : null}
        {isOpen && hours ? <BothAwake {...{ hours, now }} /> : null}
        {isOpen && !isPartnerHere ? <NotHereYet name={partner.name} /> : null}
      </div>
      {question}
      {starters.length > 0 ? (
        <ul
          aria-label="Ways to begin"
          className="mt-5 flex flex-col gap-2 border-rule border-t pt-4"
        >
          {starters.map((text) => (
            <li key={text}>
              {hydrated ? (
                <button type="button" onClick={() => onStarter(text)} className={SLIP}>
                  {text}
                </button>
              ) : (
                <span className={SLIP}>{text}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {address ? <div className="mt-5">{address}</div> : null}
    </section>
  );
}

const SLIP =
  "inline-flex min-h-11 items-center rounded-md border border-rule border-s-2 border-s-accent bg-paper-raised px-4 py-2 text-start text-ink text-sm leading-snug transition-colors [button&]:hover:border-ink";
