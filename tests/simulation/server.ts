import { createApp } from "~/worker/app";
import type { Env } from "~/worker/env";
import { ConversationObject } from "~/worker/live/conversation-object";
import { waitUntil } from "./cloudflare-workers";
import { type HistoryDatabase, SimulatedDatabase } from "./database";
import { SimulatedResponse } from "./http";
import { SimulatedObject } from "./object";
import { Actor, type Schedule } from "./schedule";

export const SECRET = "the-secret-of-the-simulator-0123456789";

/** All histories share the Worker's router, because it has no state. */
const app = createApp(async () => new Response(null, { status: 404 }));

interface ServerParts {
  schedule: Schedule;
  conversationId: string;
  d1: HistoryDatabase;
  storage: HistoryDatabase;
  delay(): number;
  chance(): number;
}

type Answer = (response: SimulatedResponse | null) => void;

/** The Worker with one object and one database. Deliveries that the Worker puts into its queue are dropped. */
export class SimulatedServer {
  readonly env: Env;
  readonly database: SimulatedDatabase;
  readonly conversation: SimulatedObject;
  readonly network = new Actor();

  #schedule: Schedule;
  #worker = new Actor();
  #pending = new Set<Answer>();

  constructor({ conversationId, d1, ...parts }: ServerParts) {
    this.#schedule = parts.schedule;
    this.database = new SimulatedDatabase(parts, d1);
    this.conversation = new SimulatedObject({
      ...parts,
      name: conversationId,
      create: (state) => new ConversationObject(state, this.env),
    });
    this.env = {
      DB: this.database.binding,
      CONVERSATIONS: { getByName: () => this.conversation.stub },
      DELIVERIES: { async sendBatch() {} },
      SESSION_SECRET: SECRET,
      RECORD_SECRET: `${SECRET} of records`,
      SUPPORT_EMAIL: "support@happenstance.example",
    } as unknown as Env;
  }

  /** @param done is called as the Worker's actor, with null if the Worker dies first */
  handle(request: Request, done: Answer): void {
    const settle: Answer = (response) => {
      if (this.#pending.delete(settle)) done(response);
    };
    this.#pending.add(settle);
    this.#schedule.runNow(this.#worker, () => {
      const context = { waitUntil } as unknown as ExecutionContext;
      Promise.resolve(app.fetch(request, this.env, context)).then(
        (response) => settle(response as SimulatedResponse),
        (error) => {
          this.#schedule.errors.push(error);
          settle(new SimulatedResponse(null, { status: 500 }));
        },
      );
    });
  }

  deploy(): void {
    this.#worker.isAlive = false;
    this.#worker = new Actor();
    this.conversation.crash();
    for (const settle of [...this.#pending]) settle(null);
  }
}
