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
import { newId } from "~/core/shared/random";
import type { Tables } from "./tables";

export interface Standing {
  closedReason: CloseReason | null;
  version: number;
  /** Whether a block has ever closed the conversation. */
  wasBlocked: boolean;
}

interface Sender {
  byClientId: Map<string, number>;
  tally: SenderTally;
  /** `created_at` of the messages unread by the partner, ascending. */
  unread: number[];
  isAnnounced: boolean;
}

type Counted = Pick<StoredMessage, "created_at" | "sender_id" | "client_id" | "read_at"> & {
  announced: number;
  bytes: number;
};

const COLUMNS = "id, sender_id, content, client_id, created_at, read_at";
/** A message's id begins with its time in hexadecimal, so that ids sort by time. */
const MOMENT_DIGITS = 12;

/** Every method is synchronous, so no other call runs between its statements. */
export class MessageStore {
  #tables: Tables;
  #standing: Standing | null = null;
  /** Kept in memory: a conversation lasts a day, so it has a few thousand messages at most. */
  #senders: Map<string, Sender> | null = null;
  #lines = 0;
  /** `created_at` of the last message; 0 without messages. */
  #newest = 0;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  get standing(): Standing {
    this.#standing ??= this.#readStanding();
    return this.#standing;
  }

  /** Without tables nothing is stored, and the object asks the database instead. */
  setStanding({ closedReason, version }: Omit<Standing, "wasBlocked">): void {
    const wasBlocked = this.standing.wasBlocked || closedReason === "blocked";
    this.#standing = { closedReason, version, wasBlocked };
    this.#tables.query(
      "insert or replace into standing (id, closed_reason, version, was_blocked) values (1, ?, ?, ?)",
      closedReason,
      version,
      wasBlocked ? 1 : 0,
    );
  }

  readState(senderId: string, clientId: string | null): MessageState {
    const { byClientId, tally } = this.#senderOf(senderId);
    const createdAt = clientId && byClientId.get(clientId);
    const [known] = createdAt
      ? this.#tables.query<StoredMessage>(
          `select ${COLUMNS} from messages where created_at = ?`,
          createdAt,
        )
      : [];
    return { closedReason: this.standing.closedReason, known: known ?? null, tally };
  }

  /** Whether the partner was notified of a message that is still unread. */
  isAnnounced(senderId: string): boolean {
    return this.#senderOf(senderId).isAnnounced;
  }

  insert(
    message: Pick<StoredMessage, "sender_id" | "content" | "client_id">,
    { bytes, isAnnounced, now }: { bytes: number; isAnnounced: boolean; now: number },
  ): StoredMessage {
    this.#readSenders();
    // Later than the last message, even if the clock went back.
    const created_at = Math.max(now, 1 + this.#newest);
    const id = created_at.toString(16).padStart(MOMENT_DIGITS, "0") + newId();
    const stored = { ...message, id, created_at, read_at: null };
    const announced = isAnnounced ? 1 : 0;
    this.#write(stored, announced);
    this.#note({ ...stored, announced, bytes });
    return stored;
  }

  import(messages: StoredMessage[]): void {
    for (const message of messages) {
      const { known } = this.readState(message.sender_id, message.client_id);
      if (!known) this.#write(message, 0, "insert or ignore");
    }
    this.#senders = null;
  }

  list({ before, limit, after, until = Number.POSITIVE_INFINITY }: MessagesPageQuery): MessagePage {
    const end = before === null ? until + 1 : this.#momentOf(before);
    if (end === null) return { messages: [], isBeforeKnown: false };
    const messages = this.#tables
      .query<StoredMessage>(
        `select ${COLUMNS} from messages where created_at < ? order by created_at desc limit ?`,
        end,
        limit,
      )
      .reverse();
    if (before === null || after === undefined) return { messages, isBeforeKnown: true };
    const later = this.#tables.query<StoredMessage>(
      `select ${COLUMNS} from messages where created_at between ? and ? order by created_at limit ?`,
      end,
      until,
      after + 1,
    );
    return { messages: [...messages, ...later], isBeforeKnown: true };
  }

  /** @returns how many became read, and the id of the newest of them */
  markRead(readerId: string, now: number): { read: number; upTo: string | null } {
    const partner = this.#partnerOf(readerId);
    const first = partner?.unread[0];
    if (!partner || first === undefined) return { read: 0, upTo: null };
    const rows = this.#tables.query<{ id: string }>(
      `update messages set read_at = ?2
       where created_at >= ?3 and sender_id <> ?1 and read_at is null returning id`,
      readerId,
      now,
      first,
    );
    partner.unread = [];
    partner.isAnnounced = false;
    const ids = rows.map(({ id }) => id).sort();
    return { read: ids.length, upTo: ids.at(-1) ?? null };
  }

  summarise(readerId: string): ConversationSummary {
    const [last] = this.#tables.query<{ content: string; sender_id: string }>(
      "select content, sender_id from messages order by created_at desc limit 1",
    );
    const [first] = this.#tables.query<{ content: string }>(
      "select content from messages order by created_at limit 1",
    );
    return {
      unread: this.#partnerOf(readerId)?.unread.length ?? 0,
      lastLine: last ?? null,
      firstLine: first?.content ?? null,
      lines: this.#lines,
    };
  }

  dropAfter(instant: number): void {
    this.#tables.query("delete from messages where created_at > ?", instant);
    this.#senders = null;
  }

  forget(): void {
    this.#standing = null;
    this.#senders = null;
  }

  #write(message: StoredMessage, announced: number, insert = "insert"): void {
    this.#tables.insert(
      `${insert} into messages (created_at, id, sender_id, content, client_id, read_at, announced)
       values (?, ?, ?, ?, ?, ?, ?)`,
      message.created_at,
      message.id,
      message.sender_id,
      message.content,
      message.client_id,
      message.read_at,
      announced,
    );
  }

  #readStanding(): Standing {
    const [row] = this.#tables.query<{
      closedReason: CloseReason | null;
      version: number;
      wasBlocked: number;
    }>("select closed_reason as closedReason, version, was_blocked as wasBlocked from standing");
    if (!row) return { closedReason: null, version: 0, wasBlocked: false };
    return { ...row, wasBlocked: row.wasBlocked === 1 };
  }

  #momentOf(id: string): number | null {
    const digits = /^[0-9a-f]{12}/.exec(id)?.[0];
    if (!digits) return null;
    const [row] = this.#tables.query<{ created_at: number }>(
      "select created_at from messages where created_at = ? and id = ?",
      Number.parseInt(digits, 16),
      id,
    );
    return row?.created_at ?? null;
  }

  #senderOf(id: string): Sender {
    const senders = this.#readSenders();
    let sender = senders.get(id);
    if (!sender) {
      sender = { byClientId: new Map(), tally: createTally(), unread: [], isAnnounced: false };
      senders.set(id, sender);
    }
    return sender;
  }

  #partnerOf(memberId: string): Sender | undefined {
    return [...this.#readSenders()].find(([id]) => id !== memberId)?.[1];
  }

  #readSenders(): Map<string, Sender> {
    if (this.#senders) return this.#senders;
    this.#senders = new Map();
    this.#lines = 0;
    this.#newest = 0;
    const rows = this.#tables.query<Counted>(
      `select created_at, sender_id, client_id, read_at, announced, octet_length(content) as bytes
       from messages order by created_at`,
    );
    for (const row of rows) this.#note(row);
    return this.#senders;
  }

  #note(message: Counted): void {
    const { sender_id, client_id, created_at, read_at, announced } = message;
    const sender = this.#senderOf(sender_id);
    if (client_id !== null) sender.byClientId.set(client_id, created_at);
    addToTally(sender.tally, message);
    if (read_at === null) {
      sender.unread.push(created_at);
      sender.isAnnounced ||= announced === 1;
    }
    this.#lines += 1;
    this.#newest = created_at;
  }
}
