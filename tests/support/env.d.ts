import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Env as WorkerEnv } from "~/worker/env";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** The number of random requests: many in `npm test -- --only fuzz`, few in `npm test`. */
      FUZZ_RUNS: string;
    }
  }
}
