import type { DeletionLedger } from "~/core/ports";
import type { Env } from "~/worker/env";
import { callObject } from "~/worker/realtime/call-object";

const NAME = "deletions";

/** The port to the ledger's only object. */
export function createDeletionLedger(env: Pick<Env, "LEDGER">): DeletionLedger {
  return {
    record: ({ subject, deletedAt }) =>
      callObject(env.LEDGER, NAME, (object) => object.record(subject, deletedAt)),
    list: ({ after, limit }) => callObject(env.LEDGER, NAME, (object) => object.list(after, limit)),
    keepDecisions: (decisions) =>
      callObject(env.LEDGER, NAME, (object) => object.keepDecisions(decisions)),
    listDecisions: ({ after, limit }) =>
      callObject(env.LEDGER, NAME, (object) => object.listDecisions(after, limit)),
  };
}
