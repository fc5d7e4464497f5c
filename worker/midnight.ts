import { handleQueue } from "./deliveries";
import type { Env } from "./env";
import { handleScheduled } from "./scheduled";

export default { scheduled: handleScheduled, queue: handleQueue } satisfies ExportedHandler<Env>;
