/** A bug that is put into the product: `change` replaces the text `passage` of the file. */
export interface Bug {
  name: string;
  file: string;
  passage: string;
  change: string;
}

const OBJECT = "worker/live/conversation-object.ts";
const STORE = "worker/live/message-store.ts";
const LIVE = "app/messaging/live.ts";
const OUTBOX = "app/messaging/outbox.ts";

/**
 * The checker must find each of these bugs. If it misses one, a run without a fault proves nothing about the product.
 */
export const BUGS: Bug[] = [
  {
    name: "acknowledges and publishes a message before it stores it",
    file: STORE,
    passage: "this.#write(stored, announced);",
    change: "setTimeout(() => this.#write(stored, announced), 30);",
  },
  {
    name: "forgets each client_id when it sleeps",
    file: STORE,
    passage: "select created_at, sender_id, client_id, read_at, announced",
    change: "select created_at, sender_id, null as client_id, read_at, announced",
  },
  {
    name: "stores a repeated message again",
    file: STORE,
    passage: "const createdAt = clientId && byClientId.get(clientId);",
    change: "const createdAt = null;",
  },
  {
    name: "forgets that earlier messages were read",
    file: STORE,
    passage: "partner.unread = [];",
    change: `partner.unread = [];
      this.#tables.query("update messages set read_at = null where read_at < ?", now);`,
  },
  {
    name: "ignores its WebSockets after it slept",
    file: "worker/live/listeners.ts",
    passage: "of parts.ctx.getWebSockets()",
    change: "of []",
  },
  {
    name: "publishes messages in another order than it stores them",
    file: OBJECT,
    passage: 'this.live.tell("new_message", message, { except: partnerId });',
    change:
      'setTimeout(() => this.live.tell("new_message", message, { except: partnerId }), 300 * Math.random());',
  },
  {
    name: "publishes a message twice",
    file: "worker/live/listeners.ts",
    passage: "page.emit(name, payload);",
    change: "page.emit(name, payload), page.emit(name, payload);",
  },
  {
    name: "answers each request for messages with the first list",
    file: OBJECT,
    passage: "return this.#messages.list(page);",
    change: "return (this.firstPage ??= this.#messages.list(page));",
  },
  {
    name: "lists a message with other words",
    file: OBJECT,
    passage: "return this.#messages.list(page);",
    change: `const { messages, ...rest } = this.#messages.list(page);
      return { ...rest, messages: messages.map((one) => ({ ...one, content: one.content + "!" })) };`,
  },
  {
    name: "removes two messages from the outbox after it sends one",
    file: OUTBOX,
    passage: "this.discard(clientId);\n        return true;",
    change: "this.discard(clientId); this.discard(this.#findNext()?.client_id); return true;",
  },
  {
    name: "removes an outbox entry before it is acknowledged",
    file: OUTBOX,
    passage: "const answer = await this.#attempt(entry);",
    change: "this.discard(clientId); const answer = await this.#attempt(entry);",
  },
  {
    name: "posts a message under another client_id after it went over the socket",
    file: OUTBOX,
    passage: "return postMessage(this.#environment, this.#owner.conversationId, entry);",
    change: `const sent = { ...entry, client_id: entry.client_id + (this.sendLive ? "-again" : "") };
      return postMessage(this.#environment, this.#owner.conversationId, sent);`,
  },
  {
    name: "sorts a live message by its arrival",
    file: LIVE,
    passage: 'this.#merge([message], "socket");',
    change: `const created_at = new Date(Date.now() + 60_000).toISOString();
      this.#merge([{ ...message, created_at }], "socket");`,
  },
  {
    name: "never fetches the messages that it missed",
    file: LIVE,
    passage: "missed: () => void this.fetchMissed(),",
    change: "missed: () => {},",
  },
];
