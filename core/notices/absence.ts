import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import type { AddresseeRow } from "~/db/accounts/member-row";
import { claimForDay } from "~/db/accounts/rate-window";
import { listUnnotified, markNotified } from "~/db/notices/availability";
import { readGreatestKey } from "~/db/pairing/population";
import { type Delivery, type Recipient, toMessages } from "./delivery";

const TICK_MS = 10 * MS_PER_MINUTE;
const TICKS_PER_DAY = MS_PER_DAY / TICK_MS;
const PAGE = 500;
/**
 * The most members that one tick notifies: nearly three million in a day's 144 ticks. Any further members are notified,
 * and left out of runs, a day later.
 */
const MAX_NOTIFIED = 20_000;
/** A mail that is delivered later than this would be wrong, because the member is back or already left out. */
const MAIL_GOOD_MS = 2 * MS_PER_DAY;

type AbsenceDeps = Pick<Deps, "db" | "clock" | "deliveries" | "mail" | "push" | "logger">;

/**
 * Notifies members who have been away for so long that tomorrow's run would leave them out. Each ten-minute tick of a
 * day checks its own range of member keys, so no tick reads many rows, and no index is needed. Runs leave out only
 * notified members. If a tick is missed or dies, its members are notified a day later.
 * @param tick.at the cron's scheduled time
 * @throws Error when the queue can't be reached
 */
export async function notifyAbsent(deps: AbsenceDeps, { at }: { at: number }): Promise<void> {
  const now = deps.clock.now();
  if (!(await claimForDay(deps.db, `absence:${at}`, now))) return;
  const part = Math.floor((at % MS_PER_DAY) / TICK_MS);
  const keys = Math.ceil(((await readGreatestKey(deps.db)) + 1) / TICKS_PER_DAY);
  const toKey = (part + 1) * keys;
  const { mustVerify } = deps.mail;
  let told = 0;
  for (let fromKey = part * keys; told < MAX_NOTIFIED; ) {
    const absent = await listUnnotified(deps.db, { fromKey, toKey, now, limit: PAGE, mustVerify });
    const last = absent.at(-1);
    if (!last) break;
    const notices = toNotices(deps, absent, now);
    if (notices.length > 0) await deps.deliveries.add(notices);
    await markNotified(deps.db, { memberIds: absent.map(({ id }) => id), now });
    told += absent.length;
    fromKey = last.key + 1;
    if (absent.length < PAGE) break;
  }
  if (told > 0) deps.logger.info("availability.absent_told", { members: told });
}

function toNotices({ mail, push }: AbsenceDeps, absent: AddresseeRow[], now: number): Delivery[] {
  const mails = absent.flatMap(
    ({ id: memberId, email: to, name, email_verified_at }): Delivery[] =>
      mail.isConfigured && email_verified_at !== null
        ? [
            {
              kind: "mail",
              id: `absence-${memberId}-${toUtcDate(now)}`,
              memberId,
              to,
              name,
              goodUntil: now + MAIL_GOOD_MS,
              mail: { template: "absence" },
            },
          ]
        : [],
  );
  const recipients = absent.map(({ id }): Recipient => [id, { kind: "absence" }]);
  return push ? [...mails, ...toMessages(recipients)] : mails;
}
