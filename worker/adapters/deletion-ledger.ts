import type { DeletionLedger } from "~/core/ports";
import type { Env } from "~/worker/env";

const NAME = "deletions";

/** The port to the one object of the ledger. */
export function createDeletionLedger(env: Pick<Env, "LEDGER">): DeletionLedger {
  const object = () => env.LEDGER.getByName(NAME);
  return {
    record: async ({ memberId, deletedAt }) => object().record(memberId, deletedAt),
    list: async ({ after, limit }) => object().list(after, limit),
  };
}
