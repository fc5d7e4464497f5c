import type { Alert, AlertWay, Mailer } from "~/core/ports";
import { MS_PER_SECOND } from "~/core/shared/constants";
import type { Config } from "~/worker/env";

const TIMEOUT_MS = 10 * MS_PER_SECOND;

/** The channels for alerts that the deployment has configured. */
export function createAlertWays({ alerts }: Pick<Config, "alerts">, mailer: Mailer): AlertWay[] {
  const { webhook, operatorEmail } = alerts;
  return [
    ...(webhook ? [createWebhook(webhook)] : []),
    ...(operatorEmail ? [createOperatorMail(operatorEmail, mailer)] : []),
  ];
}

/**
 * Posts an alert with the header `X-Signature: t=<seconds since 1970>,v1=<hex>`, an HMAC-SHA256 over `<t>.<body>`. With it the
 * receiver checks the sender, and that the request is not an old one sent again. Slack reads `text`, ntfy prints the body.
 */
function createWebhook({ url, secret }: { url: string; secret: string }): AlertWay {
  return {
    name: "webhook",
    async tell({ text, fact, state, runbook }) {
      const body = JSON.stringify({ text, fact, state, runbook });
      const seconds = Math.floor(Date.now() / MS_PER_SECOND);
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-signature": `t=${seconds},v1=${await sign(secret, `${seconds}.${body}`)}`,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
    },
  };
}

async function sign(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(text));
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Sends an alert by mail directly, because the queue may be the part that fails. */
function createOperatorMail(to: string, mailer: Mailer): AlertWay {
  return {
    name: "mail",
    async tell(alert: Alert) {
      const text = `${alert.text}\n\nWhat to do: ${alert.runbook}\n`;
      const outcome = await mailer.send({
        id: `alert-${crypto.randomUUID()}`,
        memberId: null,
        to,
        subject: alert.text,
        text,
        html: `<p>${alert.text}</p><p>What to do: ${alert.runbook}</p>`,
        headers: {},
      });
      if (outcome.status !== "delivered") throw new Error(`the mail was not sent`);
    },
  };
}

/** Sends a heartbeat to an outside watch, which notices when the heartbeats stop. @throws when the answer is not a success */
export async function beat(url: string): Promise<void> {
  const response = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the heartbeat was answered ${response.status}`);
}
