import { FormErrors } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { LoadFailure } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import { CalendarLink } from "~/app/features/availability/calendar-link";
import { NextRuns } from "~/app/features/availability/next-runs";
import { BlockedMembers } from "~/app/features/moderation/blocked-members";
import { OwnReports } from "~/app/features/moderation/own-reports";
import { Consent } from "~/app/features/profile/consent";
import { DELETE_INTENT, Leave } from "~/app/features/profile/delete-account";
import { PROFILE_FORMS } from "~/app/features/profile/forms";
import { profileAction } from "~/app/features/profile/forms.server";
import { ProfileHeader } from "~/app/features/profile/profile-header";
import { MyData, MyPreferences, MyProfile } from "~/app/features/profile/profile-sections";
import { Sessions } from "~/app/features/profile/sessions";
import { submitProfile } from "~/app/features/profile/submit-profile";
import { useActionData, useLoaderData } from "~/app/framework";
import type { LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { type ActionData, formErrors } from "~/app/lib/action-data";
import { pageMeta } from "~/app/lib/page-meta";
import { orError } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { readDrawState } from "~/core/shared/draw-state";
import { nameLanguages } from "~/core/shared/languages";

export const meta: MetaFunction = () => pageMeta({ title: "My Profile" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, user } = await requireSession(args.request, args.context);
  const { auth, availability, email, legal, moderation, pairings } = args.context.services;
  const [{ draw }, blocked, sessions, reports, calendar, emailState, consent] = await Promise.all([
    pairings.findToday(viewer),
    orError(moderation.listBlocks(viewer), "Failed to fetch blocked users", args),
    orError(auth.listSessions(viewer), "Failed to fetch sessions", args),
    orError(moderation.listOwnReports(viewer), "Failed to fetch your reports", args),
    orError(availability.readCalendar(viewer), PROFILE_FORMS["make-calendar"].fallback, args),
    email.getEmailState(viewer),
    legal.readConsent(viewer),
  ]);
  return {
    user,
    languages: nameLanguages(user.languages),
    availability: viewer.availability,
    draw,
    now: Date.now(),
    blocked,
    sessions,
    reports,
    calendar,
    isUnconfirmed: emailState.mail && !emailState.verified,
    consent,
  };
}

export const action = profileAction;

export const clientAction = submitProfile;

export default function ProfilePage() {
  const {
    user,
    languages,
    availability,
    draw,
    now,
    blocked,
    sessions,
    reports,
    calendar,
    isUnconfirmed,
    consent,
  } = useLoaderData<typeof loader>();
  const answer = useActionData<ActionData>();
  return (
    <div className="page-width flex max-w-4xl flex-col gap-12 py-10 sm:py-14">
      {/* Of an Unblock with scripts off: with them its own form tells. */}
      <FormErrors errors={answer?.intent === DELETE_INTENT ? null : formErrors(answer)} />
      <ProfileHeader user={user} isUnconfirmed={isUnconfirmed} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <div className="flex flex-col gap-10">
          <MyProfile user={user} languages={languages} />
          <MyPreferences user={user} />
        </div>
        <div className="flex flex-col gap-10">
          <Section id="next-runs" title="My Next Introduction">
            <NextRuns {...{ availability, now }} state={readDrawState(draw, now)} path="/profile" />
          </Section>
          <CalendarLink calendar={calendar} />
          <BlockedMembers list={blocked} />
          <Sessions list={sessions} />
          <OwnReports list={reports} />
        </div>
      </div>
      <Consent consent={consent} />
      <MyData />
      <Leave />
      <div className="flex flex-col border-rule border-t pt-8 sm:flex-row">
        <GoButton to="/">Back to Home</GoButton>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="My Profile" message="Failed to load profile data" />;
}
