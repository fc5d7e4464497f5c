export type DeliveryOutcome =
  | { status: "delivered" }
  /** A retry would not help. */
  | { status: "dropped"; reason: string }
  /** `afterSeconds` is the pause that the service asked for; null for the usual pause. */
  | { status: "retry"; reason: string; afterSeconds: number | null };

export interface Mail {
  /** The same at every attempt, so that a provider with idempotency keys sends the mail once. */
  id: string;
  /** Null for a mail to the operator. */
  memberId: string | null;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface Mailer {
  send(mail: Mail): Promise<DeliveryOutcome>;
}

export interface MailSettings {
  /** Also true if mails go only to the local outbox. If false, pages offer nothing that needs mail. */
  isConfigured: boolean;
  isLocal: boolean;
  mustVerify: boolean;
  origin: string;
  supportEmail: string;
}
