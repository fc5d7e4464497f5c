import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ActionButton } from "~/app/components/action-button";
import { buttonClasses } from "~/app/components/button";
import { EmailAddress } from "~/app/components/email-address";
import { FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { LocalTime } from "~/app/components/local-time";
import { PageHeading, Section } from "~/app/components/section";
import { useHydrated } from "~/app/components/use-hydrated";
import { WayBack } from "~/app/components/way-back";
import {
  CONSENT_FAILED,
  Consent,
  GIVE_CONSENT_INTENT,
  WITHDRAW_CONSENT_INTENT,
} from "~/app/features/accounts/consent";
import {
  END_SESSIONS_FAILED,
  END_SESSIONS_INTENT,
  Sessions,
} from "~/app/features/accounts/sessions";
import { Fold, type Way, Ways } from "~/app/features/accounts/settings-group";
import { OwnReports } from "~/app/features/moderation/own-reports";
import { type FormAnswer, readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { orError, toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { stayWithToast } from "~/app/lib/toast.server";
import { giveConsent, readConsent, withdrawConsent } from "~/core/accounts/consents";
import { getEmailState } from "~/core/accounts/email";
import { countUse, endOtherSessions, listSessions } from "~/core/accounts/session";
import { listOwnReports } from "~/core/moderation/report";
import { updateProfile } from "~/core/profile/service";
import type { EmailStateDto } from "~/core/shared/contract";

export const meta: MetaFunction = () => pageMeta({ title: "Account" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireSession(args.request, args.context);
  const { deps } = args.context;
  const [sessions, reports, emailState, consent] = await Promise.all([
    orError(listSessions(deps, viewer), "Failed to fetch sessions", args),
    orError(listOwnReports(deps, viewer), "Failed to fetch your reports", args),
    getEmailState(deps, viewer),
    readConsent(deps, viewer),
  ]);
  return {
    sessions,
    reports,
    emailState,
    consent,
    newcomersAwayUntil: viewer.user.newcomers_away_until,
    isInGoodStanding: viewer.standing.standing === "good",
  };
}

const ACCEPT_NEWCOMERS_INTENT = "accept-newcomers";

const FAILED = {
  [END_SESSIONS_INTENT]: END_SESSIONS_FAILED,
  [GIVE_CONSENT_INTENT]: CONSENT_FAILED,
  [WITHDRAW_CONSENT_INTENT]: CONSENT_FAILED,
  [ACCEPT_NEWCOMERS_INTENT]: "Your wish could not be ended",
};

const FORMS = {
  [END_SESSIONS_INTENT]: z.object({}),
  [GIVE_CONSENT_INTENT]: z.object({}),
  [WITHDRAW_CONSENT_INTENT]: z.object({}),
  [ACCEPT_NEWCOMERS_INTENT]: z.object({}),
};

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { deps } = context;
  const { viewer } = await requireSession(request, context);
  const form = await readForm(request, FORMS);
  const isOfSessions = form.intent === END_SESSIONS_INTENT;
  try {
    await countUse(deps, viewer, isOfSessions ? "sessionWrites" : "profileWrites");
    if (form.intent === ACCEPT_NEWCOMERS_INTENT) {
      await updateProfile(deps, viewer, { newcomers_away: false });
      return stayWithToast(request, "Newer accounts are introduced to you again.");
    }
    const change = {
      [END_SESSIONS_INTENT]: endOtherSessions,
      [GIVE_CONSENT_INTENT]: giveConsent,
      [WITHDRAW_CONSENT_INTENT]: withdrawConsent,
    }[form.intent];
    return stayWithToast(request, (await change(deps, viewer)).message);
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED[form.intent], args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

function listWays({ email, verified, mail }: EmailStateDto, isInGoodStanding: boolean): Way[] {
  return [
    {
      to: "/profile/email",
      title: "E-mail",
      hint: (
        <>
          <EmailAddress address={email} />
          {mail && !verified ? ", not confirmed yet" : null}
        </>
      ),
    },
    { to: "/profile/reset-password", title: "Reset Password" },
    {
      to: "/profile/passkeys",
      title: "Passkeys",
      hint: "Sign in by fingerprint, face or your device’s PIN",
    },
    { to: "/profile/notifications", title: "Notifications" },
    ...(isInGoodStanding
      ? []
      : [{ to: "/account/standing", title: "Your standing", hint: "A decision, and your appeal" }]),
    { to: "/privacy", title: "Privacy notice", hint: "What is kept, and for how long" },
    { to: "/profile#leave", title: "Delete Account" },
  ];
}

export default function SettingsPage() {
  const { sessions, reports, emailState, consent, newcomersAwayUntil, isInGoodStanding } =
    useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const hydrated = useHydrated();
  const hasReports = "error" in reports || reports.length > 0;
  return (
    <div className="page-width flex max-w-3xl flex-col gap-10 py-8 sm:py-14">
      {hydrated ? null : <FormError error={Object.values(answer?.errors ?? {})[0]} />}
      <PageHeading>Account</PageHeading>
      <div>
        <Ways ways={listWays(emailState, isInGoodStanding)} />
        <Fold id="sessions" title="Where you are signed in">
          <Sessions list={sessions} />
        </Fold>
        {hasReports ? (
          <Fold id="own-reports" title="Your reports">
            <OwnReports list={reports} />
          </Fold>
        ) : null}
        <Fold id="consent" title="Your Consent">
          <Consent consent={consent} />
        </Fold>
      </div>
      {newcomersAwayUntil ? (
        <Section id="newer-accounts" title="Newer accounts">
          <p className="mt-4 max-w-measure text-ink-soft">
            Accounts newer than your wish are kept away from you until{" "}
            <LocalTime instant={newcomersAwayUntil} />.
          </p>
          <ActionButton
            intent={ACCEPT_NEWCOMERS_INTENT}
            action="/settings"
            offline={FAILED[ACCEPT_NEWCOMERS_INTENT]}
            className="mt-4"
          >
            Introduce me to newer accounts again
          </ActionButton>
        </Section>
      ) : null}
      <Section id="my-data" title="My Data">
        <p className="mt-4 max-w-measure text-ink-soft">
          Everything we hold about you, your conversations included, as one file to keep.
        </p>
        {/* A plain link, because the browser itself must save the file, or follow the redirect if the session has
            ended. */}
        <a
          href="/profile/export"
          className={buttonClasses({ variant: "secondary", size: "sm", className: "mt-4" })}
        >
          Download my data
        </a>
      </Section>
      <WayBack to="/profile">Back to Profile</WayBack>
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Account" message="Failed to load your settings" />;
}
