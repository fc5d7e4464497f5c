import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { DeviceList, REMOVE_INTENT } from "~/app/features/notifications/device-list";
import {
  readSettings,
  SAVE_INTENT,
  SETTINGS_FIELDS,
  SettingsForm,
} from "~/app/features/notifications/settings-form";
import { ThisDevice } from "~/app/features/notifications/this-device";
import { useLoaderData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { failForm } from "~/app/lib/action-data";
import { tryForm } from "~/app/lib/answer-form.server";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { Viewer } from "~/core/auth/viewer";
import { updateNotificationsSchema } from "~/core/notifications/schemas";
import { parseInput } from "~/core/shared/parse";

const PAGE = "/profile/notifications";
const FAILED = "The notifications could not be changed";

export const meta: MetaFunction = () => pageMeta({ title: "Notifications" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  return context.services.notifications.getNotifications(viewer);
}

/** What a form of the page does, by its intent, and what is said then. */
async function change({ context }: RouteArgs, viewer: Viewer, form: FormData): Promise<string> {
  const { auth, notifications } = context.services;
  switch (form.get("intent")) {
    case SAVE_INTENT: {
      const input = parseInput(updateNotificationsSchema, readSettings(form));
      await auth.countUse(viewer, "profileWrites");
      await notifications.updateNotifications(viewer, input);
      return "Notifications saved";
    }
    case REMOVE_INTENT:
      await auth.countUse(viewer, "deviceWrites");
      return (await notifications.unsubscribe(viewer, { id: String(form.get("id")) })).message;
    default:
      throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
}

export async function action(args: ActionFunctionArgs) {
  const { viewer } = await requireSession(args.request, args.context);
  const form = await readFields(args.request, ["intent", "id", ...SETTINGS_FIELDS]);
  const intent = String(form.get("intent"));
  const options = { intent, fallback: FAILED, fields: ["quiet_from", "quiet_to"] };
  return tryForm(args, options, async () => {
    const message = await change(args, viewer, form);
    return redirectWithToast(PAGE, { type: "success", message });
  });
}

export const clientAction = submitForm(() => failForm(FAILED, { intent: SAVE_INTENT }));

export default function NotificationsPage() {
  const { settings, timezone, public_key, subscriptions } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-2xl flex-col gap-10 py-10 sm:py-14">
      <PageHeading lede="Be told when something waits for you here. Nothing comes while you are looking, and nothing at night.">
        Notifications
      </PageHeading>
      <ThisDevice isOffered={public_key !== null} />
      <DeviceList subscriptions={subscriptions} />
      <SettingsForm settings={settings} timezone={timezone} />
    </div>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Notifications" message="Failed to load your notifications" />;
}
