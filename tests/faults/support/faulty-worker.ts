import type { SendOutcome } from "~/core/conversation/objects";
import type { Env } from "~/worker/env";
// In the bundle, this path leads to the build under test (bundle-faulty-worker.mjs).
import product, {
  LiveObject as ProductLiveObject,
  ConversationObject as ProductObject,
} from "~/worker/index";
import { type FaultOrder, type FaultReport, type Faults, STOP_HEADER, type Stop } from "./faults";

export { DeletionLedgerObject } from "~/worker/index";

/** The Worker and its objects have these faults in common, because they share an isolate in the local runtime. */
let faults: Faults = {};
let isStopped = false;
let releases = 0;
let calls: string[] = [];

const readClock = Date.now;
Date.now = () => readClock() + (faults.aheadMs ?? 0);

export class LiveObject extends ProductLiveObject {
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

  override async sendMessage(
    ...call: Parameters<ProductObject["sendMessage"]>
  ): Promise<SendOutcome> {
    throwIf(faults.send, "send");
    return super.sendMessage(...call);
  }

  override async alarm(): Promise<void> {
    if (faults.alarms) {
      faults.alarms -= 1;
      throwIf(true, "alarm");
    }
    return super.alarm();
  }

  /** Ends this instance of the object, as a new version of the Worker would. */
  async die(): Promise<void> {
    this.ctx.abort("ended on request");
  }

  async readStanding(): Promise<string> {
    const { sql } = this.ctx.storage;
    const tables = sql.exec("select 1 from sqlite_master where name = 'standing'").toArray();
    if (tables.length === 0) return "nothing";
    return String(
      sql.exec("select closed_reason from standing").toArray()[0]?.closed_reason ?? "open",
    );
  }
}

function throwIf(isBroken: boolean | undefined, where: string): void {
  if (isBroken) throw new Error(`${where} broken on request`);
}

const wrapped = new WeakMap<Env, Env>();

function withFaults(env: Env): Env {
  let faulty = wrapped.get(env);
  if (!faulty) {
    faulty = { ...env, DB: carryDatabase(env.DB, carryBadly) };
    wrapped.set(env, faulty);
  }
  return faulty;
}

type Carry = <T>(work: () => Promise<T>, text?: string) => Promise<T>;

const carryBadly: Carry = async (work) => {
  if (faults.slowMs) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
  if (faults.database === "down") throw new Error("D1_ERROR: Network connection lost.");
  const answer = await work();
  if (faults.database === "deaf") throw new Error("D1_ERROR: Network connection lost.");
  return answer;
};

/** Lets calls through up to the ordered step, and holds that step until a test releases it. */
function stopAt({ step, moment }: Stop): Carry {
  let isReleased = false;
  const seen: string[] = [];
  calls = seen;
  const stop = async () => {
    const before = releases;
    isStopped = true;
    // Waits by a timer, because the runtime ends a request that has nothing pending.
    while (releases === before) await scheduler.wait(20);
    isReleased = true;
  };
  return async (work, text = "") => {
    const call = seen.push(text.replaceAll(/\s+/g, " ").slice(0, 60));
    if (!isReleased && (call > step || (call === step && moment === "before"))) await stop();
    const answer = await work();
    if (!isReleased && call === step) await stop();
    return answer;
  };
}

function withStop(env: Env, stop: Stop | null): Env {
  if (!stop) return env;
  const carry = stopAt(stop);
  const over = (namespace: DurableObjectNamespace): DurableObjectNamespace =>
    new Proxy(namespace, {
      get: (target, name) =>
        name === "getByName"
          ? (id: string) => carryObject(target.getByName(id), carry)
          : Reflect.get(target, name),
    });
  return {
    ...env,
    DB: carryDatabase(env.DB, carry),
    CONVERSATIONS: over(env.CONVERSATIONS as never),
    LIVE: over(env.LIVE as never),
    LEDGER: over(env.LEDGER as never),
  } as unknown as Env;
}

const carryObject = (stub: object, carry: Carry): object =>
  new Proxy(stub, {
    get:
      (target, name) =>
      (...args: unknown[]) =>
        carry(async () => (Reflect.get(target, name) as (...given: unknown[]) => unknown)(...args)),
  });

function carryDatabase(db: D1Database, carry: Carry): D1Database {
  const texts = new WeakMap<D1PreparedStatement, string>();
  // Changes the real statement instead of wrapping it, because `batch` accepts only real statements.
  const connect = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    texts.set(statement, text);
    const { bind, first, run, all, raw } = statement;
    const over =
      <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
      (...args: A) =>
        carry(() => work.apply(statement, args), text);
    return Object.assign(statement, {
      bind: (...values: unknown[]) => connect(bind.apply(statement, values), text),
      first: over(first),
      run: over(run),
      all: over(all),
      raw: over(raw),
    });
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => connect(target.prepare(sql), sql);
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) =>
          carry(() => target.batch(statements), statements[0] && texts.get(statements[0]));
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function obey(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const order = (await request.json()) as FaultOrder;
  if (order.faults) faults = order.faults;
  if (order.release) {
    releases++;
    isStopped = false;
  }
  if (order.cron) {
    const event = { cron: order.cron, scheduledTime: Date.now(), noRetry() {} };
    const given = { ...withFaults(env), ...order.vars };
    await product.scheduled(event, withStop(given, order.stop ?? null), ctx);
  }
  const rows = order.sql ? (await env.DB.prepare(order.sql).run()).results : [];
  const objects = env.CONVERSATIONS as unknown as DurableObjectNamespace<ConversationObject>;
  if (order.kill) {
    // This call fails, because it ends its own object.
    await objects
      .getByName(order.kill)
      .die()
      .catch(() => undefined);
  }
  const standing = order.standing && (await objects.getByName(order.standing).readStanding());
  return Response.json({ isStopped, calls, rows, standing } as FaultReport);
}

export default {
  fetch(request, env, ctx) {
    if (new URL(request.url).pathname === "/fault-orders") return obey(request, env, ctx);
    const stop = JSON.parse(request.headers.get(STOP_HEADER) ?? "null") as Stop | null;
    return product.fetch(request, withStop(withFaults(env), stop), ctx);
  },
  scheduled: (event, env, ctx) => product.scheduled(event, withFaults(env), ctx),
  queue: (batch, env, ctx) => product.queue(batch, withFaults(env), ctx),
} satisfies ExportedHandler<Env>;
