import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { DeviceList, REMOVE_INTENT } from "~/app/features/notices/device-list";
import {
  FAILED,
  SAVE_INTENT,
  SettingsForm,
  toSettings,
} from "~/app/features/notices/settings-form";
import { ThisDevice } from "~/app/features/notices/this-device";
import { readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { countUse } from "~/core/accounts/session";
import { updateNotificationsSchema } from "~/core/notices/schemas";
import { getNotifications, unsubscribe, updateNotifications } from "~/core/notices/service";
import { parseInput } from "~/core/shared/parse";

const PAGE = "/profile/notifications";
const removeSchema = z.object({ id: z.string().default("") });

export const meta: MetaFunction = () => pageMeta({ title: "Notifications" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const { deps } = context;
  return { ...(await getNotifications(deps, viewer)), clock: viewer.clock };
}

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireSession(args.request, args.context);
  const form = await readForm(args.request, {
    [SAVE_INTENT]: updateNotificationsSchema,
    [REMOVE_INTENT]: removeSchema,
  });
  const isSave = form.intent === SAVE_INTENT;
  try {
    await countUse(deps, viewer, isSave ? "profileWrites" : "deviceWrites");
    if (isSave) {
      const settings = parseInput(updateNotificationsSchema, toSettings(form.fields));
      await updateNotifications(deps, viewer, settings);
      return redirectWithToast(PAGE, "Notifications saved");
    }
    const device = parseInput(removeSchema, form.fields);
    const { message } = await unsubscribe(deps, viewer, device);
    return redirectWithToast(PAGE, message);
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function NotificationsPage() {
  const { settings, reminders, clock, public_key, subscriptions } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-2xl flex-col gap-10 py-10 sm:py-14">
      <PageHeading lede="We tell you when something waits for you here: never while you are looking, and never at night, from 22:00 to 8:00 by your clock.">
        Notifications
      </PageHeading>
      <ThisDevice isOffered={public_key !== null} />
      <DeviceList subscriptions={subscriptions} />
      <SettingsForm {...{ settings, reminders, clock }} hasDevice={subscriptions.length > 0} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Notifications" message="Failed to load your notifications" />;
}
