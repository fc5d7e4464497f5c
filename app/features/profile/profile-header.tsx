import { Link } from "@remix-run/react";
import { Avatar } from "~/app/components/avatar";
import { LinkButton } from "~/app/components/button";
import { EmailAddress } from "~/app/components/email-address";
import type { MemberDto } from "~/core/shared/contract";

export function ProfileHeader({
  user,
  isUnconfirmed,
}: {
  user: MemberDto;
  isUnconfirmed: boolean;
}) {
  return (
    <header className="flex flex-col gap-6 sm:flex-row sm:items-center">
      <Avatar name={user.name} src={user.avatar_url} size="lg" />
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="line-clamp-2 text-title [overflow-wrap:anywhere]">
          {user.name}
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-muted [overflow-wrap:anywhere]">
          <span>
            <EmailAddress address={user.email} />
          </span>
          {isUnconfirmed ? (
            <Link to="/profile/email" className="text-link inline-flex min-h-11 items-center">
              Confirm your e-mail
            </Link>
          ) : null}
        </p>
        <p>
          <Link
            to={`/user/${user.user_id}`}
            className="text-link inline-flex min-h-11 items-center text-sm"
          >
            See your card as your match sees it
          </Link>
        </p>
        <div className="mt-2 flex flex-wrap gap-3">
          <LinkButton to="/profile/edit" size="sm">
            Edit Profile
          </LinkButton>
          <LinkButton to="/profile/reset-password" size="sm" variant="secondary">
            Reset Password
          </LinkButton>
          <LinkButton to="/settings" size="sm" variant="secondary">
            Account
          </LinkButton>
        </div>
      </div>
    </header>
  );
}
