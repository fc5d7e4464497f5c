import type { ReactNode } from "react";
import { Avatar } from "~/app/components/avatar";
import { Card } from "~/app/components/card";
import { Fact, Facts } from "~/app/components/facts";
import { MapPin } from "~/app/components/icons";
import { LanguageNames } from "~/app/components/language-names";
import { formatAge, NO_BIO, placeWords } from "~/app/lib/format-profile";
import type { LanguageDto, PublicProfileDto } from "~/core/shared/contract";

export type NamedProfile = PublicProfileDto & { languages: LanguageDto[] };

type ShownAbove = "id" | "user_id" | "name" | "avatar_url" | "location";
type Show = (profile: NamedProfile) => ReactNode;

/**
 * A fact whose `show` returns null is hidden. The type makes sure that every public field is in this list or shown
 * above.
 */
const FACTS: Record<Exclude<keyof PublicProfileDto, ShownAbove>, [term: string, show: Show]> = {
  age: ["Age", ({ age }) => (age === null ? null : formatAge(age))],
  gender: ["Gender", ({ gender }) => gender],
  shared_languages: [
    "Languages in common",
    ({ languages }) => (languages.length === 0 ? null : <LanguageNames {...{ languages }} />),
  ],
  bio: ["Bio", ({ bio }) => <span className="whitespace-pre-line">{bio || NO_BIO}</span>],
};

function ProfileFacts({ profile }: { profile: NamedProfile }) {
  return (
    <Facts className="mt-3">
      {Object.values(FACTS).map(([term, show]) => {
        const shown = show(profile);
        return shown ? (
          <Fact key={term} term={term}>
            {shown}
          </Fact>
        ) : null;
      })}
    </Facts>
  );
}

export function PublicProfile({ profile }: { profile: NamedProfile }) {
  return (
    <>
      <header className="flex flex-col items-center gap-5 text-center">
        <Avatar name={profile.name} src={profile.avatar_url} size="xl" />
        <div>
          <h1 tabIndex={-1} className="line-clamp-2 text-title [overflow-wrap:anywhere]">
            {profile.name}
          </h1>
          {profile.location ? (
            <p className="mt-2 flex items-center justify-center gap-1.5 text-ink-muted">
              <MapPin aria-hidden className="size-4 shrink-0" />
              {placeWords(profile.location)}
            </p>
          ) : null}
        </div>
      </header>
      <Card as="section" aria-labelledby="profile-information">
        <h2 id="profile-information" className="text-2xl">
          Profile Information
        </h2>
        <ProfileFacts profile={profile} />
      </Card>
    </>
  );
}
