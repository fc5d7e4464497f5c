import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { DeviceList, REMOVE_INTENT } from "~/app/features/notifications/device-list";
import {
  readSettings,
  SAVE_INTENT,
  SettingsForm,
} from "~/app/features/notifications/settings-form";
import { ThisDevice } from "~/app/features/notifications/this-device";
import { submitForms } from "~/app/lib/forms";
import { asMember, defineForms, memberForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { updateNotificationsSchema } from "~/core/notifications/schemas";

const PAGE = "/profile/notifications";
const FAILED = { fallback: "The notifications could not be changed" } as const;
const FORMS = { [SAVE_INTENT]: FAILED, [REMOVE_INTENT]: FAILED } as const;

export const meta: MetaFunction = () => pageMeta({ title: "Notifications" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const { notifications } = context.services;
  return { ...(await notifications.getNotifications(viewer)), clock: viewer.clock };
}

export const action = defineForms(
  { words: FORMS, guard: asMember },
  {
    [SAVE_INTENT]: memberForm({
      bound: "profileWrites",
      schema: updateNotificationsSchema,
      read: readSettings,
      shows: ["quiet_from", "quiet_to"],
      async run({ context, viewer, value }) {
        await context.services.notifications.updateNotifications(viewer, value);
        return redirectWithToast(PAGE, { type: "success", message: "Notifications saved" });
      },
    }),
    [REMOVE_INTENT]: memberForm({
      bound: "deviceWrites",
      schema: z.object({ id: z.string().default("") }),
      async run({ context, viewer, value }) {
        const { message } = await context.services.notifications.unsubscribe(viewer, value);
        return redirectWithToast(PAGE, { type: "success", message });
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function NotificationsPage() {
  const { settings, reminders, clock, public_key, subscriptions } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-2xl flex-col gap-10 py-10 sm:py-14">
      <PageHeading lede="We tell you when something waits for you here: never while you are looking, and never in your quiet hours.">
        Notifications
      </PageHeading>
      <ThisDevice isOffered={public_key !== null} />
      <DeviceList subscriptions={subscriptions} />
      <SettingsForm {...{ settings, reminders, clock }} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Notifications" message="Failed to load your notifications" />;
}
