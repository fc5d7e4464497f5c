import { parseWithZod } from "@conform-to/zod/v4";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { SEARCH_INTENT } from "~/app/features/profile/location-fields";
import { ProfileEditForm } from "~/app/features/profile/profile-edit-form";
import { EDIT_FIELDS, fromCityValue } from "~/app/features/profile/profile-form";
import { onlyChanges, profileFormSchema } from "~/app/features/profile/profile-form-schema";
import { findCities, saveLocation } from "~/app/features/profile/save-location.server";
import { type EditAnswer, LOCATION_INTENT } from "~/app/features/profile/use-location-capture";
import { useActionData, useLoaderData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { data } from "~/app/framework.server";
import { failForm } from "~/app/lib/action-data";
import { refuseSubmission, tryForm } from "~/app/lib/answer-form.server";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { toUtcDate } from "~/core/shared/age";

const FAILED = "An error occurred while updating your profile";

export const meta: MetaFunction = () => pageMeta({ title: "Edit Profile" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user } = await requireSession(request, context);
  return { user, today: toUtcDate(Date.now()) };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer, user } = await requireSession(request, context);
  const form = await readFields(request, EDIT_FIELDS);
  const city = form.get("city");
  if (form.get("intent") === LOCATION_INTENT) {
    return saveLocation(args, viewer, {
      latitude: Number(form.get("latitude") ?? Number.NaN),
      longitude: Number(form.get("longitude") ?? Number.NaN),
      location: form.get("location"),
    });
  }
  const submission = parseWithZod(form, { schema: profileFormSchema, disableAutoCoercion: true });
  // What was typed stays while a city is looked for or chosen with scripts off.
  const { initialValue } = submission.reply();
  if (typeof city === "string") {
    return saveLocation(args, viewer, fromCityValue(city), initialValue);
  }
  if (form.get("intent") === SEARCH_INTENT) {
    const query = String(form.get("city_query") ?? "");
    const { data: found, init } = await findCities(args, viewer, query);
    const options = { intent: LOCATION_INTENT, initialValue };
    const answer: EditAnswer = found.error ? failForm(found.error, options) : { ...options, found };
    return data(answer, init ?? undefined);
  }
  if (submission.status !== "success") return refuseSubmission(submission);
  const { auth, profiles } = context.services;
  const options = { fallback: "Failed to update profile", fields: EDIT_FIELDS, initialValue };
  return tryForm(args, options, async () => {
    await auth.countUse(viewer, "profileWrites");
    await profiles.updateProfile(viewer, onlyChanges(submission.value, user), "given");
    const message = "Profile updated successfully";
    return redirectWithToast("/profile", { type: "success", message });
  });
}

export const clientAction = submitForm(() => failForm(FAILED));

export default function EditProfilePage() {
  const { user, today } = useLoaderData<typeof loader>();
  const answer = useActionData<EditAnswer>();
  return (
    <div className="page-width flex max-w-3xl flex-col gap-8 py-10 sm:py-14">
      <PageHeading>Edit Profile</PageHeading>
      <ProfileEditForm user={user} today={today} answer={answer} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Edit Profile" message="Failed to load profile data" />;
}
