import type { DeliveryOutcome, Mailer } from "~/core/notices/mailer";

const TIMEOUT_MS = 10_000;

/** Statuses that are the deployment's fault and not the mail's. A retry succeeds once the cause is removed. */
const OURS = new Set([401, 403, 409, 429]);

interface ResendConfig {
  apiKey: string;
  from: { email: string; name: string };
  url?: string;
  timeoutMs?: number;
}

/** The delivery's id is the idempotency key, so a retried mail goes out once. */
export function createResendMailer(config: ResendConfig): Mailer {
  const { apiKey, from, url = "https://api.resend.com", timeoutMs = TIMEOUT_MS } = config;
  return {
    async send({ id, to, subject, text, html, headers }) {
      try {
        const response = await fetch(`${url}/emails`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${apiKey}`,
            "content-type": "application/json",
            "idempotency-key": id,
          },
          body: JSON.stringify({
            from: `${from.name} <${from.email}>`,
            to: [to],
            subject,
            text,
            html,
            headers,
          }),
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
        });
        // workerd warns about unread bodies and keeps their connections open.
        await response.body?.cancel();
        return judge(response);
      } catch (error) {
        // Only the error's kind is returned, because its message can quote the request.
        const reason = error instanceof Error ? error.name : "unknown";
        return { status: "retry", reason, afterSeconds: null };
      }
    },
  };
}

function judge(response: Response): DeliveryOutcome {
  const { status, ok } = response;
  if (ok) return { status: "delivered" };
  const reason = `status_${status}`;
  if (status >= 400 && status < 500 && !OURS.has(status)) return { status: "dropped", reason };
  const seconds = Number(response.headers.get("retry-after"));
  return { status: "retry", reason, afterSeconds: seconds > 0 ? Math.ceil(seconds) : null };
}
