import type { SendOutcome } from "~/core/ports";
import type { Env } from "~/worker/env";
// Served with this name standing for the build under test (serve-build.mjs): not a line of it is changed.
import product, {
  ConversationObject as ProductObject,
  PollingObject as ProductPollingObject,
} from "~/worker/index";
import type { FaultOrder, Faults } from "./faults";

export { DeletionLedgerObject, MemberObject } from "~/worker/index";

/** One for the Worker and its objects: locally they share an isolate. */
let faults: Faults = {};

const readClock = Date.now;
Date.now = () => readClock() + (faults.aheadMs ?? 0);

/** The real objects, which throw where a test asks for it. */
export class PollingObject extends ProductPollingObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, withFaults(env));
  }

  override async fetch(request: Request): Promise<Response> {
    throwIf(faults.fetch, "fetch");
    return super.fetch(request);
  }
}

export class ConversationObject extends ProductObject {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, withFaults(env));
  }

  override async fetch(request: Request): Promise<Response> {
    throwIf(faults.fetch, "fetch");
    return super.fetch(request);
  }

  override async send(...call: Parameters<ProductObject["send"]>): Promise<SendOutcome> {
    throwIf(faults.send, "send");
    return super.send(...call);
  }

  override async alarm(): Promise<void> {
    if (faults.alarms) {
      faults.alarms -= 1;
      throwIf(true, "alarm");
    }
    return super.alarm();
  }

  /** Ends this life of the object, as a new version of the Worker does: its memory and its connections are gone. */
  async die(): Promise<void> {
    this.ctx.abort("ended on request");
  }
}

function throwIf(isBroken: boolean | undefined, where: string): void {
  if (isBroken) throw new Error(`${where} broken on request`);
}

const wrapped = new WeakMap<Env, Env>();

function withFaults(env: Env): Env {
  let faulty = wrapped.get(env);
  if (!faulty) {
    faulty = { ...env, DB: withFaultsOfDatabase(env.DB) };
    wrapped.set(env, faulty);
  }
  return faulty;
}

/** The real database behind a bad line. */
function withFaultsOfDatabase(db: D1Database): D1Database {
  const carry = async <T>(work: () => Promise<T>): Promise<T> => {
    if (faults.slowMs) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
    if (faults.database === "down") throw new Error("D1_ERROR: Network connection lost.");
    const answer = await work();
    if (faults.database === "deaf") throw new Error("D1_ERROR: Network connection lost.");
    return answer;
  };
  // Each stays a statement of the real kind, for `batch` takes no other.
  const connect = (statement: D1PreparedStatement): D1PreparedStatement => {
    const { bind, first, run, all, raw } = statement;
    const over =
      <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
      (...args: A) =>
        carry(() => work.apply(statement, args));
    return Object.assign(statement, {
      bind: (...values: unknown[]) => connect(bind.apply(statement, values)),
      first: over(first),
      run: over(run),
      all: over(all),
      raw: over(raw),
    });
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => connect(target.prepare(sql));
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) => carry(() => target.batch(statements));
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function obey(request: Request, env: Env): Promise<Response> {
  const order = (await request.json()) as FaultOrder;
  if (order.faults) faults = order.faults;
  if (order.sql) await env.DB.prepare(order.sql).run();
  if (order.kill) {
    const objects = env.CONVERSATIONS as unknown as DurableObjectNamespace<ConversationObject>;
    // The call breaks with its object.
    await objects
      .getByName(order.kill)
      .die()
      .catch(() => undefined);
  }
  return new Response("done");
}

export default {
  fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/fault-orders") return obey(request, env);
    return product.fetch(request, withFaults(env), ctx);
  },
  scheduled: (event, env, ctx) => product.scheduled(event, withFaults(env), ctx),
  queue: (batch, env, ctx) => product.queue(batch, withFaults(env), ctx),
} satisfies ExportedHandler<Env>;
