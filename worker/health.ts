import { checkHealth } from "~/core/maintenance/health";
import { createDatabase } from "~/db/client";
import { createLogger } from "./adapters/logger";
import type { Env } from "./env";

/**
 * `GET /healthz`, for whoever watches: 503 when the database doesn't answer, else 200 with `status`
 * `ok` or `late`. Needs no sign-in and tells nothing about anybody.
 */
export async function answerHealth(env: Env, requestId: string): Promise<Response> {
  const health = await checkHealth({
    db: createDatabase(env.DB),
    clock: { now: () => Date.now() },
    logger: createLogger({ requestId }),
  });
  return Response.json(health, {
    status: health.status === "down" ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}
