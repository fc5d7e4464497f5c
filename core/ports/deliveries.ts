import type { Delivery } from "~/core/deliveries/messages";

/** Carries messages to their consumer, at least once each (`core/deliveries`). */
export interface DeliveryQueue {
  /**
   * @param options.delaySeconds not before so long, at most 12 hours
   * @throws when the queue can't be reached
   */
  add(deliveries: Delivery[], options?: { delaySeconds: number }): Promise<void>;
}

/** Result of an attempt to deliver something. Reasons are codes, for the log. */
export type DeliveryOutcome =
  | { status: "delivered" }
  /** Trying again would not help. */
  | { status: "dropped"; reason: string }
  /** `afterSeconds`: as the service asked; null for the usual pause. */
  | { status: "retry"; reason: string; afterSeconds: number | null };

/** A mail as it is sent. */
export interface Mail {
  /** The same at every attempt, so that a provider that knows it sends it once. */
  id: string;
  /** Null for one to the operator. */
  memberId: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The way of mails out of the product. */
export interface Mailer {
  send(mail: Mail): Promise<DeliveryOutcome>;
}

/** Settings of mail that the deployment chose. */
export interface MailSettings {
  /** Whether mails are sent, be it only to the local outbox. If not, what depends on mail isn't offered. */
  isConfigured: boolean;
  /** Whether they go to the local outbox, and leave the machine by no way. */
  isLocal: boolean;
  /** Whether pairing waits for a verified address. */
  mustVerify: boolean;
  /** Origin of links: `https://` and a host. Empty if no mail is sent. */
  origin: string;
  supportEmail: string;
}

/** A browser as its push service knows it; the keys are base64url (RFC 8291). */
interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface PushMessage {
  /** JSON, less than 3,993 bytes. */
  payload: string;
  /** A newer message of the same topic takes the place of one that waits (RFC 8030 §5.4). */
  topic: string;
  urgency: "low" | "normal" | "high";
  /** Seconds that the push service keeps it for a browser that is off. */
  ttlSeconds: number;
}

export type PushOutcome =
  | { kind: "delivered" }
  /** The browser has taken its subscription back, or the endpoint is none. */
  | { kind: "gone" }
  /** The same again would be refused again. */
  | { kind: "refused"; reason: string }
  /** `retryAfterMs`: as the service names it; null if it names none. */
  | { kind: "later"; reason: string; retryAfterMs: number | null };

/** The way of notifications to browsers. */
export interface PushSender {
  /** Public half of our key pair, which a browser's subscription needs; base64url. */
  readonly publicKey: string;
  /** Whether an endpoint is one of a browser's push service. */
  accepts(endpoint: string): boolean;
  /** @throws when the own keys are wrong */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}
