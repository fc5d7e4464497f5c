import type { Deps } from "~/core/deps";
import type { DeliveryOutcome, PushSender } from "~/core/ports";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND } from "~/core/shared/constants";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import {
  deleteSubscriptionById,
  findPushTargets,
  markFailing,
  markWorking,
  type PushTarget,
  type PushTargetRow,
} from "~/db/queries/notifications";
import type { PushDelivery, PushesDelivery } from "./delivery";
import { conversationOf, KEEP_MS, type Notice, toText, URGENCY } from "./notices";
import { afterNight } from "./pacing";
import { quietLeft } from "./quiet-hours";
import { DEFAULT_SETTINGS_ROW } from "./settings-dto";

/** The longest that a message of the queue may wait; longer quiet hours are waited for in several steps. */
const LONGEST_WAIT_SECONDS = (12 * MS_PER_HOUR) / MS_PER_SECOND;
/** The pause before one of several devices is tried again in a message of its own, if its push service names none. */
const AGAIN_SECONDS = 15;
/**
 * Whether a push service refused the notification. It is then queued again as a message of its own, because the watch
 * counts only refusals of such messages.
 */
const isRefused = (outcome: Attempt) =>
  outcome.status === "dropped" && outcome.reason.startsWith("status_");
/** Most parallel calls. */
const AT_ONCE = 6;

const DELIVERED: DeliveryOutcome = { status: "delivered" };
const drop = (reason: string): DeliveryOutcome => ({ status: "dropped", reason });

/** Result of one device's notification; in quiet hours it waits. */
type Attempt = DeliveryOutcome | { status: "waits"; seconds: number };

/**
 * Sends a notification to one device, unless it is no longer wanted or no longer true.
 *
 * In quiet hours it waits until they end, because it is still useful if it is true in the morning, and a member who
 * sleeps at midnight UTC would otherwise never be notified of an introduction. A notification whose conversation is
 * over by then is dropped.
 */
export async function deliverPush(
  deps: Deps,
  { subscriptionId, notice }: PushDelivery,
): Promise<DeliveryOutcome> {
  const now = deps.clock.now();
  const device = [subscriptionId, conversationOf(notice)] as const;
  const rows = await findPushTargets(deps.db, [device], now);
  const working: string[] = [];
  const attempt = await attemptPush(deps, rows.get(subscriptionId), notice, working);
  if (working.length > 0) await markWorking(deps.db, working, now);
  if (attempt.status !== "waits") return attempt;
  const delaySeconds = attempt.seconds;
  await deps.deliveries.add([{ kind: "push", subscriptionId, notice }], { delaySeconds });
  return DELIVERED;
}

/**
 * Sends a notification to each of several devices. A failed or refused one is tried again in a message of its own;
 * devices whose quiet hours end together wait together in one message.
 */
export async function deliverPushes(
  deps: Deps,
  { about, devices }: PushesDelivery,
): Promise<DeliveryOutcome> {
  const now = deps.clock.now();
  const rows = await findPushTargets(deps.db, devices, now);
  const working: string[] = [];
  const waiting = new Map<number, PushesDelivery["devices"]>();
  await mapWithLimit(devices, AT_ONCE, async (device) => {
    const [subscriptionId, conversationId] = device;
    const notice = { kind: about, conversationId };
    const attempt = await attemptPush(deps, rows.get(subscriptionId), notice, working).catch(
      (error: unknown): Attempt => {
        deps.logger.error("delivery.failed", error, { about });
        return { status: "retry", reason: "failed", afterSeconds: null };
      },
    );
    if (attempt.status === "waits") {
      waiting.set(attempt.seconds, [...(waiting.get(attempt.seconds) ?? []), device]);
    } else if (attempt.status === "retry" || isRefused(attempt)) {
      const asked = (attempt.status === "retry" && attempt.afterSeconds) || AGAIN_SECONDS;
      const again: PushDelivery = { kind: "push", subscriptionId, notice };
      await deps.deliveries.add([again], { delaySeconds: Math.min(asked, LONGEST_WAIT_SECONDS) });
    }
  });
  for (const [seconds, together] of waiting) {
    // A notice of the last hour isn't spread, because no time is left for that.
    const more = about === "introduction" ? afterNight(Math.random()) : 0;
    const delaySeconds = Math.min(seconds + more, LONGEST_WAIT_SECONDS);
    await deps.deliveries.add([{ kind: "pushes", about, devices: together }], { delaySeconds });
  }
  if (working.length > 0) {
    // The error is only logged, because a new try would send all notifications a second time.
    await markWorking(deps.db, working, now).catch((error: unknown) =>
      deps.logger.error("delivery.failed", error, { about }),
    );
  }
  return DELIVERED;
}

