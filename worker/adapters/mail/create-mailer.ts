import type { Clock } from "~/core/deps";
import type { Mailer } from "~/core/notices/mailer";
import type { Database } from "~/db/client";
import { insertLocalMail } from "~/db/notices/local-mails";
import { type Env, readConfig } from "../../env";
import { createBindingMailer } from "./binding-mailer";
import { createResendMailer } from "./resend-mailer";

/** @throws Error if a sender is configured but neither the binding nor Resend */
export function createMailer(env: Env, { db, clock }: { db: Database; clock: Clock }): Mailer {
  const { mail, outbox } = readConfig(env);
  if (outbox !== null) return createLocalMailer(db, clock);
  if (mail === null) return REFUSING;
  if (env.EMAIL) return createBindingMailer(env.EMAIL, mail.from);
  if (mail.resendKey) return createResendMailer({ apiKey: mail.resendKey, from: mail.from });
  throw new Error("MAIL_FROM is set, and there is neither the binding EMAIL nor RESEND_API_KEY.");
}

/** Drops mails that were still queued when mail was turned off. */
const REFUSING: Mailer = {
  send: async () => ({ status: "dropped", reason: "not_configured" }),
};

function createLocalMailer(db: Database, clock: Clock): Mailer {
  return {
    async send({ to, headers, ...content }) {
      await insertLocalMail(db, {
        ...content,
        recipient: to,
        headers: JSON.stringify(headers),
        now: clock.now(),
      });
      return { status: "delivered" };
    },
  };
}
