import { createApp } from "./app";
import { handleQueue } from "./deliveries";
import type { Env } from "./env";
import { servePages } from "./pages";
import { handleScheduled } from "./scheduled";

export { DeletionLedgerObject } from "./ledger/deletion-ledger-object";
export { ConversationObject } from "./live/conversation-object";
export { LiveObject } from "./live/live-object";

const app = createApp(servePages);

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: handleScheduled,
  queue: handleQueue,
} satisfies ExportedHandler<Env>;
