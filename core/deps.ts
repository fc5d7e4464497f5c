import type { RecordSecrets } from "~/core/accounts/record-keys";
import type { Secrets } from "~/core/accounts/tokens";
import type { ConversationChannel, ConversationStore } from "~/core/conversation/objects";
import type { Delivery } from "~/core/notices/delivery";
import type { Mailer, MailSettings } from "~/core/notices/mailer";
import type { PushSender } from "~/core/notices/push-sender";
import type { DeletionLedger } from "~/core/operations/ledger-lines";
import type { Geocoder } from "~/core/profile/geocoder";
import type { Logger } from "~/core/shared/logger";
import type { Database } from "~/db/client";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** Lets work continue after the answer is sent. */
export type Defer = (work: Promise<unknown>) => void;

export interface Config extends Secrets, RecordSecrets {
  proofOfWork: "off" | "above_threshold" | "always";
}

/** Passed to every use case. Built once per request in `worker/deps.ts`. */
export interface Deps {
  db: Database;
  clock: Clock;
  config: Config;
  channel: ConversationChannel;
  conversations: ConversationStore;
  ledger: DeletionLedger;
  geocoder: Geocoder;
  deliveries: { add(messages: Delivery[], options?: { delaySeconds: number }): Promise<void> };
  mail: MailSettings;
  /** Null if the deployment has no VAPID keys. */
  push: PushSender | null;
  logger: Logger;
  defer: Defer;
}

/** Only the queue's consumer has the mailer. */
export interface DeliveryDeps extends Deps {
  mailer: Mailer;
}
