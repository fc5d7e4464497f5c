import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { deliver } from "~/core/notices/deliver";
import type { Delivery } from "~/core/notices/delivery";
import type { MailDelivery, MailTemplate } from "~/core/notices/mail-messages";
import { createLogger } from "~/worker/adapters/logger";
import { createApp } from "~/worker/app";
import { createDeps } from "~/worker/deps";
import type { Env } from "~/worker/env";
import { type ApiAnswer, type ApiOptions, callApi } from "./api";

export interface Mailbox {
  messages: Delivery[];
  mails: MailDelivery[];
  /** Calls the Worker, and waits for its work after the answer, for example the sending of mails. */
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: ApiOptions,
  ): Promise<ApiAnswer<Body>>;
  find(template: MailTemplate, to?: string): MailDelivery | undefined;
  token(template: MailTemplate, to?: string): string;
}

/**
 * Creates the Worker's own router, with a queue that collects its messages and mails in lists. A request for a new
 * password is handled at once, as the queue's consumer would handle it.
 * @param own further bindings
 */
export function createMailbox(own: Partial<Env> = {}): Mailbox {
  const messages: Delivery[] = [];
  const mails: MailDelivery[] = [];
  const send = async () => ({ status: "delivered" }) as const;
  const sendBatch = async (sent: Iterable<{ body: Delivery }>) => {
    for (const { body } of sent) {
      messages.push(structuredClone(body));
      if (body.kind === "mail") mails.push(structuredClone(body));
      if (body.kind !== "recovery") continue;
      const deps = createDeps(bindings, { logger: createLogger({}), defer: () => {} });
      await deliver({ ...deps, mailer: { send } }, body);
    }
  };
  const app = createApp(async () => new Response(null, { status: 404 }));
  const bindings = {
    ...env,
    LOCAL_OUTBOX: "http://127.0.0.1:1",
    ...own,
    DELIVERIES: { sendBatch } as unknown as Queue,
  };
  const find: Mailbox["find"] = (template, to) =>
    mails.findLast((one) => one.mail.template === template && (!to || one.to === to));
  return {
    messages,
    mails,
    find,
    token(template, to) {
      const mail = find(template, to)?.mail;
      if (!mail || !("token" in mail)) throw new Error(`no mail ${template} to ${to ?? "anybody"}`);
      return mail.token;
    },
    async call<Body>(method: string, path: string, options?: ApiOptions) {
      const context = createExecutionContext();
      const answer = await callApi<Body>(method, path, options, async (request) =>
        app.fetch(request, bindings, context),
      );
      await waitOnExecutionContext(context);
      return answer;
    },
  };
}
