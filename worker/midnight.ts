import { handleQueue } from "./deliveries";
import type { Env } from "./env";
import { handleScheduled } from "./scheduled";

/** The Worker of `wrangler.midnight.toml`: it runs the crons, consumes the queue, and answers no request. */
export default { scheduled: handleScheduled, queue: handleQueue } satisfies ExportedHandler<Env>;
