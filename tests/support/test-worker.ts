import { createApp } from "~/worker/app";
import { handleQueue } from "~/worker/deliveries";
import type { Env } from "~/worker/env";
import { handleScheduled } from "~/worker/scheduled";

export { DeletionLedgerObject } from "~/worker/ledger/deletion-ledger-object";
export { ConversationObject } from "~/worker/live/conversation-object";
export { LiveObject } from "~/worker/live/live-object";

/** The real Worker without the pages' build, because the pages are tested in a browser. */
const app = createApp(
  async () => new Response("pages are not part of these tests", { status: 404 }),
);

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: handleScheduled,
  queue: handleQueue,
} satisfies ExportedHandler<Env>;
