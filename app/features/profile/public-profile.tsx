import MapPin from "lucide-react/icons/map-pin";
import { Avatar } from "~/app/components/avatar";
import { Card } from "~/app/components/card";
import { Fact, Facts } from "~/app/components/facts";
import { formatAge, NO_BIO } from "~/app/lib/format-profile";
import type { PublicProfileDto } from "~/core/shared/contract";
import { initialsOf } from "~/core/shared/initials";

/** Another member, read-only (specification §2, 'Another user's profile'). */
export function PublicProfile({ profile }: { profile: PublicProfileDto }) {
  return (
    <>
      <header className="flex flex-col items-center gap-5 text-center">
        <Avatar initials={initialsOf(profile.name)} src={profile.avatar_url} size="xl" />
        <div>
          <h1 tabIndex={-1} className="text-title [overflow-wrap:anywhere]">
            {profile.name}
          </h1>
          {profile.location ? (
            <p className="mt-2 flex items-center justify-center gap-1.5 text-ink-muted">
              <MapPin aria-hidden className="size-4 shrink-0" />
              {profile.location}
            </p>
          ) : null}
        </div>
      </header>
      <Card as="section" aria-labelledby="profile-information">
        <h2 id="profile-information" className="text-2xl">
          Profile Information
        </h2>
        <Facts className="mt-3">
          {profile.age === null ? null : <Fact term="Age">{formatAge(profile.age)}</Fact>}
          {profile.gender ? <Fact term="Gender">{profile.gender}</Fact> : null}
          <Fact term="Bio">
            <span className="whitespace-pre-line">{profile.bio || NO_BIO}</span>
          </Fact>
        </Facts>
      </Card>
    </>
  );
}
