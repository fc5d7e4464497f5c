import { readSessionCookie } from "~/app/lib/session-cookie.server";
import { authenticateCall } from "~/core/accounts/session";
import { readQuestions } from "~/core/conversation/answers";
import { readConversation } from "~/core/conversation/service";
import { AppError } from "~/core/shared/errors";
import { createApp, type PageHandler } from "~/worker/app";
import { handleQueue } from "~/worker/deliveries";
import type { Env } from "~/worker/env";
import { DeletionLedgerObject } from "~/worker/ledger/deletion-ledger-object";
import { ConversationObject } from "~/worker/live/conversation-object";
import { LiveObject } from "~/worker/live/live-object";
import { handleScheduled } from "~/worker/scheduled";
import { waitUntil } from "./cloudflare-workers";
import { type DatabaseHooks, SimulatedDatabase } from "./database";
import { type SimulatedRequest, SimulatedResponse } from "./http";
import { type ObjectClass, SimulatedNamespace, type SimulatedObject } from "./objects";
import { Actor, type Schedule } from "./schedule";
import type { HistoryDatabase } from "./sqlite";

export const SECRET = "the-secret-of-the-simulator-0123456789";
const PAGE_MESSAGES = 50;

/** Does what the route of the conversation's page does, without rendering. */
const readPage: PageHandler = async (request, { deps }) => {
  const conversationId = request.url.split("/")[4] ?? "";
  try {
    const token = readSessionCookie(request);
    const { viewer, conversation: found } = await authenticateCall(deps, token, {
      conversationId,
      bound: null,
    });
    const query = { conversationId, limit: PAGE_MESSAGES };
    const { conversation, messages } = await readConversation(deps, viewer, query, found);
    const questions = await readQuestions(deps, viewer, { conversationId });
    return Response.json({ isOpen: conversation.isOpen, messages, questions });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json(
      { code: error.code },
      { status: error.code === "unauthenticated" ? 401 : 403 },
    );
  }
};

/** The Worker's router. It has no state, so all histories share it. */
const app = createApp(readPage);

/** The classes of the objects, which a seeded bug may replace. */
export interface ServerClasses {
  conversation: ObjectClass;
  shard: ObjectClass;
  ledger: ObjectClass;
}

export const REAL_CLASSES: ServerClasses = {
  conversation: ConversationObject as unknown as ObjectClass,
  shard: LiveObject as unknown as ObjectClass,
  ledger: DeletionLedgerObject as unknown as ObjectClass,
};

export interface ServerParts {
  schedule: Schedule;
  d1: HistoryDatabase;
  /** Returns the storage of an object; null if it stores nothing. */
  storageOf(kind: keyof ServerClasses, name: string): HistoryDatabase | null;
  classes: ServerClasses;
  /** Bindings that only the nights need: mails, notifications, a queue. */
  env?: Partial<Env>;
  hooks?: DatabaseHooks;
  /** Draws the time of one way inside the data centre, in milliseconds. */
  delay(): number;
  chance(): number;
}

type Answer = (response: SimulatedResponse | null) => void;

/** The Worker, its objects and its database. */
export class SimulatedServer {
  readonly env: Env;
  readonly database: SimulatedDatabase;
  readonly conversations: SimulatedNamespace;
  readonly shards: SimulatedNamespace;
  readonly ledgers: SimulatedNamespace;
  worker = new Actor("worker");
  /** The actor as which requests arrive. */
  readonly network = new Actor("network");

  #parts: ServerParts;
  #pending = new Map<Answer, Actor>();

  constructor(parts: ServerParts) {
    this.#parts = parts;
    const { schedule, d1, classes, delay, chance } = parts;
    this.database = new SimulatedDatabase(schedule, d1, delay, parts.hooks);
    const namespace = (kind: keyof ServerClasses) =>
      new SimulatedNamespace((name) => ({
        schedule,
        storage: parts.storageOf(kind, name),
        create: (state) => new classes[kind](state, this.env as never),
        delay,
        chance,
      }));
    this.conversations = namespace("conversation");
    this.shards = namespace("shard");
    this.ledgers = namespace("ledger");
    this.env = {
      DB: this.database.binding,
      CONVERSATIONS: this.conversations.binding,
      LIVE: this.shards.binding,
      LEDGER: this.ledgers.binding,
      DELIVERIES: { async send() {}, async sendBatch() {} },
      SESSION_SECRET: SECRET,
      RECORD_SECRET: `${SECRET} of records`,
      SUPPORT_EMAIL: "support@happenstance.example",
      ...parts.env,
    } as unknown as Env;
  }

  get objects(): SimulatedObject[] {
    const all = [this.conversations, this.shards, this.ledgers];
    return all.flatMap(({ objects }) => [...objects.values()]);
  }

  /**
   * Starts a request immediately.
   * @param done receives null if the Worker dies first; runs as the Worker's actor
   * @param actor as which the request runs; the Worker's own if one invocation can't die alone
   */
  handle(request: SimulatedRequest, done: Answer, actor = this.worker): void {
    const { schedule } = this.#parts;
    const settle: Answer = (response) => {
      if (this.#pending.delete(settle)) done(response);
    };
    this.#pending.set(settle, actor);
    schedule.runNow(actor, () => {
      const answer = app.fetch(request as unknown as Request, this.env, this.#context);
      Promise.resolve(answer).then(
        (response) => settle(response as unknown as SimulatedResponse),
        (error) => {
          schedule.errors.push(error);
          settle(new SimulatedResponse(null, { status: 500 }));
        },
      );
    });
  }

  /** Ends an invocation at the `await` where it is. */
  kill(actor: Actor): void {
    actor.isAlive = false;
    for (const [settle, own] of [...this.#pending]) if (own === actor) settle(null);
  }

  /** Deploys: the Worker and all objects start again. */
  deploy(): void {
    this.worker.isAlive = false;
    this.worker = new Actor("worker");
    for (const object of this.objects) object.crash();
    for (const [settle, actor] of [...this.#pending]) {
      actor.isAlive = false;
      settle(null);
    }
  }

  /** Runs the cron that carries out the jobs that are left. */
  deliver(): void {
    this.runCron("*/10 * * * *", this.#parts.schedule.now, () => {});
  }

  /** @param done called when the cron has ended or failed; never if it is killed */
  runCron(cron: string, at: number, done: () => void, actor = this.worker): void {
    this.#parts.schedule.runNow(actor, () => {
      const controller = { cron, scheduledTime: Math.floor(at) };
      const work = handleScheduled(controller as ScheduledController, this.env, this.#context);
      work.then(done, done);
    });
  }

  /** Passes a batch of the queue to its consumer. */
  consume(messages: Message[], actor: Actor): void {
    this.#parts.schedule.runNow(actor, () => {
      const batch = { queue: "deliveries", messages } as unknown as MessageBatch;
      handleQueue(batch, this.env, this.#context).catch(() => {});
    });
  }

  get #context(): ExecutionContext {
    return {
      waitUntil,
      passThroughOnException() {},
      props: {},
    } as unknown as ExecutionContext;
  }
}
