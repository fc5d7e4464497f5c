import type { Deps } from "~/core/deps";
import { MS_PER_HOUR, MS_PER_SECOND } from "~/core/shared/constants";
import { findLastRun } from "~/db/queries/maintenance";

/** A day, and an hour for the retries. */
const RUN_LATE_MS = 25 * MS_PER_HOUR;

/** Answer of `/healthz`: no personal data, no counts. */
export interface Health {
  /** `late`: everything works, but the last complete run is more than 25 hours old. */
  status: "ok" | "late" | "down";
  database: "ok" | "down";
  lastRun: { date: string; ageSeconds: number } | null;
}

/** Reads the newest run from the database. Never throws: a database that doesn't answer is reported as `down`. */
export async function checkHealth(deps: Pick<Deps, "db" | "clock" | "logger">): Promise<Health> {
  try {
    const run = await findLastRun(deps.db);
    const ageMs = run ? Math.max(0, deps.clock.now() - run.publishedAt) : 0;
    return {
      status: ageMs > RUN_LATE_MS ? "late" : "ok",
      database: "ok",
      lastRun: run && { date: run.date, ageSeconds: Math.floor(ageMs / MS_PER_SECOND) },
    };
  } catch (error) {
    deps.logger.error("health.database", error);
    return { status: "down", database: "down", lastRun: null };
  }
}
