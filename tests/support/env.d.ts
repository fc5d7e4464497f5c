import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Env as WorkerEnv } from "~/worker/env";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** How many requests `npm test -- --only fuzz` makes up; few in `npm test`. */
      FUZZ_RUNS: string;
    }
  }
}
