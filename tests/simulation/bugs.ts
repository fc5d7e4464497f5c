import type { Environment } from "~/app/messaging/browser";
import type { MessagePage } from "~/core/conversation/objects";
import { ConversationObject } from "~/worker/live/conversation-object";
import type { ObjectClass } from "./objects";
import type { ServerClasses } from "./server";
import type { Bug } from "./world";

type Answer = Iterable<object>;
type Exec = (statement: string, ...values: (string | number | null)[]) => Answer;

/** Changes the class of a conversation's object. */
const inObject =
  (change: (Real: typeof ConversationObject) => unknown) =>
  (classes: ServerClasses): ServerClasses => ({
    ...classes,
    conversation: change(ConversationObject) as ObjectClass,
  });

type Tell = ConversationObject["live"]["tell"];

/** Changes how an object tells its connections. */
const inTell = (change: (tell: Tell) => Tell) =>
  inObject(
    (Real) =>
      class extends Real {
        constructor(...given: ConstructorParameters<typeof Real>) {
          super(...given);
          this.live.tell = change(this.live.tell.bind(this.live));
        }
      },
  );

/** Changes the statements of an object. @param change called once for each instance */
const inStorage = (change: (exec: Exec) => Exec) =>
  inObject(
    (Real) =>
      class extends Real {
        constructor(state: DurableObjectState, env: ConstructorParameters<typeof Real>[1]) {
          const { storage } = state;
          const exec = change(storage.sql.exec as unknown as Exec);
          super(withParts(state, { storage: { ...storage, sql: { exec } } }), env);
        }
      },
  );

const withParts = (state: DurableObjectState, parts: object): DurableObjectState =>
  ({ ...state, ...parts }) as DurableObjectState;

/** Ignores errors: the bug must not be found by that. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The conversation was erased meanwhile.
  }
}

const isInsert = (statement: string) => statement.includes("into messages");
/** Matches the statement by which an object wakes up; {@link isLookUp} matches the one that reads a known `client_id`. */
const isWaking = (statement: string) => statement.includes("as bytes");
const isLookUp = (statement: string) => statement.endsWith("from messages where created_at = ?");

const isPost = (init: RequestInit, path: string) =>
  init.method === "POST" && path.endsWith("/messages");

const bodyOf = (init: RequestInit) => JSON.parse(String(init.body)) as { client_id: string };

/** Changes the browser's parts that the live client uses. */
const inBrowser =
  (change: (environment: Environment) => Partial<Environment>) =>
  (environment: Environment): Environment => ({ ...environment, ...change(environment) });

/**
 * Bugs on purpose, each a change around the real parts. The checker must find each of them, else it proves nothing if it
 * finds no fault in the product.
 */
