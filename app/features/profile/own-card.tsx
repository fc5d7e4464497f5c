import { Link } from "@remix-run/react";
import { Avatar } from "~/app/components/avatar";
import { Card } from "~/app/components/card";
import { ErrorBox } from "~/app/components/empty-state";
import { MapPin } from "~/app/components/icons";
import { Section } from "~/app/components/section";
import { placeWords } from "~/app/lib/format-profile";
import type { FoundProfile } from "./find-profile.server";
import { ProfileFacts } from "./public-profile";

/** The member's own card, as a partner sees it (docs/rules.md#partner). */
export function OwnCard({ found: { profile, error } }: { found: FoundProfile }) {
  return (
    <Section id="own-card" as="h3" title="Your card, as they will see it">
      <div className="mt-4">
        {profile ? <Face profile={profile} /> : <ErrorBox message={error} />}
      </div>
    </Section>
  );
}

function Face({ profile }: { profile: NonNullable<FoundProfile["profile"]> }) {
  const { name, avatar_url, location, languages } = profile;
  return (
    <>
      <Card>
        <div className="flex items-center gap-4">
          <Avatar name={name} src={avatar_url} size="lg" />
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <p className="font-medium font-serif text-2xl leading-tight">{name}</p>
            <p className="mt-1 flex items-center gap-1.5 text-ink-muted text-sm">
              <MapPin aria-hidden className="size-4 shrink-0" />
              {location ? placeWords(location) : "No location"}
            </p>
          </div>
        </div>
        <ProfileFacts profile={profile} />
      </Card>
      <p className="mt-3 max-w-measure text-ink-muted text-sm">
        Your match sees your age, never your date of birth.
        {languages.length > 0 ? " Of your languages they see those that they chat in too." : null}{" "}
        <Link to="/profile/edit" className="text-link">
          Change your card
        </Link>
      </p>
    </>
  );
}
