import {
  addToTally,
  createTally,
  type MessageState,
  type SenderTally,
} from "~/core/conversation/message-rule";
import type {
  ConversationSummary,
  MessagePage,
  MessagesPageQuery,
  StoredMessage,
} from "~/core/conversation/objects";
import type { CloseReason } from "~/core/shared/contract";
import { MessageSchema, type Sql } from "./message-schema";

export interface Standing {
  /** Null while the conversation accepts messages. */
  closedReason: CloseReason | null;
  /** The number of the change that set this standing. */
  version: number;
  /** Whether a block has ever closed the conversation; blocks before the object's first write are not included. */
  wasBlocked: boolean;
}

/** The data about one sender's stored messages that decides about their next one. */
interface SenderRecord {
  /** `created_at` by `client_id`. */
  byClientId: Map<string, number>;
  tally: SenderTally;
}

const LAST_INSTANT = Number.MAX_SAFE_INTEGER - 1;
/** Number of hexadecimal digits of the instant with which an id begins, so that ids sort like the messages. */
const MOMENT_DIGITS = 12;

/**
 * The messages of one conversation in its object's SQLite. Every method is synchronous, so no other call runs between its
 * statements.
 */
export class MessageStore {
  #sql: Sql;
  #schema: MessageSchema;
  #standing: Standing | null = null;
  /**
   * Records by the sender's id, read from storage once and then kept. They have a few thousand messages at most, because a
   * conversation lasts a day.
   */
  #senders: Map<string, SenderRecord> | null = null;
  #lines: number | null = null;
  /** The first message's text, kept like the number of messages. */
  #firstLine: string | null = null;
  /** Whether the partner was notified of a message that is still unread, by sender; read from storage once and then kept. */
  #announced = new Map<string, boolean>();
  /** `created_at` of the newest message, 0 for none; read with `#senders`. */
  #newest = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#schema = new MessageSchema(sql);
  }

  /** False for an object that stores nothing, because it was never written to or was erased. */
  get isStored(): boolean {
    return this.#schema.isThere;
  }

  get standing(): Standing {
    this.#standing ??= this.#readStanding();
    return this.#standing;
  }

  /** Makes the tables before the first write. */
  create(): void {
    this.#schema.create();
  }

  /** Stores the standing if the object has tables. An object without messages queries the database instead. */
  setStanding({ closedReason, version }: Omit<Standing, "wasBlocked">): void {
    const wasBlocked = this.standing.wasBlocked || closedReason === "blocked";
    this.#standing = { closedReason, version, wasBlocked };
    if (!this.isStored) return;
    this.#sql.exec(
      "insert or replace into standing (id, closed_reason, version, was_blocked) values (1, ?, ?, ?)",
      closedReason,
      version,
      wasBlocked ? 1 : 0,
    );
  }

  /** Reads the state that decides about a sender's message. @param clientId null for a message without one */
  readState(senderId: string, clientId: string | null): MessageState {
    return {
      closedReason: this.standing.closedReason,
      known: this.#findByClientId(senderId, clientId),
      tally: this.readTally(senderId),
    };
  }

  readTally(senderId: string): SenderTally {
    return this.#readSenders().get(senderId)?.tally ?? createTally();
  }

  #findByClientId(senderId: string, clientId: string | null): StoredMessage | null {
    const createdAt = clientId && this.#readSenders().get(senderId)?.byClientId.get(clientId);
    if (!createdAt) return null;
    const [row] = this.#sql.exec<MessageRow>(
      "select * from messages where created_at = ?",
      createdAt,
    );
    return row ? toStored(row) : null;
  }

  /** Makes the message that {@link insert} will store. Its instant is after the last message's, even if the clock shows an earlier one. */
  draft(
    { senderId, content, clientId }: { senderId: string; content: string; clientId: string | null },
    now: number,
    idSuffix: string,
  ): StoredMessage {
    this.#readSenders();
    const createdAt = Math.max(now, 1 + this.#newest);
    return {
      id: createdAt.toString(16).padStart(MOMENT_DIGITS, "0") + idSuffix,
      sender_id: senderId,
      content,
      client_id: clientId,
      created_at: createdAt,
      read_at: null,
    };
  }

  /** Whether the partner was notified of a message from the sender that is still unread. */
  isAnnounced(senderId: string, partnerId: string): boolean {
    let isAnnounced = this.#announced.get(senderId);
    if (isAnnounced === undefined) {
      const [row] = this.isStored
        ? this.#sql.exec(
            `select 1 from messages where created_at > ? and sender_id = ? and read_at is null and announced = 1
             limit 1`,
            this.#lastRead(partnerId),
            senderId,
          )
        : [];
      isAnnounced = row !== undefined;
      this.#announced.set(senderId, isAnnounced);
    }
    return isAnnounced;
  }

  /**
   * @param bytes of the message's content, in UTF-8
   * @param isAnnounced whether the partner's devices are notified of the message
   */
  insert(message: StoredMessage, bytes: number, isAnnounced: boolean): void {
    const senders = this.#readSenders();
    this.#schema.create();
    this.#write(message, isAnnounced);
    if (isAnnounced) this.#announced.set(message.sender_id, true);
    if (this.#lines !== null) this.#lines += 1;
    this.#note(senders, { ...message, bytes });
  }

  /** Stores messages from outside unchanged. Messages that are stored already stay as they are, because an import may run twice. */
  import(messages: StoredMessage[]): void {
    if (messages.length === 0) return;
    const senders = this.#readSenders();
    this.#schema.create();
    for (const message of messages) {
      const isKnown = this.#findByClientId(message.sender_id, message.client_id) !== null;
      if (isKnown || this.#isTaken(message.created_at)) continue;
      this.#write(message, false);
      this.#note(senders, { ...message, bytes: 0 });
    }
    this.#forgetCounts();
  }

  /**
   * Lists messages, oldest first: the newest `limit`, or the `limit` right before a message. With `after` it adds that message and
   * the next `after` ones.
   */
  list({ before, limit, after, until = LAST_INSTANT }: MessagesPageQuery): MessagePage {
    if (!this.isStored) return { messages: [], isBeforeKnown: before === null };
    const end = before === null ? until + 1 : this.#momentOf(before);
    if (end === null) return { messages: [], isBeforeKnown: false };
    const rows = this.#sql.exec<MessageRow>(
      "select * from messages where created_at < ? order by created_at desc limit ?",
      end,
      limit,
    );
    const messages = [...rows].map(toStored).reverse();
    if (before === null || after === undefined) return { messages, isBeforeKnown: true };
    const later = this.#sql.exec<MessageRow>(
      "select * from messages where created_at between ? and ? order by created_at limit ?",
      // No two messages of a conversation have the same instant.
      end,
      until,
      after + 1,
    );
    return { messages: [...messages, ...[...later].map(toStored)], isBeforeKnown: true };
  }

  /** Marks the partner's messages as read. @returns the number that became read, and the id of the newest of them */
  markRead(readerId: string, now: number): { read: number; upTo: string | null } {
    if (!this.isStored) return { read: 0, upTo: null };
    const rows = this.#sql.exec<{ id: string }>(
      `update messages set read_at = ?2
       where created_at > ?3 and sender_id <> ?1 and read_at is null returning id`,
      readerId,
      now,
      this.#lastRead(readerId),
    );
    // Ids begin with the moment of the message, so the greatest id is the newest message.
    const ids = [...rows].map(({ id }) => id).sort();
    if (ids.length > 0) this.#announced.clear();
    return { read: ids.length, upTo: ids.at(-1) ?? null };
  }

  summarise(readerId: string): ConversationSummary {
    if (!this.isStored) return { unread: 0, lastLine: null, firstLine: null, lines: 0 };
    const [unread] = this.#sql.exec<{ n: number }>(
      `select count(*) as n from messages where created_at > ?2 and sender_id <> ?1 and read_at is null`,
      readerId,
      this.#lastRead(readerId),
    );
    const [last] = this.#sql.exec<MessageRow>(
      "select * from messages order by created_at desc limit 1",
    );
    this.#lines ??= this.#countLines();
    this.#firstLine ??= this.#readFirstLine();
    return {
      unread: unread?.n ?? 0,
      lastLine: last ? toStored(last) : null,
      firstLine: this.#firstLine,
      lines: this.#lines,
    };
  }

  /** Deletes the messages that were stored after an instant. */
  dropAfter(instant: number): void {
    if (!this.isStored) return;
    this.#sql.exec("delete from messages where created_at > ?", instant);
    this.#forgetCounts();
  }

  /** Called after the whole storage was deleted. */
  forget(): void {
    this.#schema.forget();
    this.#standing = null;
    this.#forgetCounts();
  }

  #forgetCounts(): void {
    this.#senders = null;
    this.#lines = null;
    this.#firstLine = null;
    this.#announced.clear();
  }

  #write(message: StoredMessage, isAnnounced: boolean): void {
    this.#sql.exec(
      `insert into messages (created_at, id, sender_id, content, client_id, read_at, announced)
       values (?, ?, ?, ?, ?, ?, ?)`,
      message.created_at,
      message.id,
      message.sender_id,
      message.content,
      message.client_id,
      message.read_at,
      isAnnounced ? 1 : 0,
    );
  }

  #readStanding(): Standing {
    const open = { closedReason: null, version: 0, wasBlocked: false };
    if (!this.isStored) return open;
    const [row] = this.#sql.exec<{
      closed_reason: CloseReason | null;
      version: number;
      was_blocked: number;
    }>("select closed_reason, version, was_blocked from standing");
    if (!row) return open;
    return {
      closedReason: row.closed_reason,
      version: row.version,
      wasBlocked: row.was_blocked === 1,
    };
  }

  /** Finds the newest message of the partner that is read. The search runs from the end, so it stops at the first one. */
  #lastRead(readerId: string): number {
    const [row] = this.#sql.exec<{ created_at: number }>(
      `select created_at from messages where sender_id <> ? and read_at is not null
       order by created_at desc limit 1`,
      readerId,
    );
    return row?.created_at ?? -1;
  }

  /** Finds the instant of the message with this id; null if the conversation has no such message. */
  #momentOf(id: string): number | null {
    const digits = /^[0-9a-f]{12}/.exec(id)?.[0];
    if (!digits) return null;
    const [row] = this.#sql.exec<{ created_at: number }>(
      "select created_at from messages where created_at = ? and id = ?",
      Number.parseInt(digits, 16),
      id,
    );
    return row?.created_at ?? null;
  }

  #readSenders(): Map<string, SenderRecord> {
    if (this.#senders) return this.#senders;
    const senders = new Map<string, SenderRecord>();
    this.#senders = senders;
    this.#newest = 0;
    if (!this.isStored) return senders;
    const rows = this.#sql.exec<CountedRow>(
      `select created_at, sender_id, client_id, octet_length(content) as bytes
       from messages order by created_at`,
    );
    for (const row of rows) this.#note(senders, row);
    return senders;
  }

  #note(senders: Map<string, SenderRecord>, message: CountedRow): void {
    const { sender_id, client_id, created_at } = message;
    const none: SenderRecord = { byClientId: new Map(), tally: createTally() };
    const sender = senders.get(sender_id) ?? none;
    senders.set(sender_id, sender);
    if (client_id !== null) sender.byClientId.set(client_id, created_at);
    addToTally(sender.tally, message);
    this.#newest = created_at;
  }

  #isTaken(createdAt: number): boolean {
    return [...this.#sql.exec("select 1 from messages where created_at = ?", createdAt)].length > 0;
  }

  #readFirstLine(): string | null {
    const [first] = this.#sql.exec<{ content: string }>(
      "select content from messages order by created_at, id limit 1",
    );
    return first?.content ?? null;
  }

  #countLines(): number {
    const [row] = this.#sql.exec<{ n: number }>("select count(*) as n from messages");
    return row?.n ?? 0;
  }
}

interface CountedRow extends Record<string, SqlStorageValue> {
  created_at: number;
  sender_id: string;
  client_id: string | null;
  bytes: number;
}

interface MessageRow extends Record<string, SqlStorageValue> {
  created_at: number;
  id: string;
  sender_id: string;
  content: string;
  client_id: string | null;
  read_at: number | null;
}

function toStored(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    sender_id: row.sender_id,
    content: row.content,
    client_id: row.client_id,
    created_at: row.created_at,
    read_at: row.read_at,
  };
}
