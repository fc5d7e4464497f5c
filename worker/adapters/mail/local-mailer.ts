import type { Clock, Mailer } from "~/core/ports";
import type { Database } from "~/db/client";
import { insertLocalMail } from "~/db/queries/local-mails";

/** Mails of the local server: kept, and shown at `/outbox`. */
export function createLocalMailer(db: Database, clock: Clock): Mailer {
  return {
    async send({ id, memberId, to, subject, text, html, headers }) {
      await insertLocalMail(db, {
        id,
        memberId,
        recipient: to,
        subject,
        text,
        html,
        headers: JSON.stringify(headers),
        now: clock.now(),
      });
      return { status: "delivered" };
    },
  };
}
