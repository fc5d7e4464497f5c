import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { EmailAddress } from "~/app/components/email-address";
import { FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { useHydrated } from "~/app/components/use-hydrated";
import { WayBack } from "~/app/components/way-back";
import { OwnReports } from "~/app/features/moderation/own-reports";
import { Consent } from "~/app/features/profile/consent";
import { findProfile } from "~/app/features/profile/find-profile.server";
import { OwnCard } from "~/app/features/profile/own-card";
import { MyData } from "~/app/features/profile/profile-sections";
import { Sessions } from "~/app/features/profile/sessions";
import { AppearanceForm } from "~/app/features/settings/appearance-form";
import {
  ACCEPT_NEWCOMERS_INTENT,
  APPEARANCE_INTENT,
  END_SESSIONS_INTENT,
  FAILED,
  GIVE_CONSENT_INTENT,
  WITHDRAW_CONSENT_INTENT,
} from "~/app/features/settings/forms";
import { Group, type Way, Ways } from "~/app/features/settings/group";
import { NewerAccounts } from "~/app/features/settings/newer-accounts";
import { readAppearance, serializeAppearance } from "~/app/lib/appearance.server";
import { type FormAnswer, readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { orError, toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast, stayWithToast } from "~/app/lib/toast.server";
import { TEXT_SIZES, THEMES, UNITS } from "~/core/shared/appearance";
import type { EmailStateDto } from "~/core/shared/contract";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Settings" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireSession(args.request, args.context);
  const { auth, email, legal, moderation } = args.context.services;
  const [sessions, reports, emailState, consent, ownCard] = await Promise.all([
    orError(auth.listSessions(viewer), "Failed to fetch sessions", args),
    orError(moderation.listOwnReports(viewer), "Failed to fetch your reports", args),
    email.getEmailState(viewer),
    legal.readConsent(viewer),
    findProfile(args, viewer, viewer.memberId),
  ]);
  const appearance = readAppearance(args.request);
  const { newcomers_away_until: newcomersAwayUntil } = viewer.user;
  return { sessions, reports, emailState, consent, ownCard, appearance, newcomersAwayUntil };
}

const FORMS = {
  [APPEARANCE_INTENT]: z.object({
    theme: z.enum(THEMES),
    size: z.enum(TEXT_SIZES),
    units: z.enum(UNITS).default("system"),
  }),
  [END_SESSIONS_INTENT]: z.object({}),
  [GIVE_CONSENT_INTENT]: z.object({}),
  [WITHDRAW_CONSENT_INTENT]: z.object({}),
  [ACCEPT_NEWCOMERS_INTENT]: z.object({}),
};

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { auth, legal, profiles } = context.services;
  const { viewer } = await requireSession(request, context);
  const form = await readForm(request, FORMS);
  const isOfSessions = form.intent === END_SESSIONS_INTENT;
  try {
    await auth.countUse(viewer, isOfSessions ? "sessionWrites" : "profileWrites");
    if (form.intent === APPEARANCE_INTENT) {
      const appearance = parseInput(FORMS[APPEARANCE_INTENT], form.fields);
      const toast = { type: "success", message: "Appearance saved" };
      const headers = { "set-cookie": serializeAppearance(request, appearance) };
      return redirectWithToast("/settings", toast, headers);
    }
    if (form.intent === ACCEPT_NEWCOMERS_INTENT) {
      await profiles.updateProfile(viewer, { newcomers_away: false });
      return stayWithToast(request, "Newer accounts are introduced to you again.");
    }
    const change = {
      [END_SESSIONS_INTENT]: auth.endOtherSessions,
      [GIVE_CONSENT_INTENT]: legal.giveConsent,
      [WITHDRAW_CONSENT_INTENT]: legal.withdrawConsent,
    }[form.intent];
    return stayWithToast(request, (await change(viewer)).message);
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED[form.intent], args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

const WAYS = {
  introductions: [
    {
      to: "/profile/edit",
      title: "Edit Profile",
      hint: "Name, place, bio and languages, and whom you’d like to meet",
    },
    {
      to: "/profile#next-runs",
      title: "Skip or pause",
      hint: "Sit out the next introduction, or take a longer break",
    },
  ],
  notifications: [
    {
      to: "/profile/notifications",
      title: "Notifications",
      hint: "On which devices, about what, and your quiet hours",
    },
    {
      to: "/profile/email#notices",
      title: "E-mails from us",
      hint: "Those that you can do without",
    },
  ],
  privacy: [
    {
      to: "/profile#blocked-members",
      title: "Blocked Users",
      hint: "And the way to unblock",
    },
    {
      to: "/account/standing",
      title: "Your standing",
      hint: "Decisions about your account, and your appeal",
    },
    { to: "/privacy", title: "Privacy notice", hint: "What is kept, and for how long" },
    { to: "/profile#leave", title: "Delete Account", hint: "At the end of your profile" },
  ],
};

function waysToSignIn({ email, verified, mail }: EmailStateDto): Way[] {
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
    { to: "/profile/reset-password", title: "Reset Password", hint: "Choose another one" },
    {
      to: "/profile/passkeys",
      title: "Passkeys",
      hint: "Sign in by fingerprint, face or your device’s PIN",
    },
  ];
}

/** All settings, in four groups. Those with a page of their own are links to it. */
export default function SettingsPage() {
  const { sessions, reports, emailState, consent, ownCard, appearance, newcomersAwayUntil } =
    useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const hydrated = useHydrated();
  return (
    <div className="page-width flex max-w-3xl flex-col gap-16 py-10 sm:py-14">
      <div className="flex flex-col gap-6">
        {hydrated ? null : <FormError error={Object.values(answer?.errors ?? {})[0]} />}
        <PageHeading>Settings</PageHeading>
      </div>
      <Group id="introductions" title="Profile and introductions">
        <Ways ways={WAYS.introductions} />
        <OwnCard found={ownCard} />
      </Group>
      <Group id="reaching" title="Notifications and appearance">
        <Ways ways={WAYS.notifications} />
        <AppearanceForm appearance={appearance} />
      </Group>
      <Group id="signing-in" title="Signing in">
        <Ways ways={waysToSignIn(emailState)} />
        <Sessions list={sessions} />
      </Group>
      <Group id="privacy" title="Privacy and your data">
        <Ways ways={WAYS.privacy} />
        {newcomersAwayUntil ? <NewerAccounts until={newcomersAwayUntil} /> : null}
        <OwnReports list={reports} />
        <Consent consent={consent} />
        <MyData />
      </Group>
      <WayBack to="/profile">Back to Profile</WayBack>
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Settings" message="Failed to load your settings" />;
}
