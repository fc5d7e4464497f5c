import { checkHealth } from "~/core/maintenance/health";
import type { Logger } from "~/core/ports";
import type { Env } from "./env";

/**
 * `GET /healthz`, for a monitor: 503 when the database doesn't answer, else 200 with `status` `ok` or `late`. Needs no
 * sign-in and says nothing about a member.
 */
export async function answerHealth(env: Env, logger: Logger): Promise<Response> {
  const health = await checkHealth({
    db: env.DB,
    clock: { now: () => Date.now() },
    logger,
  });
  return Response.json(health, {
    status: health.status === "down" ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}
