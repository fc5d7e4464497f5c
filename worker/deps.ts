import type { Defer, Deps } from "~/core/deps";
import { createPushSender } from "~/core/notices/push-sender";
import { keepEndOfSessions } from "~/core/operations/jobs";
import type { DeletionLedger } from "~/core/operations/ledger-lines";
import type { Logger } from "~/core/shared/logger";
import { createDatabase, withoutValues } from "~/db/client";
import { createGeocoder } from "./adapters/geo/create-geocoder";
import { type Env, readConfig } from "./env";
import { callObject } from "./live/call-object";
import { createConversationChannel } from "./live/channel";
import { createConversationStore } from "./live/conversation-store";

/** The most messages that a queue accepts in one batch. */
const QUEUE_BATCH = 100;

interface Invocation {
  logger: Logger;
  defer: Defer;
}

/** @throws Error if the configuration is incomplete */
export function createDeps(env: Env, { logger, defer }: Invocation): Deps {
  const clock = { now: () => Date.now() };
  const db = createDatabase(env.DB);
  const config = readConfig(env);
  const ledger: DeletionLedger = {
    add: (line) => callObject(env.LEDGER, "deletions", (object) => object.add(line)),
    list: (since) => callObject(env.LEDGER, "deletions", (object) => object.list(since)),
  };
  return {
    db,
    clock,
    config,
    channel: createConversationChannel(env, logger, (conversationId, sessionIds) =>
      keepEndOfSessions({ db, clock }, conversationId, sessionIds),
    ),
    conversations: createConversationStore(env, logger),
    ledger,
    deliveries: {
      async add(messages, options) {
        for (let i = 0; i < messages.length; i += QUEUE_BATCH) {
          const part = messages.slice(i, i + QUEUE_BATCH);
          await env.DELIVERIES.sendBatch(
            part.map((body) => ({ body })),
            options,
          );
        }
      },
    },
    mail: {
      isConfigured: config.mail !== null || config.outbox !== null,
      isLocal: config.outbox !== null,
      mustVerify: config.mustVerify,
      origin: config.origin,
      supportEmail: config.supportEmail,
    },
    push: config.push && createPushSender(config.push),
    geocoder: createGeocoder(env, { clock, logger }),
    logger,
    defer: (work: Promise<unknown>) =>
      defer(
        work.catch((error: unknown) => {
          throw withoutValues(error);
        }),
      ),
  };
}
