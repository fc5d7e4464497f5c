/** Stands in for the module `cloudflare:workers` in the simulator's bundle. */
export class DurableObject<Bindings = unknown> {
  protected ctx: DurableObjectState;
  protected env: Bindings;

  constructor(ctx: DurableObjectState, env: Bindings) {
    this.ctx = ctx;
    this.env = env;
  }
}

/** Ignores a rejection, which the runtime would only log. */
export function waitUntil(work: unknown): void {
  Promise.resolve(work).catch(() => {});
}
