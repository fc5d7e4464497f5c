import { Link } from "@remix-run/react";
import { Card } from "~/app/components/card";
import { cx } from "~/app/components/cx";
import { EmailAddress } from "~/app/components/email-address";
import { useRegionStyle } from "~/app/components/local-time";
import { formatCalendarDate } from "~/app/lib/format-local";
import { formatDistance, NOT_SPECIFIED } from "~/app/lib/format-profile";
import { AGE_PREFERENCE_MAX, AGE_PREFERENCE_MIN } from "~/core/shared/constants";
import type { AdminPairingDto } from "~/core/shared/contract";
import { formatDegrees } from "~/core/shared/coordinates";
import { isolate } from "~/core/shared/isolate";

type Side = "user1" | "user2";

export function PairingRow({ pairing }: { pairing: AdminPairingDto }) {
  const style = useRegionStyle();
  return (
    <Card
      as="article"
      aria-label={`${isolate(pairing.user1_name)} and ${isolate(pairing.user2_name)}`}
    >
      <p className="flex flex-wrap justify-between gap-x-6 text-ink-muted text-sm">
        <span>{formatCalendarDate(pairing.pairing_date, style)}</span>
        <span className="text-2xs leading-5 [overflow-wrap:anywhere]">{pairing.pairing_id}</span>
      </p>
      <div className="mt-4 grid gap-6 md:grid-cols-2 md:gap-0 md:divide-x md:divide-rule">
        <Member pairing={pairing} side="user1" />
        <Member pairing={pairing} side="user2" />
      </div>
    </Card>
  );
}

function Member({ pairing, side }: { pairing: AdminPairingDto; side: Side }) {
  const style = useRegionStyle();
  const latitude = pairing[`${side}_latitude`];
  const longitude = pairing[`${side}_longitude`];
  const hasPosition = latitude !== null && longitude !== null;
  const minimum = pairing[`${side}_min_age_pref`] ?? AGE_PREFERENCE_MIN;
  const maximum = pairing[`${side}_max_age_pref`] ?? AGE_PREFERENCE_MAX;
  const facts: [string, string][] = [
    ["Age", String(pairing[`${side}_age`] ?? NOT_SPECIFIED)],
    ["Gender", pairing[`${side}_gender`] || NOT_SPECIFIED],
    ["Location", pairing[`${side}_location`] || NOT_SPECIFIED],
    [
      "GPS",
      hasPosition ? `${formatDegrees(latitude)}, ${formatDegrees(longitude)}` : NOT_SPECIFIED,
    ],
    ["Distance", formatDistance(pairing[`${side}_distance_preference`], style)],
    ["Ages", `${minimum} to ${maximum}`],
    ["Id", pairing[`${side}_id`]],
  ];
  return (
    <div className="min-w-0 md:px-6 md:first:ps-0 md:last:pe-0">
      <h3 className="font-serif text-xl leading-tight [overflow-wrap:anywhere]">
        <Link to={`/admin/members/${pairing[`${side}_id`]}`} className="text-link">
          {pairing[`${side}_name`]}
        </Link>
      </h3>
      <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
        <EmailAddress address={pairing[`${side}_email`]} />
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {facts.map(([term, words]) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd
              className={cx(
                "min-w-0 tabular-nums [overflow-wrap:anywhere]",
                term === "Id" && "text-2xs leading-5",
              )}
            >
              {words}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
