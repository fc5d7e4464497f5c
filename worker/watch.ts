import { createHmac } from "node:crypto";
import type { Mailer } from "~/core/notices/mailer";
import { type Alert, runWatch } from "~/core/operations/watch";
import { MS_PER_SECOND } from "~/core/shared/constants";
import { createMailer } from "./adapters/mail/create-mailer";
import type { createDeps } from "./deps";
import { type Env, readConfig } from "./env";

const TIMEOUT_MS = 10 * MS_PER_SECOND;

/**
 * Health checks (docs/rules.md#watch). Also calls the operator's heartbeat monitor, which notices when checks stop or
 * alerts can't be sent. Never throws, so that the cron's other work continues.
 */
export async function keepWatch(env: Env, deps: ReturnType<typeof createDeps>): Promise<void> {
  const { webhook, operatorEmail, heartbeat } = readConfig(env).alerts;
  const mailer = createMailer(env, deps);
  try {
    const isTold = await runWatch({
      ...deps,
      probeObjects: () => deps.ledger.list(Number.MAX_SAFE_INTEGER),
      async tell(alert) {
        const ways = [
          ...(webhook ? [post(webhook, alert)] : []),
          ...(operatorEmail ? [mail(operatorEmail, alert, mailer)] : []),
        ];
        const outcomes = await Promise.allSettled(ways);
        const failures = outcomes.filter((one) => one.status === "rejected");
        for (const { reason } of failures) deps.logger.error("watch.untold", reason);
        // Throws only if every way failed. If one failed mail were enough, every check would send the alert to the
        // webhook again until the mail provider works.
        if (ways.length > 0 && failures.length === ways.length) throw new Error("no way took it");
      },
    });
    if (isTold && heartbeat !== null) await request(heartbeat);
  } catch (error) {
    deps.logger.error("watch.failed", error);
  }
}

async function request(url: string, init: RequestInit = {}): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { redirect: "manual", signal, ...init });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`an operator's address answered ${response.status}`);
}

/**
 * The header `X-Signature: t=<seconds since 1970>,v1=<hex>` signs the body with an HMAC-SHA256 of `<t>.<body>`. Slack
 * shows `text`, ntfy the whole body.
 */
async function post({ url, secret }: { url: string; secret: string }, alert: Alert): Promise<void> {
  const { text, fact, state, runbook } = alert;
  const body = JSON.stringify({ text, fact, state, runbook });
  const seconds = Math.floor(Date.now() / MS_PER_SECOND);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-signature": `t=${seconds},v1=${signature}`,
  };
  await request(url, { method: "POST", headers, body });
}

/** Sent without the queue, because the queue can be what fails. */
async function mail(to: string, { text, runbook }: Alert, mailer: Mailer): Promise<void> {
  const outcome = await mailer.send({
    id: `alert-${crypto.randomUUID()}`,
    memberId: null,
    to,
    subject: text,
    text: `${text}\n\nWhat to do: ${runbook}\n`,
    html: `<p>${text}</p><p>What to do: ${runbook}</p>`,
    headers: {},
  });
  if (outcome.status !== "delivered") throw new Error("the mail was not sent");
}
