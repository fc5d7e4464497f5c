import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SECOND } from "~/core/shared/constants";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import {
  deleteSubscriptions,
  findPushTargets,
  markFailing,
  markSent,
  type PushTarget,
} from "~/db/notices/notifications";
import type { NoticesDelivery, Recipient, ReminderDelivery } from "./delivery";
import type { DeliveryOutcome } from "./mailer";
import { conversationOf, isOnce, KEEP_MS, type Notice, toText, URGENCY } from "./notices";
import type { PushSender } from "./push-sender";
import { quietLeft } from "./quiet-hours";

/** The queue's longest delay. It is also used if a push service asks for a longer pause. */
const LONGEST_PAUSE_SECONDS = (12 * MS_PER_HOUR) / MS_PER_SECOND;
/** The pause before the next attempt, unless the push service asks for another. */
const AGAIN_SECONDS = 15;
/**
 * Outcomes are stored for this many devices at a time. If the consumer dies before it stores them, a retry sends the
 * notice to these devices again.
 */
const NOTED_TOGETHER = 20;
const AT_ONCE = 6;

const DELIVERED: DeliveryOutcome = { status: "delivered" };
const drop = (reason: string) => ({ status: "dropped", reason }) as const;

type Sent = Awaited<ReturnType<PushSender["send"]>>;
type Attempt =
  | Sent
  | { kind: "dropped"; reason: string }
  | { kind: "waits"; seconds: number }
  | { kind: "failed"; error: unknown };

interface Device {
  row: PushTarget;
  recipient: Recipient;
}
type Attempted = Device & { attempt: Attempt };

/**
 * Failed devices, and devices in quiet hours, go back into the queue, in one message for each length of the delay. If a
 * member has no device, the notice of an opened envelope goes by mail. In quiet hours a notice is delayed, unless the
 * conversation ends before the quiet hours do. If it were dropped, a member who sleeps at midnight UTC would never be
 * notified of an introduction.
 */
export async function deliverNotices(
  deps: Deps,
  delivery: NoticesDelivery,
): Promise<DeliveryOutcome> {
  const { to, devices: only } = delivery;
  const now = deps.clock.now();
  const asked = to.map(([id, notice]) => [id, notice.kind, conversationOf(notice)] as const);
  const rows = await findPushTargets(deps.db, { to: asked, only, now });
  const devices = rows.flatMap((row): Device[] => {
    const recipient = to[row.place];
    return recipient && row.is_told === 0 ? [{ row, recipient }] : [];
  });
  const mailed = only ? 0 : await mailEnvelopes(deps, to, new Set(rows.map(({ place }) => place)));
  const attempted: Attempted[] = [];
  for (let i = 0; i < devices.length; i += NOTED_TOGETHER) {
    const together = devices.slice(i, i + NOTED_TOGETHER);
    const done = await mapWithLimit(together, AT_ONCE, (device) => attempt(deps, device));
    await note(deps, done);
    attempted.push(...done);
  }
  const failed = attempted.filter(isFailed);
  const again = Map.groupBy(failed, ({ attempt }) => pauseOf(attempt));
  if (failed.length === devices.length && mailed === 0 && again.size === 1) {
    return retryAll(failed);
  }
  for (const [seconds, together] of again) {
    await putBack(deps, together, { seconds, only: together.map(({ row }) => row.id) });
  }
  const waiting = Map.groupBy(attempted, ({ attempt }) =>
    attempt.kind === "waits" ? attempt.seconds : null,
  );
  waiting.delete(null);
  for (const [seconds, together] of waiting) {
    await putBack(deps, together, { seconds: seconds ?? 0, only });
  }
  if (attempted.length === 0 && rows.length > 0) return drop("told");
  return summarize(attempted, mailed);
}

async function mailEnvelopes(
  deps: Deps,
  to: Recipient[],
  withDevice: ReadonlySet<number>,
): Promise<number> {
  const date = toUtcDate(deps.clock.now());
  const mails = to.flatMap(([memberId, notice], place): ReminderDelivery[] =>
    notice.kind === "envelope" && !withDevice.has(place)
      ? [
          {
            kind: "reminder",
            memberId,
            conversationId: notice.conversationId,
            about: "envelope",
            date,
          },
        ]
      : [],
  );
  if (mails.length > 0) await deps.deliveries.add(mails);
  return mails.length;
}

async function attempt(deps: Deps, device: Device): Promise<Attempted> {
  const { row, recipient } = device;
  try {
    return { ...device, attempt: await attemptPush(deps, row, recipient[1]) };
  } catch (error) {
    deps.logger.error("delivery.failed", error, { about: recipient[1].kind });
    return { ...device, attempt: { kind: "failed", error } };
  }
}

