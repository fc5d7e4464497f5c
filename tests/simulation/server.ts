import { readSessionCookie } from "~/app/lib/session-cookie.server";
import { AppError } from "~/core/shared/errors";
import { createApp, type PageHandler } from "~/worker/app";
import type { Env } from "~/worker/env";
import { DeletionLedgerObject } from "~/worker/ledger/deletion-ledger-object";
import { MemberObject } from "~/worker/realtime/connections/member-object";
import { PollingObject } from "~/worker/realtime/connections/polling-object";
import { ConversationObject } from "~/worker/realtime/conversation/conversation-object";
import { handleScheduled } from "~/worker/scheduled";
import { waitUntil } from "./cloudflare-workers";
import { SimulatedDatabase } from "./database";
import { type SimulatedRequest, SimulatedResponse } from "./http";
import { type ObjectClass, SimulatedNamespace, type SimulatedObject } from "./objects";
import { Actor, type Schedule } from "./schedule";
import type { HistoryDatabase } from "./sqlite";

export const SECRET = "the-secret-of-the-simulator-0123456789";
const PAGE_MESSAGES = 50;

/** What the route of the conversation's page does, without drawing it. */
const readPage: PageHandler = async (request, { services }) => {
  const conversationId = request.url.split("/")[4] ?? "";
  try {
    const token = readSessionCookie(request);
    const { viewer, conversation: found } = await services.auth.authenticateCall(token, {
      conversationId,
      bound: null,
    });
    const query = { conversationId, limit: PAGE_MESSAGES };
    const { conversation, messages } = await services.conversations.readConversation(
      viewer,
      query,
      found,
    );
    const questions = await services.conversations.readQuestions(viewer, { conversationId });
    return Response.json({ isOpen: conversation.isOpen, messages, questions });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return Response.json(
      { code: error.code },
      { status: error.code === "unauthenticated" ? 401 : 403 },
    );
  }
};

/** The Worker's router: it keeps nothing, so that every history uses the same. */
const app = createApp(readPage);

/** The classes of the objects, which a seeded bug may have changed. */
export interface ServerClasses {
  conversation: ObjectClass;
  polling: ObjectClass;
  member: ObjectClass;
  ledger: ObjectClass;
}

export const REAL_CLASSES: ServerClasses = {
  conversation: ConversationObject as unknown as ObjectClass,
  polling: PollingObject as unknown as ObjectClass,
  member: MemberObject as unknown as ObjectClass,
  ledger: DeletionLedgerObject as unknown as ObjectClass,
};

export interface ServerParts {
  schedule: Schedule;
  /** D1's tables and members, and the storage of the one conversation and of the ledger. */
  databases: { d1: HistoryDatabase; conversation: HistoryDatabase; ledger: HistoryDatabase };
  classes: ServerClasses;
  /** A way inside the data centre, in milliseconds. */
  delay(): number;
  chance(): number;
}

type Answer = (response: SimulatedResponse | null) => void;

/** The Worker, its objects and its database. */
export class SimulatedServer {
  readonly env: Env;
  readonly database: SimulatedDatabase;
  readonly conversations: SimulatedNamespace;
  readonly polling: SimulatedNamespace;
  readonly members: SimulatedNamespace;
  readonly ledgers: SimulatedNamespace;
  worker = new Actor("worker");
  /** In whose name requests arrive. */
  readonly network = new Actor("network");

  #parts: ServerParts;
  #pending = new Set<Answer>();

  constructor(parts: ServerParts) {
    this.#parts = parts;
    const { schedule, databases, classes, delay, chance } = parts;
    this.database = new SimulatedDatabase(schedule, databases.d1, new Actor("d1"), delay);
    const namespace = (Class: ObjectClass, storage: HistoryDatabase | null) =>
      new SimulatedNamespace(() => ({
        schedule,
        storage,
        create: (state) => new Class(state, this.env as never),
        delay,
        chance,
      }));
    this.conversations = namespace(classes.conversation, databases.conversation);
    this.polling = namespace(classes.polling, null);
    this.members = namespace(classes.member, null);
    this.ledgers = namespace(classes.ledger, databases.ledger);
    this.env = {
      DB: this.database.binding,
      CONVERSATIONS: this.conversations.binding,
      POLLING: this.polling.binding,
      MEMBERS: this.members.binding,
      LEDGER: this.ledgers.binding,
      // Mails and notifications are no part of a conversation.
      DELIVERIES: { async send() {}, async sendBatch() {} },
      SESSION_SECRET: SECRET,
      SUPPORT_EMAIL: "support@happenstance.example",
    } as unknown as Env;
  }

  get objects(): SimulatedObject[] {
    const all = [this.conversations, this.polling, this.members, this.ledgers];
    return all.flatMap(({ objects }) => [...objects.values()]);
  }

  /** Takes a request in, at once. @param done gets null when the Worker dies over it; in the Worker's name */
  handle(request: SimulatedRequest, done: Answer): void {
    const { schedule } = this.#parts;
    const settle: Answer = (response) => {
      if (this.#pending.delete(settle)) done(response);
    };
    this.#pending.add(settle);
    schedule.runNow(this.worker, () => {
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

  /** A deployment: the Worker and all objects begin again. */
  deploy(): void {
    this.worker.isAlive = false;
    this.worker = new Actor("worker");
    for (const object of this.objects) object.crash();
    for (const settle of [...this.#pending]) settle(null);
  }

  /** The cron that carries out what is left over. */
  deliver(): void {
    const { schedule } = this.#parts;
    schedule.runNow(this.worker, () => {
      const controller = { cron: "*/10 * * * *", scheduledTime: Date.now() };
      const work = handleScheduled(controller as ScheduledController, this.env, this.#context);
      work.catch(() => {});
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
