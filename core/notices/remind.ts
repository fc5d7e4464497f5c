import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import { type DueReminderRow, listDueReminders, moveReminders } from "~/db/notices/reminders";
import { findDrawn } from "~/db/pairing/pairing-runs";
import type { ReminderDelivery } from "./delivery";
import { isLate, nextMorning, quietLeft } from "./quiet-hours";

const PAGE = 500;
/** After this long no further page begins. The cron comes every ten minutes and continues. */
const PAGING_MS = 2 * MS_PER_MINUTE;

type RemindDeps = Pick<Deps, "db" | "clock" | "deliveries" | "mail" | "logger">;

/**
 * Queues a mail to members whose morning has come and whose conversation waits (docs/rules.md#reminders). If a call
 * dies before it has stored the members' next morning, their mails are queued again, but the consumer sends each mail
 * once.
 * @throws Error when the queue can't be reached
 */
export async function remindWaiting(deps: RemindDeps): Promise<void> {
  const { db, clock, mail } = deps;
  const begun = clock.now();
  const date = toUtcDate(begun);
  if (!mail.isConfigured || !(await findDrawn(db, date))) return;
  let reminded = 0;
  for (let now = begun; now < begun + PAGING_MS && toUtcDate(now) === date; now = clock.now()) {
    const rows = await listDueReminders(db, { now, date, limit: PAGE });
    if (rows.length === 0) break;
    const due = rows.flatMap((row) => toDelivery(row, date, now));
    if (due.length > 0) await deps.deliveries.add(due);
    await moveReminders(
      db,
      rows.map((row) => ({ memberId: row.member_id, dueAt: nextMorning(row, now) })),
    );
    reminded += due.length;
  }
  if (reminded > 0) deps.logger.info("reminders.queued", { reminded });
}

/** Also checks the quiet hours, because the member's clock may have changed since the morning was chosen. */
function toDelivery(row: DueReminderRow, date: string, now: number): ReminderDelivery[] {
  const { member_id: memberId, conversation_id: conversationId } = row;
  if (conversationId === null || isLate(now) || quietLeft(row, now) > 0) return [];
  return [{ kind: "reminder", memberId, conversationId, about: "introduction", date }];
}
