import { Link } from "@remix-run/react";
import { Avatar } from "~/app/components/avatar";
import { Badge } from "~/app/components/badge";
import { Card } from "~/app/components/card";
import { CountdownRing } from "~/app/components/countdown-ring";
import { cx } from "~/app/components/cx";
import { Dot } from "~/app/components/dot";
import { ArrowRight } from "~/app/components/icons";
import { LanguageNames } from "~/app/components/language-names";
import { useRegionStyle } from "~/app/components/local-time";
import { PlaceAndAge } from "~/app/components/place-and-age";
import { useHydrated } from "~/app/components/use-hydrated";
import type { OpeningState } from "~/app/features/conversation/opening-conversation";
import { unreadWords } from "~/app/features/shell/unread";
import { formatHour, formatLongDate, formatNearestHour } from "~/app/lib/format-local";
import type { PartnerHours } from "~/core/pairing/partner-hours";
import { MS_PER_HOUR } from "~/core/shared/constants";
import type { ConversationSummaryDto, CurrentPairingDto } from "~/core/shared/contract";
import { formatCountdown, remainingFraction } from "~/core/shared/countdown";
import { NotHereYet } from "./absence-words";
import type { Home } from "./home-loader.server";
import { LocalMoment } from "./midnight";

interface TodaysCardProps {
  pairing: CurrentPairingDto;
  home: Home;
  viewerId: string;
  /** Milliseconds since 1970. */
  now: number;
  /** True if the partner has opened the conversation. */
  isPartnerHere: boolean;
  /** Classes that animate the card's appearance; null unless it has just appeared. */
  coming: string | null;
}

/** Today's match, with a ring that shrinks until midnight. The whole card links to the conversation. */
export function TodaysCard(props: TodaysCardProps) {
  const { pairing, viewerId, now, isPartnerHere, coming } = props;
  const { place, languages, hours, metBefore, summary } = props.home;
  const style = useRegionStyle();
  const { conversation, partner } = pairing;
  const expiresAt = Date.parse(conversation.expiryDate);
  const remaining = expiresAt - now;
  const countdown = formatCountdown(remaining);
  const expiry = remaining > 0 ? `Expires ${countdown}` : countdown;
  return (
    <Card
      as="article"
      className={cx(
        "group introduction relative flex flex-col items-center gap-6 text-center shadow-lift transition-colors hover:border-ink sm:flex-row sm:gap-10 sm:p-10 sm:text-start",
        coming,
      )}
    >
      <CountdownRing
        fraction={remainingFraction(expiresAt, now)}
        label={remaining > 0 ? `Time left: ${countdown.replace(/^in /, "")}` : "No time left"}
        className="w-44 sm:w-52"
      >
        <Avatar name={partner.name} src={partner.avatar_url} size="xl" />
      </CountdownRing>
      <div className="flex w-full min-w-0 flex-1 flex-col items-center [overflow-wrap:anywhere] sm:w-auto sm:items-start">
        <h2 className="max-w-full text-4xl leading-tight sm:text-5xl">
          <Link
            to={`/conversation/${conversation.id}`}
            state={{ opening: partner.name } satisfies OpeningState}
            className="no-underline after:absolute after:inset-0 after:rounded-lg"
          >
            <span className="sr-only">Open the conversation with </span>
            <span data-set>{partner.name}</span>
          </Link>
        </h2>
        <p className="mt-2 text-ink-soft text-lg">
          <PlaceAndAge place={place} age={partner.age} />
        </p>
        {languages.length > 0 ? (
          <p className="mt-1 text-ink-muted text-sm">
            You both chat in <LanguageNames {...{ languages }} />
          </p>
        ) : null}
        {metBefore ? (
          <p className="mt-1 text-ink-muted text-sm">
            You met before, on {formatLongDate(Date.parse(metBefore) - 1, "utc", style)}
          </p>
        ) : null}
        {hours ? <Hours {...{ hours, now }} /> : null}
        <p className="mt-4 font-serif text-accent text-xl italic">
          <span>{expiry}</span>
          {remaining > 0 ? (
            <span className="text-ink-muted">
              , <LocalMoment instant={expiresAt} />
            </span>
          ) : null}
        </p>
        {remaining > 0 && !isPartnerHere ? <NotHereYet name={partner.name} /> : null}
        {summary?.lastLine ? <SinceYouLeft {...{ summary, viewerId }} /> : null}
        <p
          aria-hidden
          className="mt-6 inline-flex min-h-12 items-center gap-[min(0.5rem,2vw)] rounded-md border border-ink bg-ink px-[min(1.5rem,4vw)] font-semibold text-paper group-hover:bg-ink-soft"
        >
          Open the conversation
          <ArrowRight className="size-[min(1rem,4vw)] shrink-0 transition-transform group-hover:translate-x-1" />
        </p>
      </div>
    </Card>
  );
}

/** The hours when both are awake, and the present hour at the partner's place. */
function Hours({ hours: { together, aheadOfUtc }, now }: { hours: PartnerHours; now: number }) {
  const zone = useHydrated() ? "local" : "utc";
  const style = useRegionStyle();
  const span = together.find(({ until }) => until > now);
  if (span === undefined && aheadOfUtc === null) return null;
  const isNow = span !== undefined && span.from <= now;
  const hourThere = aheadOfUtc === null ? null : (Math.round(now / MS_PER_HOUR) + aheadOfUtc) % 24;
  return (
    <p className="mt-1 text-ink-muted text-sm">
      {span === undefined ? null : (
        <span className="inline-block">
          Both awake {isNow ? "until" : "from"} about{" "}
          {formatNearestHour(isNow ? span.until : span.from, zone, style)}
        </span>
      )}
      {span === undefined || hourThere === null ? null : <Dot />}
      {hourThere === null ? null : (
        <span className="inline-block">about {formatHour(hourThere, style)} there now</span>
      )}
    </p>
  );
}

/** The last message as a pull quote, and the number of the partner's unread messages. */
function SinceYouLeft(props: { summary: ConversationSummaryDto; viewerId: string }) {
  const { unread, lastLine, lines } = props.summary;
  if (!lastLine) return null;
  const isOwn = lastLine.sender_id === props.viewerId;
  return (
    <div className="mt-5 w-full border-rule border-t pt-4">
      <p className="kicker flex flex-wrap items-center justify-center gap-x-3 text-ink-muted sm:justify-start">
        {unread > 0 ? <Badge tone="accent">{unreadWords(unread)}</Badge> : null}
        <span>
          {lines === 1 ? "1 line so far" : `${lines} lines so far`}
          {isOwn ? ", the last one yours" : ""}
        </span>
      </p>
      <p
        dir="auto"
        className="mt-2 line-clamp-3 font-serif text-ink text-xl italic leading-snug before:content-['“'] after:content-['”']"
      >
        {lastLine.content}
      </p>
    </div>
  );
}
