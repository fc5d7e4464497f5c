import { Form, Link, useLocation } from "@remix-run/react";
import { Avatar } from "~/app/components/avatar";
import { Badge } from "~/app/components/badge";
import { Button, LinkButton } from "~/app/components/button";
import { Dot } from "~/app/components/dot";
import { ChevronRight, Star } from "~/app/components/icons";
import { LanguageNames } from "~/app/components/language-names";
import { useRegionStyle } from "~/app/components/local-time";
import { PlaceAndAge } from "~/app/components/place-and-age";
import { SectionLabel } from "~/app/components/section";
import type { OpeningState } from "~/app/features/conversation/opening-conversation";
import { useForm } from "~/app/lib/form";
import { formatDate, formatLongDate, formatMonth } from "~/app/lib/format-local";
import { formatAge } from "~/app/lib/format-profile";
import { isolate } from "~/core/shared/isolate";
import { HOME_FAILED, STAR_INTENT } from "./forms";
import type { Home, PastPairing } from "./home-loader.server";

/** Newest first. Each page has its own address, so the list works without scripts. */
export function PastList({ home }: { home: Home }) {
  useForm({ intent: STAR_INTENT, offline: HOME_FAILED[STAR_INTENT], notifies: true });
  const { past: pairings, hasOlder, isPaged, search, isStarred } = home;
  const last = pairings.at(-1);
  return (
    <section id="past" aria-labelledby="past-heading" className="scroll-mt-6">
      <SectionLabel id="past-heading">Past conversations</SectionLabel>
      {search !== null || isStarred || isPaged || pairings.length >= SEARCH_FROM ? (
        <Search search={search} isStarred={isStarred} />
      ) : null}
      {pairings.length === 0 ? (
        <p className="py-5 text-ink-muted">{sayNone(home)}</p>
      ) : (
        <ul className="mt-1">
          {pairings.map((pairing, index) => {
            const month = monthOf(pairing);
            const before = pairings[index - 1];
            return (
              <PastItem
                key={pairing.conversation_id}
                pairing={pairing}
                month={before && monthOf(before) === month ? null : month}
              />
            );
          })}
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
              to={`/conversations?${new URLSearchParams({
                before: last.conversation_id,
                ...(search === null ? {} : { q: search }),
                ...(isStarred ? { starred: "1" } : {}),
              })}#past`}
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

/** The search is offered from this number of conversations on. */
const SEARCH_FROM = 5;

function sayNone({ search, isPaged, isStarred }: Home): string {
  if (search !== null) return `No one and nowhere called “${search}” in your history.`;
  if (isStarred) return "No favourites here. The star beside a conversation makes it one.";
  if (isPaged) return "There are no older conversations.";
  return "None yet. Every conversation stays here to be read once its day is over.";
}

function Search({ search, isStarred }: Pick<Home, "search" | "isStarred">) {
  return (
    <Form
      method="get"
      action="/conversations#past"
      role="search"
      preventScrollReset
      // The field is uncontrolled. The key replaces it after a new search.
      key={`${search} ${isStarred}`}
      className="mt-3 flex flex-wrap items-center gap-2"
    >
      <input
        type="search"
        name="q"
        defaultValue={search ?? ""}
        placeholder="A name or a place"
        aria-label="Search past conversations by name or place"
        className="min-h-11 min-w-0 flex-1 basis-[10rem] rounded-md border border-rule-strong bg-paper-raised px-4 text-ink placeholder:text-ink-muted hover:border-ink"
      />
      <Button type="submit" variant="secondary" size="sm">
        Search
      </Button>
      {isStarred ? (
        <input type="hidden" name="starred" value="1" />
      ) : (
        <LinkButton
          to="/conversations?starred=1#past"
          variant="secondary"
          size="sm"
          preventScrollReset
        >
          Favourites
        </LinkButton>
      )}
      {search === null && !isStarred ? null : (
        <LinkButton to="/conversations#past" variant="secondary" size="sm" preventScrollReset>
          Show all
        </LinkButton>
      )}
    </Form>
  );
}

/** The expiry is a midnight, which already belongs to the next date. */
const dayOf = (pairing: PastPairing) => Date.parse(pairing.expiry_date) - 1;

const monthOf = (pairing: PastPairing) => formatMonth(dayOf(pairing), "utc");

interface PastItemProps {
  pairing: PastPairing;
  /** The conversation's month if it is the first of that month on the page, otherwise null. */
  month: string | null;
}

function PastItem({ pairing, month }: PastItemProps) {
  const { conversation_id, partner_name, partner_age: age, place } = pairing;
  const { languages, lines, firstLine } = pairing;
  const instant = dayOf(pairing);
  const style = useRegionStyle();
  return (
    <li className="border-rule border-b">
      {month ? <p className="kicker pt-6 pb-1 text-ink-muted">{month}</p> : null}
      <div className="-mx-3 flex items-center gap-1">
        <Link
          to={`/conversation/${conversation_id}`}
          state={{ opening: partner_name } satisfies OpeningState}
          className="group flex min-h-18 min-w-0 flex-1 items-center gap-4 rounded-md px-3 py-3 no-underline hover:bg-paper-sunken"
        >
          <Avatar name={partner_name} src={pairing.partner_avatar} />
          <span className="flex min-w-0 flex-1 flex-col gap-x-6 text-sm sm:flex-row sm:items-center sm:justify-between">
            <span className="min-w-0">
              <span className="line-clamp-2 font-medium font-serif text-ink text-xl leading-snug">
                {partner_name}
                {pairing.isBlocked ? (
                  <span className="ms-3 align-middle">
                    <Badge>Blocked</Badge>
                  </span>
                ) : null}
                {pairing.hasAddresses ? (
                  <span className="ms-3 align-middle">
                    <Badge tone="success">Addresses opened</Badge>
                  </span>
                ) : null}
              </span>
              <span className="block text-ink-muted [overflow-wrap:anywhere]">
                {/* The place is missing if the partner has blocked the member. */}
                {place === null ? (
                  age !== null && formatAge(age)
                ) : (
                  <PlaceAndAge {...{ place, age }} />
                )}
              </span>
              {languages.length > 0 ? (
                <span className="line-clamp-2 text-ink-muted">
                  In common: <LanguageNames {...{ languages }} />
                </span>
              ) : null}
              {firstLine ? (
                <span
                  dir="auto"
                  className="line-clamp-1 font-serif text-base text-ink-soft italic [overflow-wrap:anywhere] before:content-['“'] after:content-['”']"
                >
                  {firstLine}
                </span>
              ) : null}
            </span>
            <span className="shrink-0 sm:flex sm:flex-col sm:items-end">
              <span className="text-ink-soft tabular-nums">
                <span className="sm:hidden">{formatDate(instant, "utc", style)}</span>
                <span className="max-sm:hidden">{formatLongDate(instant, "utc", style)}</span>
              </span>
              {lines ? (
                <span className="text-ink-muted tabular-nums">
                  <span className="sm:hidden">
                    <Dot />
                  </span>
                  {lines === 1 ? "1 line" : `${lines} lines`}
                </span>
              ) : null}
            </span>
          </span>
          <ChevronRight
            aria-hidden
            className="size-5 shrink-0 text-ink-muted transition-transform group-hover:translate-x-0.5"
          />
        </Link>
        <FavouriteButton pairing={pairing} />
      </div>
    </li>
  );
}

function FavouriteButton({ pairing }: { pairing: PastPairing }) {
  const { search } = useLocation();
  const { conversation_id, partner_name, isStarred } = pairing;
  return (
    <Form method="post" action={`/conversations${search}`} preventScrollReset>
      <input type="hidden" name="intent" value={STAR_INTENT} />
      <input type="hidden" name="conversationId" value={conversation_id} />
      <input type="hidden" name="isStarred" value={String(!isStarred)} />
      <button
        type="submit"
        aria-pressed={isStarred}
        aria-label={`Favourite: ${isolate(partner_name)}`}
        className="inline-flex size-11 items-center justify-center rounded-full text-ink-muted hover:bg-paper-sunken hover:text-ink aria-pressed:text-accent"
      >
        <Star className={isStarred ? "size-5 fill-current" : "size-5"} />
      </button>
    </Form>
  );
}
