import { timingSafeEqual } from "node:crypto";
import { checkHealth } from "~/core/operations/watch";
import type { Logger } from "~/core/shared/logger";
import { createDatabase } from "~/db/client";
import type { Env } from "./env";

/**
 * `GET /healthz`, for a monitor. Answers 503 with `down` if the database doesn't answer, and otherwise 200: with `bad`
 * if the last health check failed or is too old, else with `ok`. The failed checks are named only to `Authorization:
 * Bearer ALERT_SECRET`, because anyone can make some of them fail.
 */
export async function answerHealth(request: Request, env: Env, logger: Logger): Promise<Response> {
  const clock = { now: () => Date.now() };
  const { status, bad } = await checkHealth({ db: createDatabase(env.DB), clock, logger });
  return Response.json(isOperator(request, env) ? { status, bad } : { status }, {
    status: status === "down" ? 503 : 200,
    headers: { "cache-control": "no-store" },
  });
}

function isOperator(request: Request, { ALERT_SECRET }: Env): boolean {
  if (!ALERT_SECRET) return false;
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const expected = Buffer.from(`Bearer ${ALERT_SECRET}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
