import type { Deps } from "~/core/deps";
import { toUtcDate } from "~/core/shared/age";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import type { AddresseeRow } from "~/db/accounts/member-row";
import { claimForDay } from "~/db/accounts/rate-window";
import { listUnnotified, markNotified } from "~/db/notices/availability";
import { readGreatestKey } from "~/db/pairing/population";
import { type Recipient, toMessages } from "./delivery";
import type { Delivery } from "./delivery-messages";

/** The interval of the cron that calls {@link notifyAbsent}. */
const TICK_MS = 10 * MS_PER_MINUTE;
const TICKS_PER_DAY = MS_PER_DAY / TICK_MS;
/** Members per statement. */
const PAGE = 500;
/** Most members notified in one tick: three million a day. The others are notified, and left out, a day later. */
const MAX_NOTIFIED = 20_000;
/** Time after which the mail is no longer sent, because its member is back or left out by then. */
const MAIL_GOOD_MS = 2 * MS_PER_DAY;

type AbsenceDeps = Pick<Deps, "db" | "clock" | "deliveries" | "mail" | "push" | "logger">;

/**
 * Notifies members who have not been seen for so long that a run of the next day would leave them out. Each tick looks
 * at its own part of the keys, so that each member is looked at once per day, no tick reads many rows, and no index is
 * needed. No member is left out without a notice: if a tick is missed, its members get the notice a day later and are
 * left out a day later. For the same reason members are marked after the queue has their notices; a call that dies in
 * between sends them again a day later. A tick that comes twice does nothing the second time.
 * @param tick.at the tick's own time, milliseconds since 1970
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

/** A mail to each member with a verified address, if mail is configured, and notifications, if push is configured. */
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
