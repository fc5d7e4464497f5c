/** Reasons are codes, for the log. */
export type DeliveryOutcome =
  | { status: "delivered" }
  /** Retrying would not help. */
  | { status: "dropped"; reason: string }
  /** `afterSeconds`: the pause that the service asked for; null for the usual one. */
  | { status: "retry"; reason: string; afterSeconds: number | null };

export interface Mail {
  /** The same at every attempt, so that a provider that knows it sends the mail once. */
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
  /** Whether mails are sent, even if only to the local outbox. If not, pages offer nothing that depends on mail. */
  isConfigured: boolean;
  /** Mails go to the local outbox and never leave the machine. */
  isLocal: boolean;
  /** Whether pairing waits for a verified address. */
  mustVerify: boolean;
  /** Origin of links, such as `https://example.org`. Empty if no mail is sent. */
  origin: string;
  supportEmail: string;
}
