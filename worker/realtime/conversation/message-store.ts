import type {
  ConversationSummary,
  MessagePage,
  MessagesPageQuery,
  SendLimit,
  StoredMessage,
} from "~/core/ports";
import { LIMITS, MS_PER_DAY } from "~/core/shared/constants";
import type { CloseReason } from "~/core/shared/contract";
import { MessageSchema, type Sql } from "./message-schema";

export interface Standing {
  /** Null while the conversation takes messages. */
  closedReason: CloseReason | null;
  /** The number of the change that made it so. */
  version: number;
}

interface DayCount {
  messages: number;
  bytes: number;
}

/** Hexadecimal digits of the moment that begins an id: ids sort as the messages do. */
const MOMENT_DIGITS = 12;

/**
 * The messages of one conversation in its object's SQLite. Every method is synchronous, so no other call comes
 * between its statements.
 */
export class MessageStore {
  #sql: Sql;
  #schema: MessageSchema;
  #standing: Standing | null = null;
  /** What each member has said on one UTC day; read from storage once, then kept. */
  #today: { start: number; counts: Map<string, DayCount> } | null = null;
  #lines: number | null = null;
  /** By sender, whether the partner was notified of a message that is still unread; read from storage once, then kept. */
  #announced = new Map<string, boolean>();
  /** By sender, `created_at` of what was said in the last minute, oldest first; read from storage once, then kept. */
  #recent: Map<string, number[]> | null = null;
  /** `created_at` of the newest message, 0 for none; null until it is read. */
  #newest: number | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#schema = new MessageSchema(sql);
  }

  /** False for an object that keeps nothing: never written to, or erased. */
  get isStored(): boolean {
    return this.#schema.isThere;
  }

  get standing(): Standing {
    this.#standing ??= this.#readStanding();
    return this.#standing;
  }

  /** Stores the standing where there is anything to protect; an object without messages asks the database. */
  setStanding(standing: Standing): void {
    this.#standing = standing;
    if (!this.isStored) return;
    this.#sql.exec(
      "insert or replace into standing (id, closed_reason, version) values (1, ?, ?)",
      standing.closedReason,
      standing.version,
    );
  }

  findByClientId(senderId: string, clientId: string | null): StoredMessage | null {
    if (clientId === null || !this.isStored) return null;
    const [row] = this.#sql.exec<MessageRow>(
      "select * from messages where sender_id = ? and client_id = ?",
      senderId,
      clientId,
    );
    return row ? toStored(row) : null;
  }

  /** The limit that a member's next message of `bytes` bytes would break (contract §3); null for none. */
  findLimit(senderId: string, bytes: number, now: number): SendLimit | null {
    if (!this.isStored) return null;
    const { messagesPerSecond, messagesPerMinute, messagesPerDay, messageBytesPerDay } = LIMITS;
    const recent = this.#listRecent(senderId, now);
    for (const { limit, windowMs } of [messagesPerMinute, messagesPerSecond]) {
      // When it leaves the window, one more fits in.
      const leaving = recent[recent.length - limit];
      if (leaving === undefined || leaving <= now - windowMs) continue;
      return { window: "pace", retryAfterMs: leaving + windowMs - now };
    }
    const today = this.#countToday(senderId, now);
    if (today.messages >= messagesPerDay.limit || today.bytes + bytes > messageBytesPerDay.limit) {
      return { window: "day", retryAfterMs: MS_PER_DAY - (now % MS_PER_DAY) };
    }
    return null;
  }

  /** The message as {@link insert} will store it: after the last one, whatever the clock says. */
  draft(
    { senderId, content, clientId }: { senderId: string; content: string; clientId: string | null },
    now: number,
    idSuffix: string,
  ): StoredMessage {
    this.#newest ??= this.#findNewest();
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

  /** Whether the partner was notified of a message of the sender's that is still unread. */
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
   * @param isAnnounced the partner's devices are notified of it
   * @returns false when the sender has stored a message of that `client_id` before
   */
  insert(message: StoredMessage, isAnnounced: boolean): boolean {
    this.#schema.create();
    if (!this.#write(message, isAnnounced)) return false;
    if (isAnnounced) this.#announced.set(message.sender_id, true);
    this.#newest = message.created_at;
    if (this.#lines !== null) this.#lines += 1;
    this.#noteRecent(message.sender_id, message.created_at);
    const start = startOfDay(message.created_at);
    if (this.#today?.start === start) {
      const count = this.#today.counts.get(message.sender_id) ?? { messages: 0, bytes: 0 };
      count.messages += 1;
      count.bytes += countBytes(message.content);
      this.#today.counts.set(message.sender_id, count);
    }
    return true;
  }

  /** Messages that come from outside, as they are. Those that are there already stay: it may happen twice. */
  import(messages: StoredMessage[]): void {
    if (messages.length === 0) return;
    this.#schema.create();
    for (const message of messages) this.#write(message, false);
    this.#forgetCounts();
  }

  /** Oldest first: the newest `limit`, or those right before a message. */
  list({ before, withIt = false, limit }: MessagesPageQuery): MessagePage {
    if (!this.isStored) return { messages: [], isBeforeKnown: before === null };
    const end = before === null ? Number.MAX_SAFE_INTEGER : this.#momentOf(before);
    if (end === null) return { messages: [], isBeforeKnown: false };
    const rows = this.#sql.exec<MessageRow>(
      "select * from messages where created_at < ? order by created_at desc limit ?",
      // No two messages of a conversation have one moment.
      withIt ? end + 1 : end,
      limit,
    );
    return { messages: [...rows].map(toStored).reverse(), isBeforeKnown: true };
  }

  /** Marks the partner's messages as read. Answers how many became read, and the newest of them. */
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
    if (!this.isStored) return { unread: 0, lastLine: null, lines: 0 };
    const [unread] = this.#sql.exec<{ n: number }>(
      `select count(*) as n from messages where created_at > ?2 and sender_id <> ?1 and read_at is null`,
      readerId,
      this.#lastRead(readerId),
    );
    const [last] = this.#sql.exec<MessageRow>(
      "select * from messages order by created_at desc limit 1",
    );
    this.#lines ??= this.#countLines();
    return {
      unread: unread?.n ?? 0,
      lastLine: last ? toStored(last) : null,
      lines: this.#lines,
    };
  }

  /** The storage was deleted as a whole. */
  forget(): void {
    this.#schema.forget();
    this.#standing = null;
    this.#forgetCounts();
  }

  #forgetCounts(): void {
    this.#today = null;
    this.#lines = null;
    this.#announced.clear();
    this.#recent = null;
    this.#newest = null;
  }

  /** One statement, which also finds what is there already. @returns whether it was new */
  #write(message: StoredMessage, isAnnounced: boolean): boolean {
    const { rowsWritten } = this.#sql.exec(
      `insert into messages (created_at, id, sender_id, content, client_id, read_at, announced)
       values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      message.created_at,
      message.id,
      message.sender_id,
      message.content,
      message.client_id,
      message.read_at,
      isAnnounced ? 1 : 0,
    );
    return rowsWritten > 0;
  }

  #readStanding(): Standing {
    const open = { closedReason: null, version: 0 };
    if (!this.isStored) return open;
    const [row] = this.#sql.exec<{ closed_reason: CloseReason | null; version: number }>(
      "select closed_reason, version from standing",
    );
    return row ? { closedReason: row.closed_reason, version: row.version } : open;
  }

  #findNewest(): number {
    if (!this.isStored) return 0;
    const [row] = this.#sql.exec<{ newest: number | null }>(
      "select max(created_at) as newest from messages",
    );
    return row?.newest ?? 0;
  }

  /** The partner's messages up to here are read: a search from the end that ends at the first read one. */
  #lastRead(readerId: string): number {
    const [row] = this.#sql.exec<{ created_at: number }>(
      `select created_at from messages where sender_id <> ? and read_at is not null
       order by created_at desc limit 1`,
      readerId,
    );
    return row?.created_at ?? -1;
  }

  /** When a message of this id was stored; null when the conversation has none. */
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

  #listRecent(senderId: string, now: number): number[] {
    const after = now - LIMITS.messagesPerMinute.windowMs;
    if (!this.#recent) {
      this.#recent = new Map();
      const rows = this.#sql.exec<{ sender_id: string; created_at: number }>(
        "select sender_id, created_at from messages where created_at > ? order by created_at",
        after,
      );
      for (const { sender_id, created_at } of rows) this.#noteRecent(sender_id, created_at);
    }
    const recent = this.#recent.get(senderId) ?? [];
    while ((recent[0] ?? now) <= after) recent.shift();
    return recent;
  }

  #noteRecent(senderId: string, moment: number): void {
    if (!this.#recent) return;
    const recent = this.#recent.get(senderId);
    if (recent) recent.push(moment);
    else this.#recent.set(senderId, [moment]);
  }

  #countToday(senderId: string, now: number): DayCount {
    const start = startOfDay(now);
    if (this.#today?.start !== start) {
      const rows = this.#sql.exec<{ sender_id: string; messages: number; bytes: number }>(
        `select sender_id, count(*) as messages, sum(length(cast(content as blob))) as bytes
         from messages where created_at >= ? and created_at < ? group by sender_id`,
        start,
        start + MS_PER_DAY,
      );
      const counts = [...rows].map(({ sender_id, ...count }) => [sender_id, count] as const);
      this.#today = { start, counts: new Map(counts) };
    }
    return this.#today.counts.get(senderId) ?? { messages: 0, bytes: 0 };
  }

  #countLines(): number {
    const [row] = this.#sql.exec<{ n: number }>("select count(*) as n from messages");
    return row?.n ?? 0;
  }
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

const startOfDay = (instant: number) => instant - (instant % MS_PER_DAY);

const encoder = new TextEncoder();

/** Bytes of UTF-8, as the limits count them. */
export function countBytes(content: string): number {
  return encoder.encode(content).byteLength;
}
