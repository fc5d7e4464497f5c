import { createApp } from "./app";
import type { Env } from "./env";
import { servePages } from "./pages";
import { handleScheduled } from "./scheduled";

export { ConversationObject } from "./realtime/conversation-object";

const app = createApp(servePages);

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  scheduled: handleScheduled,
} satisfies ExportedHandler<Env>;
