import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section-label";
import { SEARCH_INTENT } from "~/app/features/profile/location-fields";
import { ProfileEditForm } from "~/app/features/profile/profile-edit-form";
import { EDIT_FIELDS, fromCityValue } from "~/app/features/profile/profile-form";
import { onlyChanges, profileFormSchema } from "~/app/features/profile/profile-form-schema";
import { findCities, saveLocation } from "~/app/features/profile/save-location.server";
import { LOCATION_INTENT, type SavedPlace } from "~/app/features/profile/use-location-capture";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { data } from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { offlineAnswer, surviveOffline } from "~/app/lib/survive-offline";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { City } from "~/core/ports";
import { toUtcDate } from "~/core/shared/age";

/** One shape for all that the action answers, whichever button was pressed. */
interface Answer extends SavedPlace {
  lastResult?: SubmissionResult<string[]>;
  found?: { query: string; cities: City[] };
}

export const meta: MetaFunction = () => pageMeta({ title: "Edit Profile" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireSession(request, context);
  return { user, today: toUtcDate(Date.now()) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const asked = { request, context };
  const { viewer, user } = await requireSession(request, context);
  const form = await readFields(request, EDIT_FIELDS);
  const city = form.get("city");
  if (form.get("intent") === LOCATION_INTENT) {
    return saveLocation(asked, viewer, {
      latitude: Number(form.get("latitude") ?? Number.NaN),
      longitude: Number(form.get("longitude") ?? Number.NaN),
      location: form.get("location"),
    });
  }
  const submission = parseWithZod(form, { schema: profileFormSchema, disableAutoCoercion: true });
  // What was typed stays while a city is looked for or chosen with scripts off.
  const typed = { lastResult: { initialValue: submission.payload } };
  if (typeof city === "string") {
    const { data: saved, init } = await saveLocation(asked, viewer, fromCityValue(city));
    return data({ ...typed, ...saved } as Answer, init ?? undefined);
  }
  if (form.get("intent") === SEARCH_INTENT) {
    const query = String(form.get("city_query") ?? "");
    const { data: found, init } = await findCities(asked, viewer, query);
    const { error } = found;
    const answer: Partial<Answer> = error ? { error } : { found };
    return data({ ...typed, ...answer } as Answer, init ?? undefined);
  }
  if (submission.status !== "success") {
    return data({ lastResult: submission.reply() } as Answer, { status: 400 });
  }
  try {
    await context.services.auth.countUse(viewer, "profileWrites");
    await context.services.profiles.updateProfile(viewer, onlyChanges(submission.value, user));
  } catch (error) {
    const refusal = toRefusal(error, "Failed to update profile", asked);
    const { message, errors } = refusal;
    const fieldErrors = Object.fromEntries(errors.map((one) => [one.path, [one.message]]));
    const formErrors = errors.length > 0 ? [] : [message];
    const lastResult = submission.reply({ fieldErrors, formErrors });
    return data({ lastResult } as Answer, { status: refusal.status });
  }
  const message = "Profile updated successfully";
  return redirectWithToast("/profile", { type: "success", message });
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  const words = "An error occurred while updating your profile";
  const lastResult: SubmissionResult<string[]> = { status: "error", error: { "": [words] } };
  return surviveOffline(serverAction<typeof action>, offlineAnswer({ error: words, lastResult }));
}

export default function EditProfilePage() {
  const { user, today } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  return (
    <div className="page-width flex max-w-3xl flex-col gap-8 py-10 sm:py-14">
      <PageHeading>Edit Profile</PageHeading>
      <ProfileEditForm
        user={user}
        today={today}
        lastResult={answer?.lastResult}
        found={answer?.found}
        saved={answer}
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Edit Profile" message="Failed to load profile data" />;
}
