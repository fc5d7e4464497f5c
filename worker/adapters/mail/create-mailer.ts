import type { Clock, Mailer } from "~/core/ports";
import type { Database } from "~/db/client";
import { insertLocalMail } from "~/db/queries/local-mails";
import { type Env, readConfig } from "../../env";
import { createBindingMailer } from "./binding-mailer";
import { createResendMailer } from "./resend-mailer";

/**
 * The way of mails as this Worker is configured: the platform's binding, else Resend, else the local outbox.
 * @throws Error if a sender is configured and there is no way
 */
export function createMailer(env: Env, { db, clock }: { db: Database; clock: Clock }): Mailer {
  const { mail, outbox } = readConfig(env);
  if (outbox !== null) return createLocalMailer(db, clock);
  if (mail === null) return REFUSING;
  if (env.EMAIL) return createBindingMailer(env.EMAIL, mail.from);
  if (mail.resendKey) return createResendMailer({ apiKey: mail.resendKey, from: mail.from });
  throw new Error("MAIL_FROM is set, and there is neither the binding EMAIL nor RESEND_API_KEY.");
}

/** Mail was turned off while some waited. */
const REFUSING: Mailer = {
  send: async () => ({ status: "dropped", reason: "not_configured" }),
};

/** Mails of the local server: kept, and shown at `/outbox`. */
function createLocalMailer(db: Database, clock: Clock): Mailer {
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
