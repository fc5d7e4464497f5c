import { encryptNotification, vapidHeaders } from "@block65/webcrypto-web-push";
import { MS_PER_SECOND } from "~/core/shared/constants";
import { isPushEndpoint } from "./push-services";

interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface PushMessage {
  /** JSON of less than 3,993 bytes. */
  payload: string;
  /** A newer message of the same topic replaces a waiting one (RFC 8030 §5.4). */
  topic: string;
  urgency: "low" | "normal" | "high";
  ttlSeconds: number;
}

type PushOutcome =
  | { kind: "delivered" }
  /** The browser has ended its subscription, or the endpoint doesn't exist. */
  | { kind: "gone" }
  | { kind: "refused"; reason: string }
  | { kind: "later"; reason: string; retryAfterMs: number | null };

interface PushConfig {
  publicKey: string;
  privateKey: string;
  /** E-mail address at which a push service may contact us. */
  subject: string;
  /** A push service on this machine; null in a deployed Worker. */
  testService: string | null;
}

const ANSWER_TIMEOUT_MS = 10_000;

const encoder = new TextEncoder();

/** Encrypts by RFC 8291 (`aes128gcm`) and signs by RFC 8292. */
export function createPushSender(config: PushConfig) {
  const { publicKey, privateKey, subject, testService } = config;
  return {
    publicKey,
    accepts: (endpoint: string) => isPushEndpoint(endpoint, testService),
    async send(
      { endpoint, p256dh, auth }: PushTarget,
      { payload, topic, urgency, ttlSeconds }: PushMessage,
    ): Promise<PushOutcome> {
      // Checked again: the allowed endpoints may have changed since this device subscribed.
      if (!isPushEndpoint(endpoint, testService)) return { kind: "gone" };
      const subscription = {
        // The library signs only for https. A test's push service uses http.
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
      // The keys are not a point on the curve, so this device can never be reached.
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

export type PushSender = ReturnType<typeof createPushSender>;

function toOutcome({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { kind: "delivered" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const reason = `status_${status}`;
  if (status === 429 || status >= 500) {
    return { kind: "later", reason, retryAfterMs: readRetryAfter(headers.get("retry-after")) };
  }
  return { kind: "refused", reason };
}

/** Milliseconds from now; null if unusable. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * MS_PER_SECOND;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : Math.max(0, instant - Date.now());
}
