import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Env as WorkerEnv } from "~/worker/env";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** Number of random requests: many in `npm test -- --only fuzz`, few in `npm test`. */
      FUZZ_RUNS: string;
      /** Number of call sequences for the model of the API, and the seed that draws them. */
      MODEL_RUNS: string;
      MODEL_SEED: string;
      /** The name of a planted bug that must be found, or `all`; empty for none. */
      MODEL_BUG: string;
    }
  }
}
