import { readSessionCookie } from "~/app/lib/session-cookie.server";
import { authenticateCall } from "~/core/accounts/session";
import { readQuestions } from "~/core/conversation/answers";
import { readConversation } from "~/core/conversation/service";
import { AppError } from "~/core/shared/errors";
import { createApp, type PageHandler } from "~/worker/app";
import type { Env } from "~/worker/env";
import { ConversationObject } from "~/worker/live/conversation-object";
import { LiveObject } from "~/worker/live/live-object";
import { waitUntil } from "./cloudflare-workers";
import { SimulatedDatabase } from "./database";
import { SimulatedResponse } from "./http";
import { SimulatedNamespace, type SimulatedObject } from "./objects";
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

const CLASSES = { conversation: ConversationObject, shard: LiveObject };

export interface ServerParts {
  schedule: Schedule;
  d1: HistoryDatabase;
  /** Returns the storage of an object; null if it stores nothing. */
  storageOf(kind: keyof typeof CLASSES): HistoryDatabase | null;
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
  worker = new Actor("worker");
  /** The actor as which requests arrive. */
  readonly network = new Actor("network");

  #parts: ServerParts;
  #pending = new Set<Answer>();

  constructor(parts: ServerParts) {
    this.#parts = parts;
    const { schedule, d1, delay, chance } = parts;
    this.database = new SimulatedDatabase(schedule, d1, delay);
    const namespace = (kind: keyof typeof CLASSES) =>
      new SimulatedNamespace(() => ({
        schedule,
        storage: parts.storageOf(kind),
        create: (state) => new CLASSES[kind](state, this.env),
        delay,
        chance,
      }));
    this.conversations = namespace("conversation");
    this.shards = namespace("shard");
    this.env = {
      DB: this.database.binding,
      CONVERSATIONS: this.conversations.binding,
      LIVE: this.shards.binding,
      DELIVERIES: { async send() {}, async sendBatch() {} },
      SESSION_SECRET: SECRET,
      RECORD_SECRET: `${SECRET} of records`,
      SUPPORT_EMAIL: "support@happenstance.example",
    } as unknown as Env;
  }

  get objects(): SimulatedObject[] {
    const all = [this.conversations, this.shards];
    return all.flatMap(({ objects }) => [...objects.values()]);
  }

  /** Starts a request immediately. @param done receives null if the Worker dies first; runs as the Worker's actor */
  handle(request: Request, done: Answer): void {
    const { schedule } = this.#parts;
    const settle: Answer = (response) => {
      if (this.#pending.delete(settle)) done(response);
    };
    this.#pending.add(settle);
    schedule.runNow(this.worker, () => {
      const answer = app.fetch(request, this.env, this.#context);
      Promise.resolve(answer).then(
        (response) => settle(response as SimulatedResponse),
        (error) => {
          schedule.errors.push(error);
          settle(new SimulatedResponse(null, { status: 500 }));
        },
      );
    });
  }

  /** Deploys: the Worker and all objects start again. */
  deploy(): void {
    this.worker.isAlive = false;
    this.worker = new Actor("worker");
    for (const object of this.objects) object.crash();
    for (const settle of [...this.#pending]) settle(null);
  }

  get #context(): ExecutionContext {
    return {
      waitUntil,
      passThroughOnException() {},
      props: {},
    } as unknown as ExecutionContext;
  }
}
