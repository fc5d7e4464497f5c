import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { MailDelivery, MailTemplate } from "~/core/mail/messages";
import { createApp } from "~/worker/app";
import type { ApiAnswer, ApiOptions } from "./api";

/** What the queue was given. */
export interface Mailbox {
  mails: MailDelivery[];
  /** One call of a server that sends mails; what it does after its answer is done too. */
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: ApiOptions,
  ): Promise<ApiAnswer<Body>>;
  /** The newest mail of a template. */
  find(template: MailTemplate, to?: string): MailDelivery | undefined;
  /** The token in the newest mail of a template. @throws Error where there is none */
  token(template: MailTemplate, to?: string): string;
}

/**
 * The Worker's own router, of a server that sends mails: into a list.
 * @param variables further ones of its configuration
 */
export function createMailbox(variables: Record<string, string> = {}): Mailbox {
  const mails: MailDelivery[] = [];
  const sendBatch = async (messages: Iterable<{ body: MailDelivery }>) => {
    for (const { body } of messages) mails.push(structuredClone(body));
  };
  const app = createApp(async () => new Response(null, { status: 404 }));
  const bindings = {
    ...env,
    LOCAL_OUTBOX: "http://127.0.0.1:1",
    ...variables,
    DELIVERIES: { sendBatch } as unknown as Queue,
  };
  const find: Mailbox["find"] = (template, to) =>
    mails.findLast((one) => one.mail.template === template && (!to || one.to === to));
  return {
    mails,
    find,
    token(template, to) {
      const mail = find(template, to)?.mail;
      if (!mail || !("token" in mail)) throw new Error(`no mail ${template} to ${to ?? "anybody"}`);
      return mail.token;
    },
    async call<Body>(method: string, path: string, { token, body, headers }: ApiOptions = {}) {
      const context = createExecutionContext();
      const request = new Request(`http://happenstance.test${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const response = await app.fetch(request, bindings, context);
      const answer = (await response.json()) as Body;
      await waitOnExecutionContext(context);
      return { status: response.status, headers: response.headers, body: answer };
    },
  };
}
