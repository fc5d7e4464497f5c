import { checkHealth, type Health } from "~/core/maintenance/health";
import type { Logger } from "~/core/ports";
import { toIso } from "~/core/shared/age";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { createWatchMemory } from "./adapters/watch-memory";
import type { Env } from "./env";

/** The last look is late after two missed looks and a few minutes. */
const LOOK_LATE_MS = 25 * MS_PER_MINUTE;
const KEPT_MS = 10 * MS_PER_SECOND;

/** The answer to `/healthz?deep`: it adds the bad facts by their names in docs/runbooks.md, and the instant since which each is bad. */
interface DeepHealth extends Health {
  watch: {
    status: "ok" | "bad" | "late" | "down";
    lookedAt: string | null;
    bad: { fact: string; since: string }[];
  };
}

/**
 * `GET /healthz`, for a monitor: 503 if the database doesn't answer, otherwise 200 with `status` `ok` or `late`. With `?deep` the
 * answer also has the result of the watch's last look, and is 503 if a fact is bad or the last look is too old. It needs no
 * sign-in and contains nothing about a member. `version` is the platform's id of the version that answers.
 */
export async function answerHealth(request: Request, env: Env, logger: Logger): Promise<Response> {
  const isDeep = new URL(request.url).searchParams.has("deep");
  const health: Health & Partial<DeepHealth> = isDeep
    ? await readDeepHealth(env, logger)
    : await checkHealth({ db: env.DB, clock: { now: () => Date.now() }, logger });
  const isIll = health.status === "down" || (health.watch && health.watch.status !== "ok");
  return Response.json(
    { ...health, version: env.VERSION.id },
    {
      status: isIll ? 503 : 200,
      headers: { "cache-control": "no-store" },
    },
  );
}

let kept: { until: number; health: DeepHealth } | null = null;

/** Reads at most once in ten seconds per isolate, because anyone may make the request. */
async function readDeepHealth(env: Env, logger: Logger): Promise<DeepHealth> {
  const now = Date.now();
  if (kept && now < kept.until) return kept.health;
  const [health, watch] = await Promise.all([
    checkHealth({ db: env.DB, clock: { now: () => now }, logger }),
    readWatch(env, now, logger),
  ]);
  kept = { until: now + KEPT_MS, health: { ...health, watch } };
  return kept.health;
}

async function readWatch(env: Env, now: number, logger: Logger): Promise<DeepHealth["watch"]> {
  try {
    const { lookedAt, bad } = await createWatchMemory(env).look();
    const facts = Object.entries(bad).map(([fact, since]) => ({ fact, since: toIso(since) }));
    const isLate = lookedAt === null || now - lookedAt > LOOK_LATE_MS;
    return {
      status: isLate ? "late" : facts.length > 0 ? "bad" : "ok",
      lookedAt: lookedAt === null ? null : toIso(lookedAt),
      bad: facts,
    };
  } catch (error) {
    logger.error("watch.failed", error);
    return { status: "down", lookedAt: null, bad: [] };
  }
}
