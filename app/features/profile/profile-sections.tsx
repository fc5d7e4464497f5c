import { buttonClasses } from "~/app/components/button";
import { Fact, Facts } from "~/app/components/facts";
import { LanguageNames } from "~/app/components/language-names";
import { useRegionStyle } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import {
  formatAgeRange,
  formatDateOfBirth,
  formatDistance,
  NO_BIO,
  NOT_SPECIFIED,
  placeWords,
} from "~/app/lib/format-profile";
import type { LanguageDto, MemberDto } from "~/core/shared/contract";
import { timezoneLabel } from "~/core/shared/timezones";

export function MyProfile({ user, languages }: { user: MemberDto; languages: LanguageDto[] }) {
  const style = useRegionStyle();
  return (
    <Section id="my-profile" title="My Profile">
      <Facts className="mt-2">
        <Fact term="Location">{placeWords(user.location ?? "") || NOT_SPECIFIED}</Fact>
        <Fact term="Date of Birth">{formatDateOfBirth(user, style)}</Fact>
        <Fact term="Timezone">
          {user.timezone === null ? NOT_SPECIFIED : timezoneLabel(user.timezone)}
        </Fact>
        <Fact term="Languages">
          {languages.length > 0 ? <LanguageNames {...{ languages }} /> : NOT_SPECIFIED}
        </Fact>
        <Fact term="Bio">
          <span className="whitespace-pre-line">{user.bio || NO_BIO}</span>
        </Fact>
        <Fact term="Gender">{user.gender || NOT_SPECIFIED}</Fact>
      </Facts>
    </Section>
  );
}

export function MyPreferences({ user }: { user: MemberDto }) {
  const style = useRegionStyle();
  return (
    <Section id="my-preferences" title="My Preferences">
      <Facts className="mt-2">
        <Fact term="Preferred Match Gender">{user.preferred_match_gender ?? "Surprise me"}</Fact>
        <Fact term="Maximum Match Distance">{formatDistance(user.distance_preference, style)}</Fact>
        <Fact term="Preferred Age Range">
          {formatAgeRange(user.minimum_age_preference, user.maximum_age_preference)}
        </Fact>
      </Facts>
    </Section>
  );
}

export function MyData() {
  return (
    <Section id="my-data" title="My Data">
      <p className="mt-4 max-w-measure text-ink-soft">
        Everything we hold about you, your conversations included, as one file to keep.
      </p>
      {/* A plain link: the browser saves the file, or follows the redirect of an ended session. */}
      <a
        href="/profile/export"
        className={buttonClasses({ variant: "secondary", size: "sm", className: "mt-4" })}
      >
        Download my data
      </a>
    </Section>
  );
}
