import { handleQueue } from "./deliveries";
import type { Env } from "./env";
import { handleScheduled } from "./scheduled";

/** The Worker of `wrangler.midnight.toml`: crons and the queue, no requests. */
export default { scheduled: handleScheduled, queue: handleQueue } satisfies ExportedHandler<Env>;
