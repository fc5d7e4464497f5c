/** In place of the runtime's module in the simulator's bundle. */
export class DurableObject<Bindings = unknown> {
  protected ctx: DurableObjectState;
  protected env: Bindings;

  constructor(ctx: DurableObjectState, env: Bindings) {
    this.ctx = ctx;
    this.env = env;
  }
}

/** What goes on after an answer goes on in the name of its actor anyway; the runtime only logs its failure. */
export function waitUntil(work: unknown): void {
  Promise.resolve(work).catch(() => {});
}
