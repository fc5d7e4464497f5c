import { Fact, Facts } from "~/app/components/facts";
import { Section } from "~/app/components/section";
import {
  formatAgeRange,
  formatDateOfBirth,
  formatDistance,
  NO_BIO,
  NOT_SPECIFIED,
} from "~/app/lib/format-profile";
import type { MemberDto } from "~/core/shared/contract";
import { timezoneLabel } from "~/core/shared/timezones";

/** 'My Profile': what the member says of themselves. */
export function MyProfile({ user }: { user: MemberDto }) {
  return (
    <Section id="my-profile" title="My Profile">
      <Facts className="mt-2">
        <Fact term="Location">{user.location || NOT_SPECIFIED}</Fact>
        <Fact term="Date of Birth">{formatDateOfBirth(user)}</Fact>
        <Fact term="Timezone">
          {user.timezone === null ? NOT_SPECIFIED : timezoneLabel(user.timezone)}
        </Fact>
        <Fact term="Bio">
          <span className="whitespace-pre-line">{user.bio || NO_BIO}</span>
        </Fact>
        <Fact term="Gender">{user.gender || NOT_SPECIFIED}</Fact>
      </Facts>
    </Section>
  );
}

/** 'My Preferences': whom the member would like to meet. */
export function MyPreferences({ user }: { user: MemberDto }) {
  return (
    <Section id="my-preferences" title="My Preferences">
      <Facts className="mt-2">
        <Fact term="Preferred Match Gender">{user.preferred_match_gender ?? "Surprise me"}</Fact>
        <Fact term="Maximum Match Distance">{formatDistance(user.distance_preference)}</Fact>
        <Fact term="Preferred Age Range">
          {formatAgeRange(user.minimum_age_preference, user.maximum_age_preference)}
        </Fact>
      </Facts>
    </Section>
  );
}
