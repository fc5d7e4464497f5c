import { Avatar } from "~/app/components/avatar";
import { buttonClasses, LinkButton } from "~/app/components/button";
import { EmailAddress } from "~/app/components/email-address";
import { FormErrors } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { LoadFailure } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import {
  AVAILABILITY_FAILED,
  AVAILABILITY_FIELDS,
  AVAILABILITY_INTENT,
  CALENDAR_END_INTENT,
  CALENDAR_FAILED,
  CALENDAR_INTENT,
} from "~/app/features/availability/availability";
import { changeCalendar } from "~/app/features/availability/calendar.server";
import { CalendarLink } from "~/app/features/availability/calendar-link";
import { NextRuns } from "~/app/features/availability/next-runs";
import { setAvailability } from "~/app/features/availability/set-availability.server";
import { BlockedMembers } from "~/app/features/moderation/blocked-members";
import { unblock } from "~/app/features/moderation/blocked-members.server";
import { OwnReports } from "~/app/features/moderation/own-reports";
import { UNBLOCK_FAILED, UNBLOCK_INTENT } from "~/app/features/moderation/unblock";
import { forgetDevice } from "~/app/features/notifications/forget-device";
import { CONSENT_FAILED, Consent } from "~/app/features/profile/consent";
import { changeConsent } from "~/app/features/profile/consent.server";
import { GIVE_INTENT, WITHDRAW_INTENT } from "~/app/features/profile/consent-intents";
import { DELETE_FAILED, DELETE_INTENT, DeleteAccount } from "~/app/features/profile/delete-account";
import { deleteAccount } from "~/app/features/profile/delete-account.server";
import { MyPreferences, MyProfile } from "~/app/features/profile/profile-sections";
import {
  END_SESSIONS_FAILED,
  END_SESSIONS_INTENT,
  Sessions,
} from "~/app/features/profile/sessions";
import { endOtherSessions } from "~/app/features/profile/sessions.server";
import { type ClientActionFunctionArgs, Link, useActionData, useLoaderData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { data } from "~/app/framework.server";
import { type ActionData, failForm, formErrors } from "~/app/lib/action-data";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { orError } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { clearOutboxesEverywhere } from "~/app/messaging/outbox-keys";
import { initialsOf } from "~/core/shared/initials";

/** What is said of a form that got no answer, by its intent. */
const FAILED: Record<string, string> = {
  [AVAILABILITY_INTENT]: AVAILABILITY_FAILED,
  [CALENDAR_INTENT]: CALENDAR_FAILED,
  [CALENDAR_END_INTENT]: CALENDAR_FAILED,
  [UNBLOCK_INTENT]: UNBLOCK_FAILED,
  [END_SESSIONS_INTENT]: END_SESSIONS_FAILED,
  [GIVE_INTENT]: CONSENT_FAILED,
  [WITHDRAW_INTENT]: CONSENT_FAILED,
};

export const meta: MetaFunction = () => pageMeta({ title: "My Profile" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, user } = await requireSession(args.request, args.context);
  const { auth, availability, email, legal, moderation } = args.context.services;
  const [blocked, sessions, reports, calendar, emailState, consent] = await Promise.all([
    orError(moderation.listBlocks(viewer), "Failed to fetch blocked users", args),
    orError(auth.listSessions(viewer), "Failed to fetch sessions", args),
    orError(moderation.listOwnReports(viewer), "Failed to fetch your reports", args),
    orError(availability.readCalendar(viewer), CALENDAR_FAILED, args),
    email.getEmailState(viewer),
    legal.readConsent(viewer),
  ]);
  return {
    user,
    availability: viewer.availability,
    now: Date.now(),
    blocked,
    sessions,
    reports,
    calendar,
    isUnconfirmed: emailState.mail && !emailState.verified,
    consent,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { viewer } = await requireSession(args.request, args.context);
  const form = await readFields(args.request, [
    "intent",
    "userId",
    "password",
    ...AVAILABILITY_FIELDS,
  ]);
  const intent = form.get("intent");
  if (intent === AVAILABILITY_INTENT) {
    return setAvailability(args, viewer, form, "/profile");
  }
  if (intent === CALENDAR_INTENT || intent === CALENDAR_END_INTENT) {
    return changeCalendar(args, viewer, intent);
  }
  if (intent === UNBLOCK_INTENT) return unblock(args, viewer, form);
  if (intent === END_SESSIONS_INTENT) return endOtherSessions(args, viewer);
  if (intent === GIVE_INTENT || intent === WITHDRAW_INTENT) {
    return changeConsent(args, viewer, intent);
  }
  if (intent !== DELETE_INTENT) return data(failForm("Not found"), { status: 400 });
  return deleteAccount(args, viewer, form);
}

const submit = submitForm((form) => {
  const intent = String(form.get("intent"));
  const words = FAILED[intent];
  return failForm(words ?? DELETE_FAILED, { intent, toast: words !== undefined });
});

export async function clientAction(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  try {
    return await submit(args);
  } catch (answer) {
    // Home, and not to /login: the account is gone, and what it never sent shall go with it.
    const isHome = answer instanceof Response && answer.headers.get("Location") === "/";
    if (form.get("intent") === DELETE_INTENT && isHome) {
      clearOutboxesEverywhere();
      await forgetDevice();
    }
    throw answer;
  }
}

export default function ProfilePage() {
  const { user, availability, now, blocked, sessions, reports, calendar, isUnconfirmed, consent } =
    useLoaderData<typeof loader>();
  const answer = useActionData<ActionData>();
  return (
    <div className="page-width flex max-w-4xl flex-col gap-12 py-10 sm:py-14">
      {/* Of an Unblock with scripts off: with them its own form tells. */}
      <FormErrors errors={answer?.intent === DELETE_INTENT ? null : formErrors(answer)} />
      <header className="flex flex-col gap-6 sm:flex-row sm:items-center">
        <Avatar initials={initialsOf(user.name)} src={user.avatar_url} size="xl" />
        <div className="min-w-0 flex-1">
          <h1 tabIndex={-1} className="text-title [overflow-wrap:anywhere]">
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
          <div className="mt-5 flex flex-wrap gap-3">
            <LinkButton to="/profile/edit" size="sm">
              Edit Profile
            </LinkButton>
            <LinkButton to="/profile/reset-password" size="sm" variant="secondary">
              Reset Password
            </LinkButton>
            <LinkButton to="/profile/email" size="sm" variant="secondary">
              E-mail
            </LinkButton>
            <LinkButton to="/profile/passkeys" size="sm" variant="secondary">
              Passkeys
            </LinkButton>
            <LinkButton to="/profile/notifications" size="sm" variant="secondary">
              Notifications
            </LinkButton>
          </div>
        </div>
      </header>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <div className="flex flex-col gap-10">
          <MyProfile user={user} />
          <MyPreferences user={user} />
        </div>
        <div className="flex flex-col gap-10">
          <Section id="next-runs" title="My Next Introduction">
            <NextRuns availability={availability} now={now} path="/profile" />
          </Section>
          <CalendarLink calendar={calendar} />
          <BlockedMembers list={blocked} />
          <Sessions list={sessions} />
          <OwnReports list={reports} />
        </div>
      </div>
      <Consent consent={consent} />
      <Section id="my-data" title="My Data">
        <p className="mt-4 max-w-measure text-ink-soft">
          Everything we hold about you, your conversations included, as one file to keep.
        </p>
        {/* Not a client-side link: the browser saves the file, and goes where a session that has ended leads. */}
        <a
          href="/profile/export"
          className={buttonClasses({ variant: "secondary", size: "sm", className: "mt-4" })}
        >
          Download my data
        </a>
      </Section>
      <Section id="leave" title="Leave">
        <p className="mt-4 max-w-measure text-ink-soft">
          Deleting your account removes your profile and all your conversations at once, also for
          those you talked to.
        </p>
        <DeleteAccount />
      </Section>
      <div className="flex flex-col border-rule border-t pt-8 sm:flex-row">
        <GoButton to="/">Back to Home</GoButton>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="My Profile" message="Failed to load profile data" />;
}
