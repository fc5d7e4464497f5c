import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Env as WorkerEnv } from "~/worker/env";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** How many requests `npm test -- --only fuzz` makes up; few in `npm test`. */
      FUZZ_RUNS: string;
      /** Number of call sequences for the model of the API, and the seed that draws them. */
      MODEL_RUNS: string;
      MODEL_SEED: string;
      /** The name of a bug on purpose that is to be found, or `all`; empty for none. */
      MODEL_BUG: string;
    }
  }
}
