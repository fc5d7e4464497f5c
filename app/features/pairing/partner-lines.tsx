import type { ReactNode } from "react";
import { Dot } from "~/app/components/dot";
import { LanguageNames } from "~/app/components/language-names";
import { PlaceAndAge } from "~/app/components/place-and-age";
import { formatAge } from "~/app/lib/format-profile";
import type { LanguageDto } from "~/core/shared/contract";

interface PartnerLinesProps {
  /** The partner's name, in the element that the caller needs. */
  children: ReactNode;
  /** The name of the place; null when none is known, or if the partner has blocked the member. Not shown if null. */
  place: string | null;
  /** Whole years; null when it is not known. */
  age: number | null;
  /** The languages in common. */
  languages: readonly LanguageDto[];
  /** The number of messages; not shown if there are none. */
  lines?: number | null;
  /** The beginning of the conversation's first message. */
  firstLine?: string | null;
  /** The time of the conversation. */
  moment: ReactNode;
}

/**
 * A partner in the history (docs/rules.md#history): name, place, age, and the date, which is set apart unless the
 * window is narrow.
 */
export function PartnerLines({
  children,
  place,
  age,
  languages,
  lines,
  firstLine,
  moment,
}: PartnerLinesProps) {
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-x-6 text-sm sm:flex-row sm:items-center sm:justify-between">
      <span className="min-w-0">
        {children}
        <span className="block text-ink-muted [overflow-wrap:anywhere]">
          {place === null ? (
            age !== null && formatAge(age)
          ) : (
            <PlaceAndAge place={place} age={age} />
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
        {moment}
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
  );
}
