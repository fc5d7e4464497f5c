import { encryptNotification, vapidHeaders } from "@block65/webcrypto-web-push";
import { isPushEndpoint } from "~/core/notices/push-services";
import type { PushOutcome, PushSender } from "~/core/ports";
import { MS_PER_SECOND } from "~/core/shared/constants";
import type { PushConfig } from "~/worker/env";

const ANSWER_TIMEOUT_MS = 10_000;

const encoder = new TextEncoder();

/**
 * Sends notifications to browsers' push services (RFC 8030), encrypted for the browser (RFC 8291, `aes128gcm`) and
 * signed as ours (RFC 8292).
 */
export function createPushSender(config: PushConfig): PushSender {
  const { publicKey, privateKey, subject, testService } = config;
  return {
    publicKey,
    accepts: (endpoint) => isPushEndpoint(endpoint, testService),
    async send({ endpoint, p256dh, auth }, { payload, topic, urgency, ttlSeconds }) {
      // Checked again, because the allowed endpoints may have changed since this one was stored.
      if (!isPushEndpoint(endpoint, testService)) return { kind: "gone" };
      const subscription = {
        // The library signs for https only, but the service of a test on this machine uses http.
        endpoint: endpoint.replace(/^http:/, "https:"),
        expirationTime: null,
        keys: { p256dh, auth },
      };
      const signature = await vapidHeaders(subscription, {
        subject: `mailto:${subject}`,
        publicKey,
        privateKey,
      });
      const body = await encryptNotification(subscription, encoder.encode(payload)).catch(
        () => null,
      );
      // The keys are not a point of the curve, so nothing can be sent to this device, now or later.
      if (!body) return { kind: "gone" };
      try {
        const response = await fetch(endpoint, {
          method: "POST",
          headers: {
            ...signature.headers,
            TTL: String(ttlSeconds),
            Topic: topic,
            Urgency: urgency,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
          },
          body,
          // A redirect could lead anywhere.
          redirect: "manual",
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        });
        await response.body?.cancel();
        return toOutcome(response);
      } catch {
        return { kind: "later", reason: "no_answer", retryAfterMs: null };
      }
    },
  };
}

function toOutcome({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { kind: "delivered" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const reason = `status_${status}`;
  if (status === 429 || status >= 500) {
    return { kind: "later", reason, retryAfterMs: readRetryAfter(headers.get("retry-after")) };
  }
  return { kind: "refused", reason };
}

/** Reads a header of seconds or a date (RFC 9110 §10.2.3) as milliseconds from now; null without a usable header. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * MS_PER_SECOND;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : Math.max(0, instant - Date.now());
}
