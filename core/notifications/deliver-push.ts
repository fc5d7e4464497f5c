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

/** The longest that a message of the queue may wait; a longer quiet is waited for in parts. */
const LONGEST_WAIT_SECONDS = (12 * MS_PER_HOUR) / MS_PER_SECOND;
/** The pause before a device of several is tried again by itself, if its service names none. */
const AGAIN_SECONDS = 15;
/** A service's refusal is counted, as the watch wants it, when it is of a message of its own. */
const isRefused = (outcome: Attempt) =>
  outcome.status === "dropped" && outcome.reason.startsWith("status_");
/** Most calls under way at one time. */
const AT_ONCE = 6;

const DELIVERED: DeliveryOutcome = { status: "delivered" };
const drop = (reason: string): DeliveryOutcome => ({ status: "dropped", reason });

/** What became of one device's notification; in quiet hours it is to wait. */
type Attempt = DeliveryOutcome | { status: "waits"; seconds: number };

/**
 * Sends a notification to one device, unless it is no longer wanted or no longer true.
 *
 * In quiet hours it waits until they end: what is still true in the morning is still worth telling, and a member who
 * sleeps at midnight UTC would otherwise never hear of an introduction. What is over by then is dropped.
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
 * Sends a notification to each of some devices. What fails or is refused is tried again by itself; those whose members sleep as
 * long wait together.
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
    // Of the last hour nothing is left to spread over.
    const more = about === "introduction" ? afterNight(Math.random()) : 0;
    const delaySeconds = Math.min(seconds + more, LONGEST_WAIT_SECONDS);
    await deps.deliveries.add([{ kind: "pushes", about, devices: together }], { delaySeconds });
  }
  if (working.length > 0) {
    // Tried again, all of them would be sent a second time.
    await markWorking(deps.db, working, now).catch((error: unknown) =>
      deps.logger.error("delivery.failed", error, { about }),
    );
  }
  return DELIVERED;
}

/** @param working gets the device's id if it is to be noted that it works */
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
  // Ended, blocked, deleted, or over.
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
      // A newer one takes the place of an older one that the browser has not fetched.
      topic: notice.kind,
      urgency: URGENCY[notice.kind],
      ttlSeconds: Math.max(1, Math.floor((goodUntil - now) / MS_PER_SECOND)),
    },
  );
  return settle(deps, row, outcome, working);
}

/** Facts of a message's notification; null once it is read, or while the member has the conversation open. */
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
 * The declarative form (WebKit's, `web_push: 8030`): Safari shows it by itself, and our service worker reads the same in
 * every other browser. An address without an origin is meant from our service worker's.
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
