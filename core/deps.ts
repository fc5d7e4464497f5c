import type { Database } from "~/db/client";
import type * as ports from "./ports";

/** Parameter of every use case. Built once per request in `worker/deps.ts`. */
export interface Deps {
  db: Database;
  clock: ports.Clock;
  random: ports.Random;
  passwords: ports.PasswordHasher;
  passkeys: ports.PasskeyCeremonies;
  tokens: ports.TokenSigner;
  records: ports.RecordKeys;
  channel: ports.ConversationChannel;
  conversations: ports.ConversationStore;
  ledger: ports.DeletionLedger;
  geocoder: ports.Geocoder;
  deliveries: ports.DeliveryQueue;
  mail: ports.MailSettings;
  /** Null if the deployment has no keys for notifications. */
  push: ports.PushSender | null;
  proofOfWork: ports.ProofOfWork;
  logger: ports.Logger;
  metrics: ports.Metrics;
  defer: ports.Defer;
}

/** Adds the mailer, which only the queue's consumer has. */
export interface DeliveryDeps extends Deps {
  mailer: ports.Mailer;
}
