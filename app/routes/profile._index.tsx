import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Fact, Facts } from "~/app/components/facts";
import { FormError } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { LanguageNames } from "~/app/components/language-names";
import { LoadFailure } from "~/app/components/load-failure";
import { useRegionStyle } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { DELETE_FAILED, DELETE_INTENT, Leave } from "~/app/features/accounts/delete-account";
import { deleteAccountByForm } from "~/app/features/accounts/delete-account.server";
import {
  BlockedMembers,
  UNBLOCK_FAILED,
  UNBLOCK_INTENT,
} from "~/app/features/moderation/blocked-members";
import { changePause } from "~/app/features/notices/change-pause.server";
import { forgetDevice } from "~/app/features/notices/forget-device";
import { DayBefore, NextRuns, PAUSE_FAILED, PAUSE_INTENT } from "~/app/features/notices/next-runs";
import { useDrawWatch } from "~/app/features/pairing/use-draw-watch";
import { ProfileHeader } from "~/app/features/profile/profile-header";
import { type FormAnswer, readForm, refuse } from "~/app/lib/form";
import {
  formatAgeRange,
  formatDateOfBirth,
  formatDistance,
  NO_BIO,
  NOT_SPECIFIED,
  placeWords,
} from "~/app/lib/format-profile";
import { clientAction as submit } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { orError, toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { stayWithToast } from "~/app/lib/toast.server";
import { useNow, useServerNow } from "~/app/lib/use-now";
import { useRefresh } from "~/app/lib/use-refresh";
import { clearOutboxesEverywhere } from "~/app/messaging/storage";
import { getEmailState } from "~/core/accounts/email";
import { confirmPasswordSchema } from "~/core/accounts/schemas";
import { countUse } from "~/core/accounts/session";
import { listBlocks, unblockMember } from "~/core/moderation/blocks";
import { availabilitySchema } from "~/core/notices/schemas";
import { findToday } from "~/core/pairing/service";
import { lastMidnightUtc, nextMidnightUtc } from "~/core/shared/countdown";
import { readDrawState } from "~/core/shared/draw-state";
import { nameLanguages } from "~/core/shared/languages";
import { parseInput } from "~/core/shared/parse";
import { timezoneLabel } from "~/core/shared/timezones";

export const meta: MetaFunction = () => pageMeta({ title: "My Profile" });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer } = await requireSession(args.request, args.context);
  const { deps } = args.context;
  const [{ draw }, blocked, emailState] = await Promise.all([
    findToday(deps, viewer),
    orError(listBlocks(deps, viewer), "Failed to fetch blocked users", args),
    getEmailState(deps, viewer),
  ]);
  return {
    user: viewer.user,
    languages: nameLanguages(viewer.user.languages),
    availability: viewer.availability,
    draw,
    now: Date.now(),
    blocked,
    isUnconfirmed: emailState.mail && !emailState.verified,
  };
}

const unblockSchema = z.object({ userId: z.string().default("") });

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireSession(args.request, args.context);
  const form = await readForm(args.request, {
    [PAUSE_INTENT]: availabilitySchema,
    [UNBLOCK_INTENT]: unblockSchema,
    [DELETE_INTENT]: confirmPasswordSchema,
  });
  try {
    if (form.intent === PAUSE_INTENT) return await changePause(args, viewer, form.fields);
    if (form.intent === DELETE_INTENT) return await deleteAccountByForm(args, viewer, form.fields);
    await countUse(deps, viewer, "blocks");
    const member = parseInput(unblockSchema, form.fields);
    return stayWithToast(args.request, (await unblockMember(deps, viewer, member)).message);
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED[form.intent], args));
  }
}

const FAILED = {
  [PAUSE_INTENT]: PAUSE_FAILED,
  [UNBLOCK_INTENT]: UNBLOCK_FAILED,
  [DELETE_INTENT]: DELETE_FAILED,
};

export async function clientAction(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  try {
    return await submit(args);
  } catch (answer) {
    // Only the deletion of an account redirects to the landing page.
    const isHome = answer instanceof Response && answer.headers.get("Location") === "/";
    if (form.get("intent") === DELETE_INTENT && isHome) {
      clearOutboxesEverywhere();
      await forgetDevice();
    }
    throw answer;
  }
}

export default function ProfilePage() {
  const { user, availability, draw, now, blocked, isUnconfirmed } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const serverNow = useServerNow(now, useNow(now, nextMidnightUtc(now)));
  const state = readDrawState(draw, serverNow);
  useDrawWatch(state.today.is === "drawing" ? lastMidnightUtc(serverNow) : null, useRefresh());
  return (
    <div className="page-width flex max-w-4xl flex-col gap-12 py-10 sm:py-14">
      {/* With scripts, the form Unblock itself shows its answer. */}
      <FormError
        error={
          answer?.intent === UNBLOCK_INTENT ? Object.values(answer.errors ?? {})[0] : undefined
        }
      />
      <ProfileHeader user={user} isUnconfirmed={isUnconfirmed} />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <div className="flex flex-col gap-10">
          <MyProfile />
          <MyPreferences />
        </div>
        <div className="flex flex-col gap-10">
          <Section id="next-runs" title="My Next Introduction">
            <DayBefore state={state} />
            <NextRuns {...{ availability, state }} path="/profile" />
          </Section>
          <BlockedMembers list={blocked} />
        </div>
      </div>
      <Leave />
      <div className="flex flex-col border-rule border-t pt-8 sm:flex-row">
        <GoButton to="/">Back to Home</GoButton>
      </div>
    </div>
  );
}

function MyProfile() {
  const { user, languages } = useLoaderData<typeof loader>();
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
          {languages.length > 0 ? <LanguageNames languages={languages} /> : NOT_SPECIFIED}
        </Fact>
        <Fact term="Bio">
          <span className="whitespace-pre-line">{user.bio || NO_BIO}</span>
        </Fact>
        <Fact term="Gender">{user.gender || NOT_SPECIFIED}</Fact>
      </Facts>
    </Section>
  );
}

function MyPreferences() {
  const { user } = useLoaderData<typeof loader>();
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

export function ErrorBoundary() {
  return <LoadFailure heading="My Profile" message="Failed to load profile data" />;
}
