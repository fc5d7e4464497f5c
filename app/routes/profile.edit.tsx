import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { editAction, readAcceptedLanguages } from "~/app/features/profile/edit-forms.server";
import { ProfileEditForm } from "~/app/features/profile/profile-edit-form";
import { EDIT_FORMS } from "~/app/features/profile/profile-form";
import type { EditAnswer } from "~/app/features/profile/use-location-capture";
import { submitForms } from "~/app/lib/forms";
import { pageMeta } from "~/app/lib/page-meta";
import { requireSession } from "~/app/lib/session.server";
import { toUtcDate } from "~/core/shared/age";

export const meta: MetaFunction = () => pageMeta({ title: "Edit Profile" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, viewer } = await requireSession(request, context);
  const suggestedLanguages = readAcceptedLanguages(request);
  const wasLeftOut = await context.services.pairings.wasLeftOut(viewer);
  return { user, today: toUtcDate(Date.now()), suggestedLanguages, wasLeftOut };
}

export const action = editAction;

export const clientAction = submitForms(EDIT_FORMS);

export default function EditProfilePage() {
  const { user, today, suggestedLanguages, wasLeftOut } = useLoaderData<typeof loader>();
  const answer = useActionData<EditAnswer>();
  return (
    <div className="page-width flex max-w-3xl flex-col gap-8 py-10 sm:py-14">
      <PageHeading>Edit Profile</PageHeading>
      <ProfileEditForm {...{ user, today, suggestedLanguages, wasLeftOut, answer }} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Edit Profile" message="Failed to load profile data" />;
}
