import { Link } from "@remix-run/react";
import { Avatar } from "~/app/components/avatar";
import { Badge } from "~/app/components/badge";
import { Card } from "~/app/components/card";
import { CountdownRing } from "~/app/components/countdown-ring";
import { cx } from "~/app/components/cx";
import { ArrowRight } from "~/app/components/icons";
import { LanguageNames } from "~/app/components/language-names";
import { PlaceAndAge } from "~/app/components/place-and-age";
import type { OpeningState } from "~/app/features/conversation/opening-conversation";
import { unreadWords } from "~/app/features/shell/unread";
import type { CurrentPairingDto } from "~/core/shared/contract";
import { formatCountdown, remainingFraction } from "~/core/shared/countdown";
import { splitQuote } from "~/core/shared/quote";
import { NotHereYet } from "./absence-words";
import type { Day } from "./home-loader.server";

interface TodaysCardProps {
  pairing: CurrentPairingDto;
  day: Day;
  viewerId: string;
  now: number;
  /** True if the partner has opened the conversation. */
  isPartnerHere: boolean;
  coming: string | null;
}

/** On the landing page, `app/static-pages` updates the elements with `data-clock` and `data-news`. */
export function TodaysCard({
  pairing,
  day,
  viewerId,
  now,
  isPartnerHere,
  coming,
}: TodaysCardProps) {
  const { place, languages, summary } = day;
  const { conversation, partner } = pairing;
  const expiresAt = Date.parse(conversation.expiryDate);
  const countdown = formatCountdown(expiresAt - now);
  return (
    <Card
      as="article"
      className={cx(
        "group introduction relative flex flex-col gap-2 shadow-lift transition-colors hover:border-ink sm:gap-5 sm:p-10",
        coming,
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:gap-x-8">
        <div data-clock="next" className="sm:row-span-2">
          <CountdownRing fraction={remainingFraction(expiresAt, now)}>
            <Avatar name={partner.name} src={partner.avatar_url} />
          </CountdownRing>
        </div>
        <div className="min-w-0 self-end [overflow-wrap:anywhere] max-sm:self-center">
          <h2 className="text-xl leading-tight sm:text-4xl">
            <Link
              to={`/conversation/${conversation.id}`}
              state={{ opening: partner.name } satisfies OpeningState}
              className="no-underline after:absolute after:inset-0 after:rounded-lg"
            >
              <span className="sr-only">Open the conversation with </span>
              <span data-set className="line-clamp-2">
                {partner.name}
              </span>
            </Link>
          </h2>
          <p className="line-clamp-2 text-ink-soft leading-snug max-sm:text-sm sm:text-lg">
            <PlaceAndAge place={place} age={partner.age} />
          </p>
        </div>
        <p className="self-start font-serif text-accent text-lg italic max-sm:col-span-2">
          {expiresAt > now ? (
            <>
              Expires <span data-clock="countdown">{countdown}</span>
            </>
          ) : (
            countdown
          )}
        </p>
      </div>
      <div data-news className="empty:hidden">
        {summary?.lastLine ? (
          <LastLine
            unread={summary.unread}
            isOwn={summary.lastLine.sender_id === viewerId}
            content={summary.lastLine.content}
          />
        ) : expiresAt > now && !isPartnerHere ? (
          <NotHereYet name={partner.name} />
        ) : null}
      </div>
      <p
        aria-hidden
        className="inline-flex min-h-12 items-center gap-[min(0.5rem,2vw)] self-start rounded-md border border-ink bg-ink px-[min(1.5rem,4vw)] font-semibold text-paper group-hover:bg-ink-soft max-sm:self-stretch max-sm:justify-center"
      >
        Open the conversation
        <ArrowRight className="size-[min(1rem,4vw)] shrink-0 transition-transform group-hover:translate-x-1" />
      </p>
      {languages.length > 0 ? (
        <p className="text-ink-muted text-sm">
          You both chat in <LanguageNames {...{ languages }} />
        </p>
      ) : null}
    </Card>
  );
}

function LastLine(props: { unread: number; isOwn: boolean; content: string }) {
  const { unread, isOwn, content } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {unread > 0 ? <Badge tone="accent">{unreadWords(unread)}</Badge> : null}
      {isOwn ? <span className="text-ink-muted text-sm">You wrote</span> : null}
      <p
        dir="auto"
        className="line-clamp-1 min-w-0 font-serif text-ink text-lg italic [overflow-wrap:anywhere] before:content-['“'] after:content-['”'] sm:line-clamp-3"
      >
        {splitQuote(content).words}
      </p>
    </div>
  );
}