async function attemptPush(deps: Deps, row: PushTarget, notice: Notice): Promise<Attempt> {
  const dropped = (reason: string) => ({ kind: "dropped", reason }) as const;
  if (!deps.push) return dropped("not_configured");
  const now = deps.clock.now();
  const conversationId = conversationOf(notice);
  if (row[notice.kind] === 0) return dropped("unwanted");
  const isOver = conversationId !== null && Number(row.expires_at) <= now;
  const isEnvelope = notice.kind === "envelope";
  if (isEnvelope ? row.is_envelope_open === 0 : isOver) return dropped("over");
  const goodUntil = conversationId === null || isEnvelope ? now + KEEP_MS : Number(row.expires_at);
  const quiet = quietLeft(row, now);
  if (quiet > 0) {
    if (conversationId !== null && now + quiet >= goodUntil) return dropped("quiet");
    return { kind: "waits", seconds: Math.ceil(quiet / MS_PER_SECOND) };
  }
  let unread = notice.kind === "introduction" ? 1 : 0;
  if (notice.kind === "message") {
    unread = await deps.conversations.countUnseen(notice.conversationId, row.member_id);
    if (unread === 0) return dropped("seen");
  }
  const text = toText(notice, {
    partnerName: row.partner_name,
    unread,
    expiresAt: row.expires_at,
    clock: row,
  });
  return deps.push.send(
    { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
    {
      payload: toPayload(notice, text, { origin: deps.mail.origin, unread }),
      topic: notice.kind,
      urgency: URGENCY[notice.kind],
      ttlSeconds: Math.max(1, Math.floor((goodUntil - now) / MS_PER_SECOND)),
    },
  );
}

/** Declarative Web Push. Safari shows it without a service worker. In other browsers our service worker reads it. */
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

/** An error is only logged, because retrying the whole message would send every notification twice. */
async function note(deps: Deps, attempted: Attempted[]): Promise<void> {
  const { db, clock, logger } = deps;
  const now = clock.now();
  const sent = attempted.filter(
    ({ attempt, row, recipient: [, notice] }) =>
      attempt.kind === "delivered" &&
      (isOnce(notice) ||
        row.failing_since !== null ||
        now - (row.last_success_at ?? 0) >= MS_PER_DAY),
  );
  const failing = attempted.filter(
    ({ attempt, row }) =>
      (attempt.kind === "later" || attempt.kind === "refused") && row.failing_since === null,
  );
  const gone = attempted.filter(({ attempt }) => attempt.kind === "gone");
  const ids = (list: Attempted[]) => list.map(({ row }) => row.id);
  try {
    if (sent.length > 0) {
      const told = sent.map(
        ({ row, recipient: [, notice] }) => [row.id, notice.kind, conversationOf(notice)] as const,
      );
      await markSent(db, told, now);
    }
    if (failing.length > 0) await markFailing(db, ids(failing), now);
    if (gone.length > 0) await deleteSubscriptions(db, ids(gone));
  } catch (error) {
    logger.error("delivery.failed", error, { about: "note" });
  }
}

const isFailed = ({ attempt }: Attempted) => attempt.kind === "later" || attempt.kind === "failed";

const pauseOf = (attempt: Attempt): number | null =>
  attempt.kind === "later" && attempt.retryAfterMs !== null
    ? Math.ceil(attempt.retryAfterMs / MS_PER_SECOND)
    : null;

/**
 * Used if every device failed and all have the same delay. The queue then retries the message as it is.
 * @throws the error of the first push
 */
function retryAll([first]: Attempted[]): DeliveryOutcome {
  if (first?.attempt.kind === "failed") throw first.attempt.error;
  if (first?.attempt.kind !== "later") return drop("gone");
  return { status: "retry", reason: first.attempt.reason, afterSeconds: pauseOf(first.attempt) };
}

async function putBack(
  deps: Deps,
  together: Attempted[],
  { seconds, only }: { seconds: number | null; only: string[] | undefined },
): Promise<void> {
  const to = [...new Set(together.map(({ recipient }) => recipient))];
  const delaySeconds = Math.min(seconds ?? AGAIN_SECONDS, LONGEST_PAUSE_SECONDS);
  await deps.deliveries.add([{ kind: "notices", to, ...(only ? { devices: only } : {}) }], {
    delaySeconds,
  });
}

/**
 * If a push service refuses one device, the fault is probably ours and would affect all. So one refusal is the outcome
 * of the whole message.
 */
function summarize(attempted: Attempted[], mailed: number): DeliveryOutcome {
  const refused = attempted.find(({ attempt }) => attempt.kind === "refused")?.attempt;
  if (refused?.kind === "refused") return drop(refused.reason);
  const dropped = attempted.flatMap(({ attempt }) =>
    attempt.kind === "dropped" ? [attempt.reason] : attempt.kind === "gone" ? ["gone"] : [],
  );
  if (dropped.length < attempted.length || mailed > 0) return DELIVERED;
  return drop(dropped[0] ?? "gone");
}
