import type { PasskeyCeremonies } from "~/core/accounts/passkey-ceremonies";
import type { ProofOfWork } from "~/core/accounts/proof-of-work";
import type { RecordKeys } from "~/core/accounts/record-keys";
import type { TokenSigner } from "~/core/accounts/tokens";
import type { ConversationChannel, ConversationStore } from "~/core/conversation/objects";
import type { DeliveryQueue } from "~/core/notices/delivery-queue";
import type { Mailer, MailSettings } from "~/core/notices/mailer";
import type { PushSender } from "~/core/notices/push-sender";
import type { DeletionLedger } from "~/core/operations/ledger-lines";
import type { Metrics } from "~/core/operations/metrics";
import type { Geocoder } from "~/core/profile/geocoder";
import type { Logger } from "~/core/shared/logger";
import type { Database } from "~/db/client";

/** Milliseconds since 1970. */
export interface Clock {
  now(): number;
}

/** Lets work continue after the answer is sent. */
export type Defer = (work: Promise<unknown>) => void;

/** Passed to every use case. Built once per request in `worker/deps.ts`. */
export interface Deps {
  db: Database;
  clock: Clock;
  passkeys: PasskeyCeremonies;
  tokens: TokenSigner;
  records: RecordKeys;
  channel: ConversationChannel;
  conversations: ConversationStore;
  ledger: DeletionLedger;
  geocoder: Geocoder;
  deliveries: DeliveryQueue;
  mail: MailSettings;
  /** Null if the deployment has no VAPID keys. */
  push: PushSender | null;
  proofOfWork: ProofOfWork;
  logger: Logger;
  metrics: Metrics;
  defer: Defer;
}

/** Only the queue's consumer has the mailer. */
export interface DeliveryDeps extends Deps {
  mailer: Mailer;
}
