import { DurableObject } from "cloudflare:workers";
import type { Env } from "~/worker/env";
import { createGate } from "../gate";
import { EngineServer } from "../transport/engine-io/server";
import type { Gate } from "../types";
import { relayConnection } from "./relay-namespace";
import { SOCKET_OPTIONS } from "./socket-options";

const SID_HEADER = "X-Realtime-Sid";
const BEARER_HEADER = "X-Realtime-Bearer";

/**
 * Makes the handshake that the Worker passes to a polling object. It has only the headers that are set here, so a client can't
 * forge them.
 */
export function markHandshake(request: Request, sid: string, bearer: string | null): Request {
  const headers = new Headers({ [SID_HEADER]: sid });
  if (bearer) headers.set(BEARER_HEADER, bearer);
  return new Request(request, { headers });
}

/** A shard of the polling sessions, including upgraded ones. It is awake as long as it has a session, because it holds requests and timers. */
export class PollingObject extends DurableObject<Env> {
  #engine: EngineServer;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const gate = this.openGate();
    this.#engine = new EngineServer(SOCKET_OPTIONS, {
      createSid(request) {
        const sid = request.headers.get(SID_HEADER);
        if (!sid) throw new Error("a handshake reached the object without its session id");
        return sid;
      },
      onSession: (session, request) =>
        relayConnection(session, { env, gate, bearer: request.headers.get(BEARER_HEADER) }),
    });
  }

  override async fetch(request: Request): Promise<Response> {
    return this.#engine.handle(request);
  }

  /** Makes the gate. A benchmark overrides this method with a gate that admits every client. */
  protected openGate(): Gate {
    return createGate(this.env, this.ctx);
  }
}
