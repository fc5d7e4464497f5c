import type { Env } from "./env";
import { handleScheduled } from "./scheduled";

/** The Worker of `wrangler.midnight.toml`: it runs the crons and answers no request. */
export default { scheduled: handleScheduled } satisfies ExportedHandler<Env>;
