import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import type { NotificationsDto, PushSubscriptionDto } from "~/core/shared/contract";
import { AppError, invalidField } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import { timezoneOrDefault } from "~/core/shared/timezones";
import {
  deleteSubscription,
  insertSubscription,
  type NotificationRows,
  readNotifications,
  saveSettings,
} from "~/db/notices/notifications";
import { awaitsChoice } from "~/db/notices/reminders";
import { nextMorning } from "./quiet-hours";
import type { SubscribeInput, UpdateNotificationsInput } from "./schemas";
import {
  DEFAULT_SETTINGS_ROW,
  toSettingsDto,
  toSettingsRow,
  toSubscriptionDto,
} from "./settings-dto";

export async function getNotifications(deps: Deps, viewer: Viewer): Promise<NotificationsDto> {
  return toDto(deps, viewer, await readNotifications(deps.db, viewer.memberId));
}

/** @throws AppError `unauthenticated` when the account is gone */
export async function updateNotifications(
  deps: Deps,
  viewer: Viewer,
  { reminders, ...flags }: UpdateNotificationsInput,
): Promise<NotificationsDto> {
  const reminder = reminders === undefined ? undefined : await decide(deps, viewer, reminders);
  const member = { memberId: viewer.memberId, initial: DEFAULT_SETTINGS_ROW };
  const saved = await saveSettings(deps.db, member, toSettingsRow(flags), reminder);
  if (!saved) throw new AppError("unauthenticated");
  return toDto(deps, viewer, saved);
}

async function decide({ db, clock }: Deps, { memberId, clock: ownClock }: Viewer, isOn: boolean) {
  const { reminder } = await readNotifications(db, memberId);
  // If the choice stays the same, the count of unanswered reminders and the time of the next reminder stay too.
  if (reminder && (reminder.is_on === 1) === isOn) return undefined;
  const now = clock.now();
  return { isOn, now, dueAt: nextMorning(ownClock, now) };
}

export async function asksForReminders(
  { db, mail }: Deps,
  { memberId }: Pick<Viewer, "memberId">,
): Promise<boolean> {
  return mail.isConfigured && (await awaitsChoice(db, memberId));
}

function toDto(
  deps: Deps,
  viewer: Viewer,
  { settings, reminder, subscriptions }: NotificationRows,
): NotificationsDto {
  return {
    settings: toSettingsDto(settings ?? DEFAULT_SETTINGS_ROW),
    timezone: timezoneOrDefault(viewer.user.timezone),
    reminders: reminder ? reminder.is_on === 1 : null,
    public_key: deps.push?.publicKey ?? null,
    subscriptions: subscriptions.map((row) => toSubscriptionDto(row, viewer.sessionId)),
  };
}

/**
 * If another member had the same endpoint, the device now belongs to the viewer, because a browser has one
 * subscription, and the member who signed in last uses it.
 * @throws AppError `invalid_input` for an endpoint that is no browser's push service; `push_unavailable` without VAPID
 * keys; `unauthenticated` when the account is gone
 */
export async function subscribe(
  deps: Deps,
  viewer: Viewer,
  { endpoint, keys, label }: SubscribeInput,
): Promise<PushSubscriptionDto> {
  if (!deps.push) throw new AppError("push_unavailable");
  if (!deps.push.accepts(endpoint)) {
    throw invalidField("endpoint", "endpoint must be of a browser's push service");
  }
  const row = {
    id: newId(),
    session_id: viewer.sessionId,
    endpoint,
    ...keys,
    label: label || "A browser",
    created_at: deps.clock.now(),
  };
  const stored = await insertSubscription(deps.db, viewer.memberId, row);
  if (!stored) throw new AppError("unauthenticated");
  return toSubscriptionDto(stored, viewer.sessionId);
}

/** Does nothing if the device doesn't exist or belongs to another member. */
export async function unsubscribe(
  deps: Deps,
  viewer: Viewer,
  { id }: { id: string },
): Promise<{ message: string }> {
  await deleteSubscription(deps.db, { memberId: viewer.memberId, id });
  return { message: "This device is not notified any more" };
}
