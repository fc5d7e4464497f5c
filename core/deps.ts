import type { Database } from "~/db/client";
import type {
  Clock,
  ConversationChannel,
  ConversationStore,
  Defer,
  DeletionLedger,
  DeliveryQueue,
  Geocoder,
  Logger,
  Mailer,
  MailSettings,
  Metrics,
  PairingHistory,
  PasskeyCeremonies,
  PasswordHasher,
  ProofOfWork,
  PushSender,
  Random,
  TokenSigner,
} from "./ports";

/** What every use case gets. Wired once per request in `worker/services.ts`. */
export interface Deps {
  db: Database;
  clock: Clock;
  random: Random;
  passwords: PasswordHasher;
  passkeys: PasskeyCeremonies;
  tokens: TokenSigner;
  channel: ConversationChannel;
  conversations: ConversationStore;
  ledger: DeletionLedger;
  history: PairingHistory;
  geocoder: Geocoder;
  deliveries: DeliveryQueue;
  mail: MailSettings;
  /** Null where the deployment has no keys for notifications. */
  push: PushSender | null;
  proofOfWork: ProofOfWork;
  logger: Logger;
  metrics: Metrics;
  defer: Defer;
}

/** What carrying out a delivery needs besides: the ways out of the product, which only the queue's consumer has. */
export interface DeliveryDeps extends Deps {
  mailer: Mailer;
}
