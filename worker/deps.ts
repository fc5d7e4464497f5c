import { keepEndOfSessions } from "~/core/operations/jobs";
import type { Defer, Logger } from "~/core/ports";
import { createDatabase } from "~/db/client";
import { createDeletionLedger } from "./adapters/deletion-ledger";
import { createDeliveryQueue } from "./adapters/deliveries";
import { createGeocoder } from "./adapters/geo/create-geocoder";
import { createMetrics } from "./adapters/metrics";
import { createPasskeys } from "./adapters/passkeys";
import { bcryptPasswords } from "./adapters/passwords";
import { createProofOfWork } from "./adapters/proof-of-work";
import { createPushSender } from "./adapters/push";
import { cryptoRandom } from "./adapters/random";
import { createRecordKeys } from "./adapters/record-keys";
import { createTokenSigner } from "./adapters/tokens";
import { type Env, readConfig } from "./env";
import { createConversationChannel } from "./live/channel";
import { createConversationStore } from "./live/ports";

/** The context of a request, a cron or an object, apart from the bindings. */
interface Invocation {
  logger: Logger;
  defer: Defer;
}

/** Makes the dependencies of the core with the real adapters. @throws Error if the configuration is incomplete */
export function createDeps(env: Env, { logger, defer }: Invocation) {
  const clock = { now: () => Date.now() };
  const db = createDatabase(env.DB);
  const config = readConfig(env);
  return {
    db,
    clock,
    random: cryptoRandom,
    passwords: bcryptPasswords,
    passkeys: createPasskeys(env.ORIGIN),
    tokens: createTokenSigner(config),
    records: createRecordKeys(config),
    channel: createConversationChannel(env, logger, (conversationId, sessionIds) =>
      keepEndOfSessions({ db, clock }, conversationId, sessionIds),
    ),
    conversations: createConversationStore(env, logger),
    ledger: createDeletionLedger(env),
    deliveries: createDeliveryQueue(env.DELIVERIES),
    mail: {
      isConfigured: config.mail !== null || config.outbox !== null,
      isLocal: config.outbox !== null,
      mustVerify: config.mustVerify,
      origin: config.origin,
      supportEmail: config.supportEmail,
    },
    push: config.push && createPushSender(config.push),
    proofOfWork: createProofOfWork(config),
    geocoder: createGeocoder(env, { clock, logger }),
    logger,
    metrics: createMetrics(env),
    defer,
  };
}
