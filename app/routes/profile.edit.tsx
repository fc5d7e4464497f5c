import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { onlyChanges, readAcceptedLanguages } from "~/app/features/profile/edit-profile.server";
import { editFields, editSchema } from "~/app/features/profile/edit-schema";
import { findCities } from "~/app/features/profile/find-cities.server";
import { SEARCH_INTENT } from "~/app/features/profile/location-fields";
import { ProfileEditForm } from "~/app/features/profile/profile-edit-form";
import { LOCATION_INTENT } from "~/app/features/profile/use-location-capture";
import { parseObject } from "~/app/lib/browser-storage";
import { readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { countUse } from "~/core/accounts/session";
import { wasLeftOut } from "~/core/pairing/service";
import { updateLocationSchema } from "~/core/profile/schemas";
import { updateLocation, updateProfile } from "~/core/profile/service";
import { toUtcDate } from "~/core/shared/age";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Edit Profile" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, viewer } = await requireSession(request, context);
  const suggestedLanguages = readAcceptedLanguages(request);
  return {
    user,
    today: toUtcDate(Date.now()),
    suggestedLanguages,
    wasLeftOut: await wasLeftOut(context.deps, viewer),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireSession(args.request, args.context);
  const sent = await readForm(args.request, {
    "": editFields,
    [LOCATION_INTENT]: editFields,
    [SEARCH_INTENT]: editFields,
  });
  const { typed, fields } = sent;
  // With scripts off, the button of a city sends its value instead of an intent.
  const form = typed.city === undefined ? sent : { ...sent, intent: LOCATION_INTENT };
  try {
    const isSearch = form.intent === SEARCH_INTENT;
    await countUse(deps, viewer, isSearch ? "placeLookups" : "profileWrites");
    if (isSearch) {
      const found = await findCities(args, typed.city_query ?? "");
      return { intent: SEARCH_INTENT, typed, found };
    }
    if (form.intent === LOCATION_INTENT) {
      const position = parseInput(updateLocationSchema, readPosition(typed));
      const { position: stored, isZoneKnown } = await updateLocation(deps, viewer, position);
      const place = { location: stored.location, timezone: stored.timezone, isZoneKnown };
      return { intent: LOCATION_INTENT, typed, place, message: "Your location has been updated" };
    }
    const changes = onlyChanges(parseInput(editSchema, fields), viewer.user);
    await updateProfile(deps, viewer, changes, "given");
    const message = "Profile updated successfully";
    return redirectWithToast("/profile", { type: "success", message });
  } catch (error) {
    return refuse(form, toRefusal(error, "Failed to update profile", args));
  }
}

/** The city of a pressed button, or else the position from the browser. */
function readPosition({ city, latitude, longitude, location }: Record<string, string>): unknown {
  if (city !== undefined) return parseObject(city);
  return { latitude: Number(latitude), longitude: Number(longitude), location };
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function EditProfilePage() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-3xl flex-col gap-8 py-10 sm:py-14">
      <PageHeading>Edit Profile</PageHeading>
      <ProfileEditForm {...loaded} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Edit Profile" message="Failed to load profile data" />;
}
