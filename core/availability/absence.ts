import type { Deps } from "~/core/deps";
import { sendMail } from "~/core/mail/send-mail";
import { notify } from "~/core/notifications/notify";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import { markNotified } from "~/db/queries/availability";
import { readGreatestKey } from "~/db/queries/population";

/** How often {@link notifyAbsent} is called, as the cron says. */
const TICK_MS = 10 * MS_PER_MINUTE;
const TICKS_PER_DAY = MS_PER_DAY / TICK_MS;
/** Notified at one tick: two messages of the queue each. The others are notified, and left out, a day later. */
const MAX_NOTIFIED = 200;
/** A mail that is older than this is of no use: its member is back, or left out. */
const MAIL_GOOD_MS = 2 * MS_PER_DAY;

/**
 * Notifies members who have not been seen for so long that a run of the next day would leave them out. Each member is looked
 * at once per day: a tick takes its part of the keys, so that no tick reads many rows and no index has to be kept. Whom a
 * missed tick did not tell hears of it a day later, and is left out a day later: no member is left out without notice.
 * @param tick.at the tick's own time, milliseconds since 1970
 */
export async function notifyAbsent(
  deps: Pick<Deps, "db" | "clock" | "deliveries" | "mail" | "push" | "random" | "logger">,
  { at }: { at: number },
): Promise<void> {
  const part = Math.floor((at % MS_PER_DAY) / TICK_MS);
  const keys = Math.ceil(((await readGreatestKey(deps.db)) + 1) / TICKS_PER_DAY);
  const absent = await markNotified(deps.db, {
    fromKey: part * keys,
    toKey: (part + 1) * keys,
    now: deps.clock.now(),
    limit: MAX_NOTIFIED,
    mustVerify: deps.mail.mustVerify,
  });
  for (const { id, email, name, email_verified_at } of absent) {
    const recipient = { memberId: id, email, name: email_verified_at === null ? null : name };
    await sendMail(deps, recipient, { template: "absence" }, { goodForMs: MAIL_GOOD_MS });
    await notify(deps, id, { kind: "absence", days: 1 });
  }
  if (absent.length > 0) deps.logger.info("availability.absent_told", { members: absent.length });
}
