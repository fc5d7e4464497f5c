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
