import type { DeletionLedger } from "~/core/operations/ledger-lines";
import type { Env } from "~/worker/env";
import { callObject } from "~/worker/live/call-object";

const NAME = "deletions";

export function createDeletionLedger(env: Pick<Env, "LEDGER">): DeletionLedger {
  return {
    add: (line) => callObject(env.LEDGER, NAME, (object) => object.add(line)),
    list: (since) => callObject(env.LEDGER, NAME, (object) => object.list(since)),
  };
}
