import type { Env } from "~/worker/env";
import { createGate } from "./create-gate";
import { LiveObject } from "./live-object";

/** The live side of one conversation, or a lobby shard, that asks the services who may do what. */
export class ConversationObject extends LiveObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, createGate(env, ctx));
  }
}
