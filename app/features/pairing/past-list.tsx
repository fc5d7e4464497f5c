import ChevronRight from "lucide-react/icons/chevron-right";
import { Avatar } from "~/app/components/avatar";
import { LinkButton } from "~/app/components/button";
import { SectionLabel } from "~/app/components/section-label";
import { Link } from "~/app/framework";
import { formatLongDate } from "~/app/lib/local-words";
import { initialsOf } from "~/core/shared/initials";
import { PartnerLines } from "./partner-lines";
import type { PastPairing } from "./read-home.server";

interface PastListProps {
  pairings: PastPairing[];
  hasOlder: boolean;
  /** Not the first page. */
  isPaged: boolean;
}

/** Past conversations, newest first; its pages are addresses, so they work with scripts off. */
export function PastList({ pairings, hasOlder, isPaged }: PastListProps) {
  const last = pairings.at(-1);
  return (
    <section id="past" aria-labelledby="past-heading" className="scroll-mt-6">
      <SectionLabel id="past-heading">Past conversations</SectionLabel>
      {pairings.length === 0 ? (
        <p className="py-5 text-ink-muted">
          {isPaged
            ? "There are no older conversations."
            : "None yet. Every conversation stays here to be read once its day is over."}
        </p>
      ) : (
        <ul className="mt-1">
          {pairings.map((pairing) => (
            <PastItem key={pairing.conversation_id} pairing={pairing} />
          ))}
        </ul>
      )}
      {isPaged || hasOlder ? (
        <nav aria-label="Pages of past conversations" className="mt-4 flex justify-between gap-4">
          {isPaged ? (
            <LinkButton to="/conversations#past" variant="secondary" size="sm">
              Newest
            </LinkButton>
          ) : (
            <span />
          )}
          {hasOlder && last ? (
            <LinkButton
              to={`/conversations?before=${encodeURIComponent(last.conversation_id)}#past`}
              variant="secondary"
              size="sm"
            >
              Older conversations
            </LinkButton>
          ) : null}
        </nav>
      ) : null}
    </section>
  );
}

function PastItem({ pairing }: { pairing: PastPairing }) {
  const { conversation_id, partner_name, partner_age, place } = pairing;
  // It ends at a midnight: its day is the one before.
  const day = formatLongDate(Date.parse(pairing.expiry_date) - 1, "utc");
  return (
    <li className="border-rule border-b">
      <Link
        to={`/conversation/${conversation_id}`}
        className="group -mx-3 flex min-h-18 items-center gap-4 rounded-md px-3 py-3 no-underline hover:bg-paper-sunken"
      >
        <Avatar initials={initialsOf(partner_name)} src={pairing.partner_avatar} />
        <PartnerLines
          place={place}
          age={partner_age}
          moment={<span className="text-ink-soft tabular-nums">{day}</span>}
        >
          <span className="block truncate font-medium font-serif text-ink text-xl">
            {partner_name}
          </span>
        </PartnerLines>
        <ChevronRight
          aria-hidden
          className="size-5 shrink-0 text-ink-muted transition-transform group-hover:translate-x-0.5"
        />
      </Link>
    </li>
  );
}