/** @param working receives the device's id if the device is to be marked as working */
async function attemptPush(
  deps: Deps,
  row: PushTarget | undefined,
  notice: Notice,
  working: string[],
): Promise<Attempt> {
  if (!deps.push) return drop("not_configured");
  if (!row) return drop("gone");
  const now = deps.clock.now();
  const conversationId = conversationOf(notice);
  const settings = row.introduction === null ? DEFAULT_SETTINGS_ROW : row;
  if (settings[notice.kind] === 0) return drop("unwanted");
  // The conversation has ended, or was blocked or deleted.
  const isOver = conversationId !== null && Number(row.expires_at) <= now;
  const isEnvelope = notice.kind === "envelope";
  if (isEnvelope ? row.is_envelope_open === 0 : isOver) return drop("over");
  const goodUntil = conversationId === null || isEnvelope ? now + KEEP_MS : Number(row.expires_at);
  const quiet = quietLeft(settings, row, now);
  if (quiet > 0) {
    if (conversationId !== null && now + quiet >= goodUntil) return drop("quiet");
    const seconds = Math.min(Math.ceil(quiet / MS_PER_SECOND), LONGEST_WAIT_SECONDS);
    return { status: "waits", seconds };
  }
  const facts = await readFacts(deps, notice, row);
  if (!facts) return drop("seen");
  const text = toText(notice, {
    partnerName: row.partner_name,
    unread: facts.unread,
    words: settings.show_words === 1 ? facts.words : null,
    expiresAt: row.expires_at,
    clock: row,
  });
  const outcome = await deps.push.send(
    { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
    {
      payload: toPayload(notice, text, { origin: deps.mail.origin, unread: facts.unread }),
      // A newer notification replaces an older one that the browser has not fetched.
      topic: notice.kind,
      urgency: URGENCY[notice.kind],
      ttlSeconds: Math.max(1, Math.floor((goodUntil - now) / MS_PER_SECOND)),
    },
  );
  return settle(deps, row, outcome, working);
}

/** Facts for the text of a notification; null for a message that the member has read or has in sight. */
async function readFacts(
  deps: Deps,
  notice: Notice,
  { member_id }: PushTargetRow,
): Promise<{ unread: number; words: string | null } | null> {
  if (notice.kind !== "message")
    return { unread: notice.kind === "introduction" ? 1 : 0, words: null };
  const unseen = await deps.conversations.findUnseen(notice.conversationId, member_id);
  return unseen && { unread: unseen.unread, words: unseen.words };
}

/**
 * The declarative form (WebKit's, `web_push: 8030`): Safari shows it without a service worker, and our service worker
 * reads the same form in every other browser. An address without an origin is relative to our service worker's.
 */
function toPayload(
  { kind }: Notice,
  { title, body, path }: ReturnType<typeof toText>,
  { origin, unread }: { origin: string; unread: number },
): string {
  const notification = { title, body, navigate: origin + path, tag: kind, lang: "en", dir: "auto" };
  return JSON.stringify({
    web_push: 8030,
    notification,
    ...(unread > 0 ? { app_badge: unread } : {}),
  });
}

async function settle(
  deps: Deps,
  row: PushTargetRow,
  outcome: Awaited<ReturnType<PushSender["send"]>>,
  working: string[],
): Promise<DeliveryOutcome> {
  const now = deps.clock.now();
  switch (outcome.kind) {
    case "delivered":
      if (row.failing_since !== null || now - (row.last_success_at ?? 0) >= MS_PER_DAY) {
        working.push(row.id);
      }
      return DELIVERED;
    case "gone":
      await deleteSubscriptionById(deps.db, row.id);
      return drop("gone");
    case "refused":
      if (row.failing_since === null) await markFailing(deps.db, row.id, now);
      return drop(outcome.reason);
    case "later":
      if (row.failing_since === null) await markFailing(deps.db, row.id, now);
      return {
        status: "retry",
        reason: outcome.reason,
        afterSeconds:
          outcome.retryAfterMs === null ? null : Math.ceil(outcome.retryAfterMs / MS_PER_SECOND),
      };
  }
}