export const BUGS: Bug[] = [
  {
    name: "acknowledges before it stores",
    classes: inStorage((exec) => (statement, ...values) => {
      if (!isInsert(statement)) return exec(statement, ...values);
      setTimeout(() => attempt(() => exec(statement, ...values)), 30);
      return [];
    }),
  },
  {
    name: "publishes a message before it stores it",
    classes: inObject((Real) => {
      return class extends Real {
        #waiting: (() => void)[];

        constructor(state: DurableObjectState, env: ConstructorParameters<typeof Real>[1]) {
          const waiting: (() => void)[] = [];
          const real = state.storage.sql.exec as unknown as Exec;
          const exec: Exec = (statement, ...values) => {
            if (!isInsert(statement)) return real(statement, ...values);
            waiting.push(() => real(statement, ...values));
            // A message by the socket does not go through `sendMessage` below: it is stored after the same time.
            setTimeout(() => this.#flush(), 200);
            return [];
          };
          super(withParts(state, { storage: { ...state.storage, sql: { exec } } }), env);
          this.#waiting = waiting;
        }

        override async sendMessage(...given: Parameters<ConversationObject["sendMessage"]>) {
          const outcome = await super.sendMessage(...given);
          await new Promise((resolve) => setTimeout(() => resolve(null), 200));
          this.#flush();
          return outcome;
        }

        #flush(): void {
          for (const work of this.#waiting.splice(0)) attempt(work);
        }
      };
    }),
  },
  {
    name: "forgets each client_id when it sleeps",
    classes: inStorage((exec) => (statement, ...values) => {
      const rows = exec(statement, ...values);
      return isWaking(statement) ? [...rows].map((row) => ({ ...row, client_id: null })) : rows;
    }),
  },
  {
    name: "stores a repeated message again",
    classes: inStorage(
      (exec) =>
        (statement, ...values) =>
          isLookUp(statement) ? [] : exec(statement, ...values),
    ),
  },
  {
    name: "unmarks messages that were read before",
    classes: inStorage((exec) => (statement, ...values) => {
      const rows = [...exec(statement, ...values)];
      if (statement.includes("set read_at") && rows.length > 0) {
        exec("update messages set read_at = null where read_at < ?", values[1] ?? 0);
      }
      return rows;
    }),
  },
  {
    name: "ignores its WebSockets after it slept",
    classes: inObject(
      (Real) =>
        class extends Real {
          constructor(state: DurableObjectState, env: ConstructorParameters<typeof Real>[1]) {
            super(withParts(state, { getWebSockets: () => [] }), env);
          }
        },
    ),
  },
  {
    name: "publishes every second message after the next",
    classes: inTell((tell) => {
      const late = new Map<string | undefined, () => void>();
      return (event, payload, audience = {}) => {
        const { except } = audience;
        const earlier = late.get(except);
        if (event === "new_message" && !earlier) {
          late.set(except, () => tell(event, payload, audience));
          return;
        }
        tell(event, payload, audience);
        if (event !== "new_message") return;
        earlier?.();
        late.delete(except);
      };
    }),
  },
  {
    name: "publishes a message twice",
    classes: inTell((tell) => (event, ...given) => {
      tell(event, ...given);
      if (event === "new_message") tell(event, ...given);
    }),
  },
  {
    name: "repeats its first list of messages",
    classes: inObject(
      (Real) =>
        class extends Real {
          #page: MessagePage | null = null;

          override async list(...input: Parameters<ConversationObject["list"]>) {
            this.#page ??= await super.list(...input);
            return this.#page;
          }
        },
    ),
  },
  {
    name: "lists a message with other words",
    classes: inObject(
      (Real) =>
        class extends Real {
          override async list(...input: Parameters<ConversationObject["list"]>) {
            const page = await super.list(...input);
            const messages = page.messages.map((one) => ({ ...one, content: `${one.content}!` }));
            return { ...page, messages };
          }
        },
    ),
  },
  {
    name: "removes the outbox entry after the one that is sent",
    environment: inBrowser(({ store }) => ({
      store: {
        ...store,
        remove(key) {
          store.remove(key);
          const next = store.keys().find((one) => one.startsWith("outbox:") && one > key);
          if (next) store.remove(next);
        },
      },
    })),
  },
  {
    name: "removes an outbox entry before it is acknowledged",
    environment: inBrowser(({ store, fetch }) => ({
      fetch(path, init) {
        if (isPost(init, path)) {
          const { client_id } = bodyOf(init);
          for (const key of store.keys()) if (key.endsWith(`:${client_id}`)) store.remove(key);
        }
        return fetch(path, init);
      },
    })),
  },
  {
    name: "posts a message under another client_id after it went over the socket",
    environment: inBrowser(({ fetch, openSocket }) => {
      const sent = new Set<string>();
      return {
        async openSocket(conversationId) {
          const socket = await openSocket(conversationId);
          const withTimeout = socket.timeout.bind(socket);
          socket.timeout = (ms) => {
            const timed = withTimeout(ms);
            const emitWithAck = timed.emitWithAck.bind(timed);
            timed.emitWithAck = (event: string, payload: { client_id: string }) => {
              sent.add(payload.client_id);
              return emitWithAck(event, payload);
            };
            return timed;
          };
          return socket;
        },
        async fetch(path, init) {
          const client_id = isPost(init, path) ? bodyOf(init).client_id : "";
          if (!sent.has(client_id)) return fetch(path, init);
          const body = { ...bodyOf(init), client_id: `${client_id}-again` };
          const answer = await fetch(path, { ...init, body: JSON.stringify(body) });
          const text = (await answer.text()).replaceAll(`${client_id}-again`, client_id);
          return new Response(text, { status: answer.status });
        },
      };
    }),
  },
  {
    name: "sorts a live message by its arrival",
    environment: inBrowser(({ openSocket }) => ({
      async openSocket(conversationId) {
        const socket = await openSocket(conversationId);
        const on = socket.on.bind(socket);
        return Object.assign(socket, {
          on: (name: string, handle: (payload: unknown) => void) =>
            on(name, (payload: unknown) => {
              const created_at = new Date(Date.now() + 60_000).toISOString();
              handle(name === "new_message" ? { ...Object(payload), created_at } : payload);
            }),
        });
      },
    })),
  },
  {
    name: "never fetches the messages that it missed",
    environment: inBrowser(({ fetch }) => ({
      fetch: (path, init) =>
        path.includes("messages?") ? Promise.resolve(new Response("[]")) : fetch(path, init),
    })),
  },
];
