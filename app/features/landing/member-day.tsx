import { LinkButton } from "~/app/components/button";
import { PageHeading } from "~/app/components/section";
import type { Day } from "~/app/features/pairing/home-loader.server";
import { Today } from "~/app/features/pairing/today";
import { BRAND } from "~/core/shared/brand";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { readDrawState } from "~/core/shared/draw-state";
import { isBarred } from "~/core/shared/draw-words";

/**
 * Today's part of Home. At midnight, an open page hides this part and says that a new day has
 * begun.
 */
export function MemberDay({ day, viewerId }: { day: Day; viewerId: string }) {
  const { now } = day;
  const midnight = nextMidnightUtc(now);
  const state = readDrawState(day.draw, now);
  const { today } = state;
  const canView = !isBarred(state);
  return (
    <div
      data-clock="day"
      data-now={now}
      data-partner-here={String(today.is === "paired" ? today.isPartnerHere : null)}
      className="page-width max-w-4xl py-3 sm:py-12"
    >
      <div data-until={midnight} className="flex flex-col gap-2 sm:gap-8 [&[hidden]]:hidden">
        <PageHeading>{BRAND.today}</PageHeading>
        <Today {...{ day, state, viewerId, now }} />
        {canView ? (
          <LinkButton to="/conversations" variant="secondary" size="sm" className="self-start">
            View Today's Match
          </LinkButton>
        ) : null}
      </div>
      <div data-from={midnight} hidden>
        <h1 className="text-title">A new day has begun.</h1>
        {canView ? (
          <LinkButton to="/conversations" className="mt-6">
            View Today's Match
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}
