import type { Delivery } from "~/core/notices/delivery-messages";

/** Carries messages to their consumer, at least once each (`core/deliveries`). */
export interface DeliveryQueue {
  /**
   * @param options.delaySeconds shortest delay, at most 12 hours
   * @throws when the queue can't be reached
   */
  add(deliveries: Delivery[], options?: { delaySeconds: number }): Promise<void>;
}

/** Result of an attempt to deliver something. Reasons are codes, for the log. */
export type DeliveryOutcome =
  | { status: "delivered" }
  /** The delivery must not be tried again, because that would not help. */
  | { status: "dropped"; reason: string }
  /** `afterSeconds`: the pause that the service named; null for the usual pause. */
  | { status: "retry"; reason: string; afterSeconds: number | null };

/** A mail in the form in which it is sent. */
export interface Mail {
  /** The same at every attempt, so that a provider that recognises it sends the mail once. */
  id: string;
  /** Null for a mail to the operator. */
  memberId: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Sends mails to members and the operator. */
export interface Mailer {
  send(mail: Mail): Promise<DeliveryOutcome>;
}

/** Settings for mail of the deployment. */
export interface MailSettings {
  /** Whether mails are sent, even if only to the local outbox. If not, pages offer nothing that depends on mail. */
  isConfigured: boolean;
  /** Whether mails go to the local outbox and never leave the machine. */
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
  /** A newer message of the same topic replaces one that still waits (RFC 8030 §5.4). */
  topic: string;
  urgency: "low" | "normal" | "high";
  /** Seconds for which the push service keeps the message for a browser that is off. */
  ttlSeconds: number;
}

export type PushOutcome =
  | { kind: "delivered" }
  /** The browser has ended its subscription, or the endpoint does not exist. */
  | { kind: "gone" }
  /** A new try would be refused again. */
  | { kind: "refused"; reason: string }
  /** `retryAfterMs`: the pause that the service named; null if it named none. */
  | { kind: "later"; reason: string; retryAfterMs: number | null };

/** Sends notifications to browsers. */
export interface PushSender {
  /** Public half of our key pair, which a browser's subscription needs; base64url. */
  readonly publicKey: string;
  /** Whether an endpoint belongs to a browser's push service. */
  accepts(endpoint: string): boolean;
  /** @throws when our own keys are wrong */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}
